import {
  boardEndpoints,
  emergencyEndpoints,
  hazardPair,
  simopsEndpoints,
  workTicketEndpoints as tickets,
  workType,
  type RuleResult,
} from '@suoan/contract'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { gasCodesOf } from '@suoan/domain/work-ticket'
import { policy } from '../policy/index.ts'
import { policyJoin } from '../ticket-policy.ts'
import { saidOf } from './audit-diff.ts'
import { loadPolicy, type LoadedPolicy } from './facts/policy.ts'
import { carryOut, steps } from './testing/carry-out.ts'
import { DAY, demoDraft } from './testing/demo-draft.ts'
import { denied, failing } from './testing/failing-rules.ts'
import { createOpeningWorld, openLock } from './testing/opening-world.ts'
import { certificateRows, solventWork } from './testing/simops-world.ts'
import type { WorkRow } from './ticket-row.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

let plant: TicketWorld
afterEach(() => plant[Symbol.asyncDispose]())

const query = async (text: string, values: unknown[] = []) =>
  (await plant.world.database.pool.query(text, values)).rows
const inside = { lng: 121.5, lat: 31.2 }
/** The plant's hot work of the second grade, the level of its emergency repairs. */
const secondGrade = `update lo_work_type set level_code = '2' where id = 'demo-wt-01-1'`
/** An emergency repair of a pump that is hot work underneath, unless said otherwise. */
const repair = (changes: object = {}) =>
  plant.draft({ workType: '31', workLevel: '2', baseTypes: ['01'], ...changes })
const ruleOf = (answer: { readonly result: unknown }, id: string) =>
  (answer.result as { rules?: RuleResult[] }).rules?.find((rule) => rule.id === id)
const sample = async (workId: string, sampleTime: string, pointDesc = '泵坑') => {
  for (const [gasCode, value] of [
    ['O2', 20.9],
    ['CH4', 0],
  ] as const)
    await plant.take('u10', tickets.gasAdd, {
      workId,
      gasCode,
      value,
      unit: '%vol',
      pointDesc,
      deviceSn: 'GAS1',
      sampleTime,
    })
}

describe('an emergency repair that is hot work underneath is asked what hot work is asked (§3.4 31 “as base”)', () => {
  beforeEach(async () => {
    plant = await createTicketWorld({ prepare: `${certificateRows};${secondGrade}` })
  })

  it('G03: whoever welds has the certificate of hot work', async () => {
    await query(`update lo_work_type set cert_rules = '{"WORK":["02"]}' where type_code = '01'`)
    const workId = await repair()
    const answer = await plant.call('u1', tickets.submit, { workId })
    expect(failing(answer)).toContain('G03')
    expect(answer.message).toContain('焊接与热切割')
  })

  it('T44: the place is watched for fire as long as after hot work', async () => {
    const workId = await repair()
    await carryOut(plant, 'ready', workId)
    plant.at('08:59')
    await sample(workId, `${DAY} 08:58:00`)
    await steps.working(plant, workId)
    await steps.releasing(plant, workId)
    await steps.restored(plant, workId)
    plant.at('15:29')
    const early = await plant.call('u5', tickets.finish, { workId, closeResult: '1' })
    expect(ruleOf(early, 'T44')).toMatchObject({
      pass: false,
      text: expect.stringContaining('完工留守 30 分钟未满'),
    })
    plant.at('15:31')
    await plant.take('u5', tickets.finish, { workId, closeResult: '1' })
  })

  it('G14 G30: its gas is tested, and measured without a break where hot work is', async () => {
    await query(`update lo_work_type set gas_continuous = 1 where type_code = '01'`)
    const workId = await repair()
    await carryOut(plant, 'ready', workId)
    plant.at('09:00')
    expect(failing(await plant.call('u5', tickets.start, { workId }))).toEqual(['G14', 'G30'])
    await sample(workId, `${DAY} 08:58:00`)
    expect(failing(await plant.call('u5', tickets.start, { workId }))).toEqual(['G30'])
  })

  it('G29: at night its level is raised as that of hot work', async () => {
    const workId = await repair({ planStart: `${DAY} 20:00:00`, planEnd: `${DAY} 23:30:00` })
    await plant.take('u1', tickets.submit, { workId })
    expect((await plant.detail(workId)).ticket).toMatchObject({
      workLevel: '1',
      levelReason: '夜间作业，由二级升为一级',
    })
  })

  it('G06: next to work with solvent it clashes as hot work does', async () => {
    const solvent = await plant.draft(solventWork())
    await plant.take('u1', tickets.submit, { workId: solvent })
    await query(`update lo_work set work_status = 4 where id = $1`, [solvent])
    const workId = await repair()
    const answer = await plant.call('u1', tickets.submit, { workId })
    expect(ruleOf(answer, 'G06')).toMatchObject({ pass: false, text: expect.stringContaining('可燃溶剂') })
  })

  it('T50: the short approval asks for the same certificates', async () => {
    await query(`update lo_work_type set cert_rules = '{"WORK":["02"]}' where type_code = '01'`)
    await query(`update lo_area set geo_type = 'circle', geo = '{"center": [121.5, 31.2], "radius": 100}'
      where id = 'demo-a0101'`)
    const workId = await repair({ planStart: `${DAY} 08:00:00`, planEnd: `${DAY} 15:00:00` })
    plant.at('08:00')
    const answer = await plant.call('u4', emergencyEndpoints.start, {
      workId,
      reason: '机封泄漏，须立即抢修',
      onSite: inside,
    })
    expect(failing(answer)).toContain('G03')
  })

  it('T50: begun on the word of one, its work is refused without the air that hot work needs', async () => {
    await query(`update lo_work_type set gas_continuous = 1 where type_code = '01'`)
    await query(`update lo_area set geo_type = 'circle', geo = '{"center": [121.5, 31.2], "radius": 100}'
      where id = 'demo-a0101'`)
    const workId = await repair({ planStart: `${DAY} 08:00:00`, planEnd: `${DAY} 15:00:00` })
    plant.at('08:00')
    await plant.take('u4', emergencyEndpoints.start, {
      workId,
      reason: '机封泄漏，须立即抢修',
      onSite: inside,
    })
    await query(`update lo_area set geo_type = null, geo = null`)
    for (const step of ['isolating', 'locked', 'verified', 'ready'] as const) await steps[step](plant, workId)
    plant.at('09:00')
    expect(failing(await plant.call('u5', tickets.start, { workId }))).toEqual(['G14', 'G30'])
  })
})

describe('R10: the locks of an emergency repair ask what those of its base kinds ask', () => {
  beforeEach(async () => {
    plant = await createOpeningWorld(['u6'], secondGrade)
  })

  it('access to hot work opens only while its gas is heard, where that is measured without a break', async () => {
    const workId = await repair()
    await carryOut(plant, 'ready', workId)
    plant.at('08:59')
    await sample(workId, `${DAY} 08:58:00`)
    await steps.working(plant, workId)
    await query(`update lo_work_type set gas_continuous = 1 where type_code = '01'`)
    expect(denied(await openLock(plant, 'u6', 'LK4', workId))).toEqual(['R10'])
  })
})

describe('LoWork.baseTypes: what an emergency repair is underneath', () => {
  beforeEach(async () => {
    plant = await createTicketWorld({ prepare: `${certificateRows};${secondGrade}` })
  })

  it('G01: a client that sends none may store its draft; its submission is refused and names the field', async () => {
    const workId = await repair({ baseTypes: undefined })
    const start = { workId, reason: '机封泄漏，须立即抢修', onSite: inside }
    for (const answer of [
      await plant.call('u1', tickets.submit, { workId }),
      await plant.call('u4', emergencyEndpoints.start, start),
    ])
      expect(ruleOf(answer, 'G01')).toMatchObject({
        pass: false,
        text: expect.stringContaining('抢修未选择基础作业类型'),
      })
    expect(await plant.state(workId)).toBe('0/0')
  })

  it.each([
    ['on another kind of work', { workType: '10', baseTypes: ['01'] }, '只有抢修填写基础作业类型'],
    ['a repair underneath a repair', { baseTypes: ['31'] }, '“抢修”不能作为'],
    ['a switching order', { baseTypes: ['23'] }, '“操作票”不能作为'],
    ['a kind that nobody knows', { baseTypes: ['77'] }, '不在可选范围内'],
    ['one twice', { baseTypes: ['01', '01'] }, '重复'],
  ])('a draft is refused: %s', async (_what, changes, text) => {
    const answer = await plant.call('u1', tickets.saveDraft, {
      ...demoDraft({ workType: '31' }),
      ...changes,
    })
    expect(answer).toMatchObject({ success: false, message: expect.stringContaining(text) })
  })

  it('the field is shown, kept by a copy, and named among the differences of an edit', async () => {
    const workId = await repair({ baseTypes: ['02', '01'] })
    const { ticket } = await plant.detail(workId)
    expect(ticket.baseTypes).toEqual(['01', '02'])
    const copy = await plant.take('u1', tickets.copy, { workId })
    expect(copy.ticket.baseTypes).toEqual(['01', '02'])
    await repair({ id: workId, revision: ticket.revision, baseTypes: ['10'] })
    const rows = await query(`select diff from lo_work_trans where work_id = $1 order by seq desc limit 1`, [
      workId,
    ])
    expect(saidOf(rows[0].diff)).toContainEqual({
      field: 'baseTypes',
      label: '基础作业类型',
      old: '动火、受限空间',
      new: '检维修能量隔离',
    })
  })

  it('LO-4214: it is part of what is signed', async () => {
    const workId = await repair()
    await plant.take('u1', tickets.submit, { workId })
    await query(`update lo_work set base_types = '10' where id = $1`, [workId])
    expect(await plant.review(workId)).toMatchObject({ success: false, code: 4214 })
  })

  it('G01: a kind that the plant has no policy for is named', async () => {
    const workId = await repair({ baseTypes: ['01', '04'] })
    const answer = await plant.call('u1', tickets.submit, { workId })
    expect(answer.message).toContain('基础作业“高处”：该作业类型与级别没有启用的作业策略')
  })

  it('a repair from before it was asked is judged as hot work in a confined space', async () => {
    const workId = await repair({ baseTypes: ['10'] })
    await carryOut(plant, 'ready', workId)
    await query(`update lo_work set base_types = null where id = $1`, [workId])
    plant.at('09:00')
    expect(failing(await plant.call('u5', tickets.start, { workId }))).toEqual(['G14', 'G30'])
    expect((await plant.detail(workId)).gasPlan.map(({ gasCode }) => gasCode)).toContain('H2S')
  })

  it('G01: in a confined space underneath, gas is planned at three heights', async () => {
    const workId = await repair({ baseTypes: ['02'] })
    const answer = await plant.call('u1', tickets.submit, { workId })
    expect(answer.message).toContain('受限空间须检测上、中、下部')
  })

  it('the measures that its kinds demand are on it, and offered to whoever writes it', async () => {
    await query(
      `update lo_work_type set measures_tpl = '[{"content":"清除动火点周围可燃物","must":1}]' where type_code = '01'`,
    )
    const asked = { workType: '31', workLevel: '2' }
    const named = async (baseTypes: string) =>
      (await plant.take('u1', tickets.measureTemplate, { ...asked, baseTypes })).map(({ content }) => content)
    expect(await named('10')).not.toContain('清除动火点周围可燃物')
    expect(await named('01')).toContain('清除动火点周围可燃物')
    const workId = await repair()
    expect((await plant.detail(workId)).measures.map(({ content }) => content)).toContain(
      '清除动火点周围可燃物',
    )
  })

  it('the map of works and the boards say it, and the map finds a repair by what it is underneath', async () => {
    const workId = await repair()
    await plant.take('u1', tickets.submit, { workId })
    await query(`update lo_work set work_status = 4, valid_end = plan_end where id = $1`, [workId])
    const found = async (asked: string) =>
      (await plant.take('u12', simopsEndpoints.map, { hours: 24, workType: asked })).tickets
    expect(await found('01')).toMatchObject([{ id: workId, workType: '31', baseTypes: ['01'] }])
    expect(await found('02')).toEqual([])
    expect(await plant.take('u6', boardEndpoints.ownWorks)).toMatchObject([{ workTypeText: '抢修（动火）' }])
  })

  it('what a look at all tickets reads of the policy is what one ticket is judged by', async () => {
    const workId = await repair()
    const asked = ['01', '02', '10', '01,02', '01,10', '04', null].flatMap((baseTypes) =>
      ['0', '1', '2', '9'].map((workLevel) => ({ baseTypes, workLevel })),
    )
    const read = await plant.world.ctx.db.transaction().execute(async (tx) => {
      const found: { row: Record<string, unknown> & WorkRow; loaded: LoadedPolicy | undefined }[] = []
      for (const changes of asked) {
        await tx.updateTable('loWork').set(changes).where('id', '=', workId).execute()
        const { rows } = await sql<Record<string, unknown> & WorkRow>`
          select w.*, t.id as row_id, t.gas_required, t.gas_continuous, t.gas_codes, t.gas_repeat_min, t.guard_required,
            t.guard_alive_min, t.flow_id from lo_work w ${policyJoin} where w.id = ${workId}`.execute(tx)
        for (const row of rows) found.push({ row, loaded: await loadPolicy(tx, row) })
      }
      return found
    })
    expect(read).toHaveLength(28)
    for (const { row, loaded } of read) {
      const isWhole = row.baseTypes !== '04'
      const codes = (list: readonly string[] | undefined) => (isWhole ? [...(list ?? [])].toSorted() : [])
      expect({
        required: row['gasRequired'],
        continuous: row['gasContinuous'] === 1,
        codes: codes(gasCodesOf(String(row['gasCodes']))),
        repeatMin: row['gasRepeatMin'],
        guards: row['guardRequired'],
        alive: row['guardAliveMin'],
        flow: row['flowId'],
        isWhole: row['rowId'] !== null,
      }).toEqual({
        required: loaded?.gas.required,
        continuous: loaded?.gas.continuous,
        // What the baseline asks of a kind that the plant has not is asked of the ticket, not looked for.
        codes: codes(loaded?.gas.codes),
        repeatMin: loaded?.gas.repeatMin,
        guards: loaded?.policy.guardRequired,
        alive: loaded?.guardAliveMin,
        flow: loaded?.flowId,
        isWhole,
      })
    }
  })
})

it('the rules of its base kinds only get stricter while it runs', async () => {
  plant = await createTicketWorld({
    features: [{ name: 'policy', mount: policy }],
    prepare: `${certificateRows};${secondGrade}`,
  })
  const workId = await repair()
  await query(`update lo_work set work_status = 20, exec_phase = 20 where id = $1`, [workId])
  await query(`insert into lo_hazard_pair (id, rule_code, pair_name, type_a, type_b, severity, adjacent, status)
    values ('own-pair', 'OWN', '动火与高处', '01', '04', 3, 1, 1)`)
  const { workNo } = (await plant.detail(workId)).ticket
  for (const [resource, id, change] of [
    [workType, 'demo-wt-01-1', { idleFireWatchMin: 0 }],
    [workType, 'demo-wt-01-0', { gasContinuous: 0 }],
    [hazardPair, 'own-pair', { severity: 1 }],
  ] as const) {
    const [row] = await query(`select revision from ${resource.table} where id = $1`, [id])
    const answer = await plant.world.as().put(`${resource.path}/edit`, { id, ...row, ...change })
    expect(answer).toMatchObject({ success: false, message: expect.stringContaining(String(workNo)) })
  }
})

it('the first row of its level does not take the place of all rows of its kind while it runs', async () => {
  plant = await createTicketWorld({
    features: [{ name: 'policy', mount: policy }],
    prepare: certificateRows,
  })
  // The plant has hot work of the levels 0 and 1: a repair of level 2 follows both.
  const workId = await repair()
  await query(`update lo_work set work_status = 20, exec_phase = 20 where id = $1`, [workId])
  const { workNo } = (await plant.detail(workId)).ticket
  const row = {
    typeCode: '01',
    levelCode: '2',
    typeName: '二级动火',
    maxHours: 72,
    flowId: 'demo-flow-iso',
    certRules: { WORK: [] },
  }
  const add = (more: object = {}) => plant.world.as().post(`${workType.path}/add`, { ...row, ...more })
  expect(await add()).toMatchObject({
    success: false,
    message: expect.stringContaining(`抢修工作票 ${workNo} 按“动火”各级别中最严的要求审批和执行`),
  })
  expect(await add({ status: 0 })).toMatchObject({ success: true })
  const [stored] = await query(
    `select id, revision from lo_work_type where type_code = '01' and level_code = '2' and del_flag = 0`,
  )
  expect(await plant.world.as().put(`${workType.path}/edit`, { ...stored, status: 1 })).toMatchObject({
    success: false,
    message: expect.stringContaining(String(workNo)),
  })
  expect(await add({ levelCode: '3' })).toMatchObject({ success: true })
})
