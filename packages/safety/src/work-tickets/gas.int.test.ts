import { workTicketEndpoints as tickets, type RuleResult } from '@suoan/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { carryOut, steps } from './testing/carry-out.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

let plant: TicketWorld
beforeEach(async () => {
  plant = await createTicketWorld()
})
afterEach(() => plant[Symbol.asyncDispose]())

const sample = {
  pointDesc: '泵坑',
  gasCode: 'O2',
  value: 20.9,
  unit: '%vol',
  sampleTime: '2026-12-01 08:55:00',
  deviceSn: 'GAS1',
}
const count = async () =>
  (await plant.world.database.pool.query('select count(*)::int as n from lo_work_gas')).rows[0].n

const g14 = async (workId: string) => {
  const answer = await plant.call('u5', tickets.start, { workId })
  return (answer.result as { rules: RuleResult[] }).rules.find((rule) => rule.id === 'G14')
}

describe('gas samples (§9.1)', () => {
  it('what is no figure is refused, and a passing sample that is not in order or from somebody else', async () => {
    const workId = await carryOut(plant, 'approved')
    plant.at('08:56')
    const add = (changes: object) => plant.call('u10', tickets.gasAdd, { workId, ...sample, ...changes })
    for (const [changes, text] of [
      [{ value: 'abc' }, '检测值须为数字'],
      [{ value: '' }, '检测值须为数字'],
      [{ value: null }, '检测值须为数字'],
      [{ value: true }, '检测值须为数字'],
      [{ value: undefined }, '检测值须为数字'],
      [{ sampleTime: '2026-12-01 08:58:00' }, '取样时间不能晚于当前时间'],
      [{ sampleTime: '2026-12-32 08:58:00' }, '没有填写取样时间'],
      [{ sampleTime: undefined }, '没有填写取样时间'],
      [{ pointDesc: '  ' }, '没有填写检测部位'],
      [{ deviceSn: undefined }, '检测仪不存在或没有检定有效期'],
      [{ deviceSn: 'GAS9' }, '检测仪不存在或没有检定有效期（检测仪 GAS9）'],
    ] as const) {
      const answer = await add(changes)
      expect({ changes, success: answer.success }).toEqual({ changes, success: false })
      expect(answer.message).toContain(text)
    }
    await plant.world.database.pool.query(
      `update lo_device set calib_valid_to = '2026-11-30' where kind = 'GAS'`,
    )
    expect((await add({})).message).toContain('已过检定有效期')
    expect(await count()).toBe(0)
    const byWorker = await plant.call('u6', tickets.gasAdd, { workId, ...sample })
    expect(byWorker.message).toContain('须由气体检测人或监护人操作')
  })

  it.each([
    ['earlier', '2026-11-30 08:57:00'],
    ['a year ahead', '2027-12-01 08:57:00'],
  ])(
    'G14 a bad reading is never older than the good one before it, though its stated time is %s',
    async (_how, sampleTime) => {
      const workId = await carryOut(
        plant,
        'ready',
        await plant.draft({ gasPlaces: [{ place: '泵坑', level: '' }] }),
      )
      await plant.world.database.pool.query(
        `update lo_work_type set gas_required = 1, gas_codes = 'O2', gas_continuous = 0`,
      )
      plant.at('08:55')
      await plant.take('u10', tickets.gasAdd, { workId, ...sample })
      expect((await g14(workId))?.pass).toBe(true)
      plant.at('08:57')
      await plant.take('u8', tickets.gasAdd, { workId, ...sample, value: 8, sampleTime })
      expect((await g14(workId))?.pass).toBe(false)
      // What is measured good after it counts again, and is not held down by a time that lies ahead.
      plant.at('08:59')
      await plant.take('u10', tickets.gasAdd, { workId, ...sample, sampleTime: '2026-12-01 08:58:30' })
      expect((await g14(workId))?.pass).toBe(true)
    },
  )

  it('T30 a bad reading is always taken and stops the work: a detector out of calibration, an unknown one, a wrong clock', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('10:00')
    await plant.world.database.pool.query(
      `update lo_device set calib_valid_to = '2026-11-30' where kind = 'GAS'`,
    )
    const bad = { workId, ...sample, value: 10, sampleTime: '2026-12-01 09:59:00' }
    for (const changes of [{}, { deviceSn: 'GAS9' }, { sampleTime: '2026-12-01 10:30:00' }])
      await plant.take('u10', tickets.gasAdd, { ...bad, ...changes })
    expect(await plant.state(workId)).toBe('20/21')
    expect(await count()).toBe(3)
    const { rows } = await plant.world.database.pool.query<{ doubt: string }>(
      `select diff->>'doubt' as doubt from lo_work_trans where work_id = $1 and diff->>'doubt' is not null order by seq`,
      [workId],
    )
    expect(rows.map(({ doubt }) => doubt)).toEqual([
      '检测仪已过检定有效期，不能用于合格判定',
      '检测仪不存在或没有检定有效期',
      '取样时间不能晚于当前时间',
    ])
  })

  it.each([
    ['a worker', 'u6', {}, '泵坑 O2'],
    ['the leader', 'u5', {}, '泵坑 O2'],
    ['the tester, in another unit', 'u10', { value: 20.9, unit: 'ppm' }, '泵坑 O2'],
    ['the tester, of a gas without a standard', 'u10', { gasCode: 'XX' }, '泵坑 XX'],
    ['a worker, with no place', 'u6', { pointDesc: undefined }, '未说明部位 O2'],
    ['a worker, with nothing but the figure', 'u6', 'bare', '未说明部位 未知气体'],
    ['the tester, below zero', 'u10', { value: -1 }, '泵坑 O2'],
    ['the tester, above every scale', 'u10', { value: 1e12 }, '泵坑 O2'],
    ['a worker, with a revision long past', 'u6', { revision: 1 }, '泵坑 O2'],
  ] as const)('T30 a bad reading stops the work: from %s', async (_name, who, changes, spot) => {
    const workId = await carryOut(plant, 'working')
    plant.at('10:00')
    const bad = { ...sample, value: 10, sampleTime: '2026-12-01 09:59:00' }
    const input = changes === 'bare' ? { value: 10 } : { ...bad, ...changes }
    expect(await plant.take(who, tickets.gasAdd, { workId, ...input })).toMatchObject({ transId: 'T30' })
    expect(await plant.state(workId)).toBe('20/21')
    const { stopCauses, ticket } = await plant.detail(workId)
    expect(stopCauses).toMatchObject([{ kind: '2', reason: `气体检测不合格：${spot}` }])
    expect(ticket.gasState).toBe(3)
  })

  it('T55 a gas that failed is closed by that gas at that place, also where the work needs no test', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('10:00')
    const bad = { workId, ...sample, gasCode: 'CH4', value: 0.6, sampleTime: '2026-12-01 09:59:00' }
    await plant.take('u6', tickets.gasAdd, bad)
    plant.at('10:10')
    const { stopCauses } = await plant.detail(workId)
    const close = { workId, causeId: stopCauses[0]?.causeId ?? '', evidence: '已通风，重新检测合格' }
    const refusal = async () => (await plant.call('u12', tickets.causeClose, close)).message
    const good = { ...bad, value: 0.1, sampleTime: '2026-12-01 10:05:00' }
    await plant.take('u10', tickets.gasAdd, { ...good, gasCode: 'O2', value: 20.9 })
    expect((await plant.detail(workId)).ticket.gasState).toBe(3)
    expect(await refusal()).toContain('停止之后还没有重新取样检测：泵坑 CH4')
    await plant.take('u10', tickets.gasAdd, { ...good, pointDesc: '井口' })
    expect(await refusal()).toContain('停止之后还没有重新取样检测：泵坑 CH4')
    await plant.take('u10', tickets.gasAdd, good)
    expect((await plant.detail(workId)).ticket.gasState).toBe(1)
    await plant.take('u12', tickets.causeClose, close)
  })

  it('G14 bad air found before the start keeps the work from starting, also where no test is asked for', async () => {
    const workId = await carryOut(plant, 'ready')
    plant.at('09:00')
    await plant.take('u6', tickets.gasAdd, { workId, ...sample, value: 10 })
    expect(await g14(workId)).toMatchObject({
      pass: false,
      text: expect.stringContaining('泵坑 O2 不合格'),
    })
    await plant.take('u10', tickets.gasAdd, { workId, ...sample, sampleTime: '2026-12-01 08:59:00' })
    expect(await g14(workId)).toMatchObject({ pass: true })
  })

  it('21.0001 fails the limit of 21 and is not rounded; 21 passes', async () => {
    const workId = await carryOut(plant, 'approved')
    plant.at('08:56')
    await plant.take('u10', tickets.gasAdd, { workId, ...sample, value: '21.0001' })
    expect((await plant.detail(workId)).ticket['gasState']).toBe(3)
    await plant.take('u10', tickets.gasAdd, { workId, ...sample, value: 21 })
    const { gas, ticket } = await plant.detail(workId)
    expect(gas.map((row) => [row['value'], row['pass'], row['limitMax']])).toEqual(
      expect.arrayContaining([
        [21.0001, 0, 21],
        [21, 1, 21],
      ]),
    )
    expect(ticket['gasState']).toBe(1)
  })

  it('G14 in an explosive area every gas of the policy is needed at every planned place, fresh and passing', async () => {
    await plant.world.database.pool.query(`update lo_area set ex_zone = '1' where id = 'demo-a0101'`)
    await plant.world.database.pool.query(`update lo_lock_type set ex_mark = 'Ex ib IIC T4'`)
    const workId = await carryOut(plant, 'ready')
    plant.at('09:00')
    const start = async () => {
      const answer = await plant.call('u5', tickets.start, { workId })
      const rules = (answer.result as { rules: RuleResult[] }).rules
      return rules.find((rule) => rule.id === 'G14')?.text ?? ''
    }
    expect(await start()).toContain('泵坑 O2 未检测')
    await plant.take('u10', tickets.gasAdd, { workId, ...sample, sampleTime: '2026-12-01 08:29:00' })
    await plant.take('u10', tickets.gasAdd, { workId, ...sample, gasCode: 'CH4', value: 0.1 })
    expect(await start()).toContain('泵坑 O2 检测已 31 分钟')
    await plant.take('u10', tickets.gasAdd, { workId, ...sample })
    expect(await start()).toContain('合格')
  })

  it('G14 R10 one height of a confined space is not enough: each planned place needs its own sample', async () => {
    await plant.world.database.pool.query(`update lo_work_type set gas_required = 1, gas_codes = 'O2'`)
    const heights = ['上', '中', '下'] as const
    const workId = await carryOut(
      plant,
      'ready',
      await plant.draft({ gasPlaces: heights.map((level) => ({ place: '泵坑', level })) }),
    )
    plant.at('09:00')
    const at = (level: string) => ({ workId, ...sample, pointDesc: `泵坑${level}部` })
    await plant.take('u10', tickets.gasAdd, at('下'))
    await plant.take('u10', tickets.gasAdd, { ...at('下'), pointDesc: '井口' })
    // One good sample of three that are planned: what is missing is still to be tested.
    expect((await plant.detail(workId)).ticket.gasState).toBe(2)
    expect(await g14(workId)).toMatchObject({
      pass: false,
      text: expect.stringMatching(/泵坑上部 O2 未检测；泵坑中部 O2 未检测/),
    })
    await plant.take('u10', tickets.gasAdd, at('上'))
    await plant.take('u10', tickets.gasAdd, { ...at('中'), value: 15 })
    expect((await plant.detail(workId)).gasPlan).toMatchObject([
      { position: '泵坑上部', gasCode: 'O2', state: 'passed' },
      { position: '泵坑中部', gasCode: 'O2', state: 'failed' },
      { position: '泵坑下部', gasCode: 'O2', state: 'passed' },
    ])
    expect(await g14(workId)).toMatchObject({
      pass: false,
      text: expect.stringContaining('泵坑中部 O2 不合格'),
    })
    await plant.take('u10', tickets.gasAdd, { ...at('中'), sampleTime: '2026-12-01 08:59:00' })
    expect(await g14(workId)).toMatchObject({ pass: true })
  })

  it('G01 work that needs gas is not submitted without a plan of places; a confined space plans three heights', async () => {
    const { pool } = plant.world.database
    await pool.query(`update lo_work_type set gas_required = 1`)
    plant.at('08:00')
    const submit = async (changes: object) => {
      const answer = await plant.call('u1', tickets.submit, { workId: await plant.draft(changes) })
      return answer.success ? '' : answer.message
    }
    expect(await submit({ gasPlaces: null })).toContain('没有设定检测部位')
    expect(await submit({ gasPlaces: [] })).toContain('没有设定检测部位')
    await pool.query(`update lo_area set area_type = '7' where id = 'demo-a0101'`)
    expect(await submit({ gasPlaces: [{ place: '泵坑', level: '下' }] })).toContain('泵坑 缺少上部、中部')
    expect(await submit({ gasPlaces: null })).toContain('上、中、下部')
  })

  it('G14 a ticket from before the plan is tested at the places of its kind of work, whatever was tested', async () => {
    await plant.world.database.pool.query(`update lo_work_type set gas_required = 1, gas_codes = 'O2'`)
    const workId = await carryOut(plant, 'ready', await plant.draft())
    await plant.world.database.pool.query(`update lo_work set gas_places = null`)
    plant.at('09:00')
    await plant.take('u10', tickets.gasAdd, { workId, ...sample })
    expect(await g14(workId)).toMatchObject({
      pass: false,
      text: expect.stringContaining('作业点 O2 未检测'),
    })
    await plant.take('u10', tickets.gasAdd, { workId, ...sample, pointDesc: '作业点' })
    expect(await g14(workId)).toMatchObject({ pass: true })
  })

  it.each([
    ['a confined space, whatever the type', `update lo_area set area_type = '7' where id = 'demo-a0101'`],
    ['hot work', `update lo_work set work_type = '01'`],
    ['work in a confined space', `update lo_work set work_type = '02'`],
  ])('G14 %s needs gas although the policy says it does not', async (_name, change) => {
    const workId = await carryOut(plant, 'ready')
    await plant.world.database.pool.query(`insert into lo_work_type
      select (jsonb_populate_record(t, jsonb_build_object('id', 'bare' || c, 'type_code', c))).*
      from lo_work w join lo_work_type t on t.type_code = w.work_type and t.level_code = w.work_level
        and t.tenant_id = w.tenant_id, unnest(array['01', '02']) c
      where w.id = '${workId}' and not exists (select 1 from lo_work_type o where o.tenant_id = t.tenant_id
        and o.type_code = c and o.level_code = t.level_code)`)
    await plant.world.database.pool.query(`update lo_work_type set gas_required = 0; ${change}`)
    plant.at('09:00')
    expect(await g14(workId)).toMatchObject({ pass: false })
  })

  it('T55 a sample received before the stop does not close it, however late its clock says it was taken', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('10:00')
    const early = { ...sample, sampleTime: '2026-12-01 10:00:50' }
    await plant.take('u10', tickets.gasAdd, { workId, ...early })
    await plant.take('u8', tickets.stop, { workId, reason: '硫化氢报警', cause: '2' })
    plant.at('10:05')
    const { stopCauses } = await plant.detail(workId)
    const close = { workId, causeId: stopCauses[0]?.causeId ?? '', evidence: '已通风，重新检测合格' }
    const refused = await plant.call('u12', tickets.causeClose, close)
    expect(refused.message).toContain('停止之后还没有重新取样检测')
    await plant.take('u10', tickets.gasAdd, { workId, ...sample, sampleTime: '2026-12-01 10:04:00' })
    await plant.take('u12', tickets.causeClose, close)
  })

  it('T30 T32 a failing repetition stops the work at once and suspends the grants', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('10:00')
    const failed = { workId, ...sample, gasCode: 'CH4', value: 0.6, sampleTime: '2026-12-01 09:59:00' }
    expect(await plant.take('u10', tickets.gasAdd, failed)).toMatchObject({
      transId: 'T30',
      workStatus: 20,
      execPhase: 21,
    })
    const { rows } = await plant.world.database.pool.query(
      `select status from lo_lock_user where lock_id = 'demo-lk4' and user_id = 'u6'`,
    )
    expect(rows).toEqual([{ status: 2 }])
    const passing = { ...failed, value: 0.1, sampleTime: '2026-12-01 10:00:00' }
    expect(await plant.take('u10', tickets.gasAdd, passing)).toMatchObject({ execPhase: 21 })
    await steps.releasing(plant, workId)
    const late = await plant.call('u10', tickets.gasAdd, passing)
    expect(late).toMatchObject({ success: false, code: 4201 })
    expect(await count()).toBe(2)
  })
})
