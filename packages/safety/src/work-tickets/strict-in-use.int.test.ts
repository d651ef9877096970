import {
  area,
  dutyRule,
  flow,
  flowStep,
  gasStd,
  hazardPair,
  lockType,
  pointRule,
  workTicketEndpoints as tickets,
  workType,
  type Resource,
} from '@suoan/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { areas } from '../areas/index.ts'
import { locks } from '../locks/index.ts'
import { policy } from '../policy/index.ts'
import { carryOut, personId } from './testing/carry-out.ts'
import { DAY } from './testing/demo-draft.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

/** Rows beside those of the demo plant that the running ticket relies on. */
const rules = `
  insert into lo_duty_rule (id, work_type, tag_a, tag_b, rule_kind, hard) values ('own-duty', '10', 'LEAD', 'PERMIT', 'DIFFERENT', 1);
  insert into lo_duty_rule (id, work_type, tag_a, tag_b, rule_kind, hard, max_live) values ('own-limit', '*', 'LEAD', 'LEAD', 'MAX_LIVE', 1, 2);
  insert into lo_duty_rule (id, work_type, tag_a, tag_b, rule_kind, hard) values ('other-duty', '05', 'LEAD', 'PERMIT', 'DIFFERENT', 1);
  insert into lo_hazard_pair (id, rule_code, pair_name, type_a, type_b, severity, adjacent, status)
    values ('own-pair', 'OWN', '隔离与动火', '01', '10', 3, 1, 1), ('other-pair', 'OTHER', '吊装与高处', '05', '04', 3, 1, 1);
  insert into lo_point_rule (id, point_id, action, kind, expr, message) values ('own-rule', 'demo-pt1', 'ENTER', 'FP5', 'Q1.open', '先断开 Q1');
  update lo_lock_type set dual_auth = 1, open_methods = '01,04';
  update lo_flow_step set quorum = 'N:2', on_site = 1, sign_demand = 'SECRET', allow_delegate = 0 where id = 'demo-step-1';
  update lo_work_type set upgrade_rule = '{"night":"1","fireZone":{"3":"1"}}', editable_fields = '["planEnd"]',
    core_fields = '["content"]', measures_tpl = '["清理现场"]' where id = 'demo-wt-10-2';
  update lo_gas_std set limit_min = 20 where id = 'demo-gas-o2';
  update lo_area set capacity = 10, adjacent_codes = '["A01A02"]' where id = 'demo-a0101'`

let plant: TicketWorld
let workId: string
let workNo: string
const query = (text: string) => plant.world.database.pool.query(text)

beforeAll(async () => {
  plant = await createTicketWorld({
    features: [
      { name: 'areas', mount: areas },
      { name: 'locks', mount: locks },
      { name: 'policy', mount: policy },
    ],
  })
  workId = await carryOut(plant, 'working')
  plant.at('09:05')
  await plant.take('u5', tickets.personIn, { workId, personId: await personId(plant, workId, 'u6') })
  workNo = String((await plant.detail(workId)).ticket['workNo'])
  await query(rules)
})
afterAll(() => plant[Symbol.asyncDispose]())

/** Edits a row with its present revision, as its page does. */
async function edit({ table, path }: Pick<Resource, 'table' | 'path'>, id: string, change: object) {
  const { rows } = await plant.world.database.pool.query<{ revision: number }>(
    `select revision from ${table} where id = $1`,
    [id],
  )
  return plant.world.as().put(`${path}/edit`, { id, revision: rows[0]?.revision, ...change })
}
const remove = ({ path }: Pick<Resource, 'path'>, id: string) =>
  plant.world.as().delete(`${path}/delete`, { id })
/** Refused with the number of the ticket and every other part. */
const refused = (...parts: string[]) => ({
  success: false,
  message: expect.stringMatching(new RegExp([workNo, ...parts].map((part) => `(?=.*${part})`).join(''))),
})

const looser: [Resource, string, object, string][] = [
  [gasStd, 'demo-gas-o2', { limitMin: 19.6 }, '合格下限'],
  [gasStd, 'demo-gas-o2', { limitMax: 23 }, '合格上限'],
  [gasStd, 'demo-gas-ch4', { gasCode: 'CH9' }, '气体'],
  [gasStd, 'demo-gas-ch4', { unit: '%LEL' }, '单位'],
  [lockType, 'demo-ty-cab', { dualAuth: 0 }, '双人开锁'],
  [lockType, 'demo-ty-ble', { confirmMaxAge: 20 }, '状态确认时效'],
  [lockType, 'demo-ty-ble', { heartbeatSec: 600 }, '心跳周期'],
  [lockType, 'demo-ty-cab', { offlineSec: 1200 }, '离线判定'],
  [lockType, 'demo-ty-cab', { maxOpenMin: 60 }, '最长开启'],
  [lockType, 'demo-ty-cab', { ticketRequired: 0 }, '凭票开锁'],
  [lockType, 'demo-ty-ble', { battLow: 15 }, '低电'],
  [lockType, 'demo-ty-ble', { openMethods: '01,02,04' }, '开锁方式'],
  [lockType, 'demo-ty-ble', { powerType: 2 }, '供电'],
  [lockType, 'demo-ty-ble', { commType: 'NB' }, '通信'],
  [workType, 'demo-wt-10-2', { upgradeRule: {} }, '升级规则'],
  [workType, 'demo-wt-10-2', { editableFields: ['planEnd', 'content'] }, '审批可改字段'],
  [workType, 'demo-wt-10-2', { coreFields: [] }, '核心字段'],
  [workType, 'demo-wt-10-2', { measuresTpl: [] }, '安全措施模板'],
  [workType, 'demo-wt-10-2', { isolateLeadMin: 600 }, '可提前隔离'],
  [workType, 'demo-wt-10-2', { flowId: 'demo-flow-sign' }, '审批流程'],
  [dutyRule, 'own-duty', { hard: 0 }, '强制'],
  [dutyRule, 'own-duty', { workType: '05' }, '作业类型'],
  [dutyRule, 'own-limit', { maxLive: 5 }, '同时上限'],
  [hazardPair, 'own-pair', { severity: 1 }, '严重度'],
  [hazardPair, 'own-pair', { status: 0 }, '状态'],
  [pointRule, 'own-rule', { expr: 'true' }, '条件'],
  [flowStep, 'demo-step-1', { quorum: 'ANY' }, '通过规则'],
  [flowStep, 'demo-step-1', { onSite: 0 }, '现场审批'],
  [flowStep, 'demo-step-1', { signDemand: 'SESSION' }, '签署要求'],
  [flowStep, 'demo-step-1', { condition: "workLevel == '9'" }, '启用条件'],
  [flowStep, 'demo-step-2', { roleTag: 'WORK' }, '角色'],
  [area, 'demo-a0101', { capacity: 50 }, '容纳人数'],
  [area, 'demo-a0101', { adjacentCodes: [] }, '相邻区域'],
]

describe('a setting that decides on safety only gets stricter over a running ticket that relies on it', () => {
  it.each(looser.map(([resource, ...rest]) => [resource.title, ...rest, resource] as const))(
    '%s %s is not loosened by %j',
    async (_, id, change, label, resource) => {
      expect(await edit(resource, id, change)).toMatchObject(refused(label))
    },
  )

  it.each<[string, Resource]>([
    ['demo-gas-o2', gasStd],
    ['demo-wt-10-2', workType],
    ['own-duty', dutyRule],
    ['own-pair', hazardPair],
    ['own-rule', pointRule],
    ['demo-flow-iso', flow],
    ['demo-step-2', flowStep],
  ])('%s is not deleted', async (id, resource) => {
    expect(await remove(resource, id)).toMatchObject(refused('不能删除'))
  })

  it.each<[string, object, Resource]>([
    ['demo-gas-o2', { limitMin: 20.1, gasName: '氧气（顶空）' }, gasStd],
    ['demo-ty-cab', { dualAuth: 2, confirmMaxAge: 5, maxOpenMin: 10, typeName: '柜锁' }, lockType],
    ['demo-wt-10-2', { upgradeRule: { night: '0', fireZone: { '3': '1' }, holiday: '1' } }, workType],
    ['own-limit', { maxLive: 1 }, dutyRule],
    ['own-pair', { pairName: '隔离与动火同时进行' }, hazardPair],
    ['demo-step-1', { quorum: 'N:3', slaMin: 30 }, flowStep],
    ['demo-a0101', { capacity: 8, adjacentCodes: ['A01A02', 'A01'] }, area],
  ])('%s takes the stricter or harmless %j', async (id, change, resource) => {
    expect(await edit(resource, id, change)).toMatchObject({ success: true })
  })

  it('the steps that a running ticket is asked by keep their order', async () => {
    await query(`insert into lo_flow_step (id, flow_id, stage, step_no, role_tag, scope_rule, quorum, reject_mode)
      values ('s-second', 'demo-flow-iso', 1, 2, 'SAFETY', 'PLANT', 'ANY', 'RESTART')`)
    const arrange = (...ids: string[]) =>
      plant.world.as().post('/loflow/loFlowStep/arrange', { flowId: 'demo-flow-iso', ids })
    expect(await arrange('s-second', 'demo-step-1', 'demo-step-2')).toMatchObject(refused('步骤'))
    expect(await arrange('demo-step-1', 's-second', 'demo-step-2')).toMatchObject({ success: true })
    await query(`delete from lo_flow_step where id = 's-second'`)
  })

  it('what no running ticket relies on is free, and so is a rule that is built in', async () => {
    expect(await edit(gasStd, 'demo-gas-co', { limitMax: 15 })).toMatchObject({ success: true })
    expect(await edit(gasStd, 'demo-gas-co', { limitMax: 20 })).toMatchObject({ success: true })
    expect(await edit(workType, 'demo-wt-02-9', { upgradeRule: {} })).toMatchObject({ success: true })
    expect(await remove(dutyRule, 'other-duty')).toMatchObject({ success: true })
    const { rows } = await query(
      `select id from lo_duty_rule where work_type = '*' and tag_a = 'GUARD' and tag_b = 'WORK'`,
    )
    expect(await remove(dutyRule, rows[0].id)).toMatchObject({ success: true })
    expect(await edit(hazardPair, 'other-pair', { severity: 1 })).toMatchObject({ success: true })
  })

  it('work at height is graded upwards: every row between the chosen and the raised level is relied on', async () => {
    await query(`insert into lo_work_type (id, type_code, level_code, type_name, max_hours, flow_id, idle_fire_watch_min)
      select 'height-' || l, '04', l, '高处作业', 8, 'demo-flow-iso', 10 from unnest('{2,3}'::text[]) l`)
    await query(
      `update lo_work set work_type = '04', base_level = '2', work_level = '3' where id = '${workId}'`,
    )
    for (const id of ['height-2', 'height-3'])
      expect(await edit(workType, id, { idleFireWatchMin: 0 })).toMatchObject(refused('完工留守'))
    await query(
      `update lo_work set work_type = '10', base_level = null, work_level = '2' where id = '${workId}'`,
    )
  })

  it('a gas that was tested for the ticket is relied on though its kind of work does not ask for it', async () => {
    const id = 'demo-gas-h2s'
    expect(await edit(gasStd, id, { limitMax: 5 })).toMatchObject({ success: true })
    await plant.call('u10', tickets.gasAdd, {
      workId,
      pointDesc: '泵坑',
      gasCode: 'H2S',
      value: 0,
      unit: 'mg/m3',
      sampleTime: `${DAY} 09:04:00`,
      deviceSn: 'GAS1',
      testKind: 2,
    })
    expect(await edit(gasStd, id, { limitMax: 8 })).toMatchObject(refused('合格上限'))
  })
})

describe('a setting nobody relies on is not loosened beyond what the law and the specification say either', () => {
  it.each<[string, object, string, Resource]>([
    ['demo-gas-o2', { limitMin: 5 }, '19.5 %vol', gasStd],
    ['demo-gas-co', { limitMax: 200 }, '20 mg/m3', gasStd],
    ['demo-gas-co', { limitMax: '' }, '合格上限', gasStd],
    ['demo-ty-pas', { confirmMaxAge: 100_000 }, '状态确认时效', lockType],
    ['demo-ty-pas', { maxOpenMin: 1441 }, '最长开启', lockType],
    ['demo-ty-pas', { offlineGrantMaxMin: 721 }, '离线授权最长', lockType],
    ['demo-ty-pas', { heartbeatSec: 999_999, offlineSec: 9_999_999 }, '心跳周期', lockType],
    ['demo-ty-pas', { ticketRequired: 0 }, '凭票开锁', lockType],
  ])('%s refuses %j: %s', async (id, change, text, resource) => {
    expect(await edit(resource, id, change)).toMatchObject({
      success: false,
      message: expect.stringContaining(text),
    })
  })

  it('G14: air is judged by the law where a stored limit is looser, and bad air stops the work', async () => {
    await query(`update lo_gas_std set limit_min = 5, limit_max = 60 where id = 'demo-gas-o2'`)
    await plant.call('u10', tickets.gasAdd, {
      workId,
      pointDesc: '泵坑',
      gasCode: 'O2',
      value: 8,
      unit: '%vol',
      sampleTime: `${DAY} 09:04:30`,
      deviceSn: 'GAS1',
      testKind: 2,
    })
    const { rows } = await query(
      `select pass, limit_min::float8 as limit_min from lo_work_gas where gas_code = 'O2'`,
    )
    expect(rows).toEqual([{ pass: 0, limit_min: 19.5 }])
    expect(await plant.state(workId)).not.toBe('20/20')
  })
})
