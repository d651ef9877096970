import {
  gasDetectorEndpoints as detectors,
  workTicketEndpoints as tickets,
  type RuleResult,
} from '@suoan/contract'
import type { DeviceMessage } from '@suoan/contract/device'
import { newUlid } from '@suoan/kit/id'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordEvents } from '../lock-records/index.ts'
import { noteSilentGas } from './gas-watch.ts'
import { carryOut, personId, steps } from './testing/carry-out.ts'
import { closeCauses } from './testing/close-causes.ts'
import { denied, failing } from './testing/failing-rules.ts'
import { createOpeningWorld, openLock } from './testing/opening-world.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

/** Repairs that ask for oxygen, measured without a break. */
const asked = `update lo_work_type set gas_required = 1, gas_codes = 'O2', gas_continuous = 1`
let plant: TicketWorld
let seq = 0
beforeEach(async () => {
  plant = await createTicketWorld({ prepare: asked })
})
afterEach(() => plant[Symbol.asyncDispose]())

const query = async (text: string, values: unknown[] = []) =>
  (await plant.world.database.pool.query(text, values)).rows
const put = (workId: string, deviceSn = 'GAS1', pointDesc = '泵坑') =>
  plant.call('u10', detectors.detectorOn, { workId, deviceSn, pointDesc })
const off = (workId: string, deviceSn = 'GAS1') =>
  plant.take('u10', detectors.detectorOff, { workId, deviceSn })

/** A detector publishes on `up/gas`; what follows has happened when this resolves. */
async function measure(
  value = 20.9,
  { sn = 'GAS1', tq = 2, gas = 'O2' }: { sn?: string; tq?: 0 | 2; gas?: string } = {},
) {
  const now = plant.world.clock.now()
  const message: DeviceMessage = {
    kind: 'gas',
    tenantId: 0,
    sn,
    parentSn: null,
    recvTs: now,
    topic: `lo/v1/0/${sn}/up/gas`,
    body: {
      v: 1,
      sn,
      boot: '9f31c2aa',
      seq: ++seq,
      ts: now,
      tq,
      readings: [{ id: newUlid(), gas, value, unit: '%vol', ts: now, hist: false }],
    },
  }
  await recordEvents(plant.world.ctx, [message])
  await plant.world.settled()
}
/** What a server does at a moment. */
const tick = async (time: string) => {
  plant.at(time)
  await noteSilentGas(plant.world.ctx)
  await plant.world.settled()
}
/** The ticket at work since 09:00, its detector heard at 08:59. */
async function atWork(): Promise<string> {
  const workId = await carryOut(plant, 'ready')
  plant.at('08:58')
  await measure()
  expect(await put(workId)).toMatchObject({ success: true })
  plant.at('08:59')
  await measure()
  await steps.working(plant, workId)
  await plant.world.settled()
  expect(await plant.state(workId)).toBe('20/20')
  return workId
}
const g30 = async (workId: string) => {
  const answer = await plant.call('u5', tickets.start, { workId })
  return (answer.result as { rules: RuleResult[] }).rules.find((rule) => rule.id === 'G30')
}
const told = async () =>
  (await query(`select titile from sys_announcement where titile like '%连续监测中断，满%'`)).map(
    (row) => row.titile as string,
  )
const causes = async (workId: string) =>
  (await plant.detail(workId)).stopCauses.map(({ kind, reason }) => ({ kind, reason }))

describe('G30 T27 continuous gas measurement is a condition of the start where the policy asks for it', () => {
  it('without a detector at the planned place, with one that says nothing, and with old words nobody starts', async () => {
    const workId = await carryOut(plant, 'ready')
    plant.at('08:50')
    await measure()
    plant.at('08:58')
    expect(await g30(workId)).toMatchObject({
      pass: false,
      text: '气体连续监测未到位：泵坑 O2 没有指派检测仪',
    })
    expect(await put(workId)).toMatchObject({ success: true })
    expect((await g30(workId))?.text).toContain('泵坑 O2 检测仪 GAS1 没有该气体的读数')
    await measure()
    expect(await g30(workId)).toMatchObject({ pass: true })
    plant.at('09:04')
    expect(await g30(workId)).toMatchObject({
      pass: false,
      text: '气体连续监测未到位：泵坑 O2 检测仪 GAS1 自 2026-12-01 08:58:00 起没有读数',
    })
    await measure(20.9, { tq: 0 })
    expect((await g30(workId))?.text).toContain('时钟不可信')
  })

  it('a policy that does not ask for it starts without a detector', async () => {
    await query('update lo_work_type set gas_continuous = 0')
    expect(await g30(await carryOut(plant, 'ready'))).toMatchObject({ pass: true })
  })
})

describe('where a detector stands', () => {
  it('is one of the planned places; the ticket shows how each of them is heard', async () => {
    const workId = await carryOut(plant, 'ready')
    plant.at('08:58')
    await measure()
    const elsewhere = await put(workId, 'GAS1', '泵坑底部')
    expect(elsewhere.message).toContain('“泵坑底部”不是本票计划的检测部位，请从中选择：泵坑')
    expect(await plant.take('u10', detectors.tickets, {})).toMatchObject([{ workId, places: ['泵坑'] }])
    const watch = () => plant.take('u6', detectors.watch, { workId })
    expect(await watch()).toMatchObject([{ position: '泵坑', gasCode: 'O2', state: 'none', deviceSn: null }])
    expect(await put(workId)).toMatchObject({ success: true })
    await measure()
    expect(await watch()).toMatchObject([{ state: 'live', deviceSn: 'GAS1', since: '2026-12-01 08:58:00' }])
    plant.at('09:10')
    expect(await watch()).toMatchObject([{ state: 'silent', problem: expect.stringContaining('起没有读数') }])
    const foreign = await plant.as('u1', { tenantId: 7 }).get(detectors.watch.path, { workId })
    expect(foreign.message).toBe('未找到对应实体')
  })
})

describe('T32 running work whose gas is not measured any more', () => {
  it('goes on while readings come; of two minutes of silence people are warned, after five the work stops', async () => {
    const workId = await atWork()
    for (const time of ['09:01', '09:03']) {
      plant.at(time)
      await measure()
      await tick(time)
    }
    expect(await told()).toEqual([])
    await tick('09:04')
    expect(await told()).toEqual([])
    await tick('09:05')
    expect(await told()).toEqual([
      '气体连续监测中断，满 5 分钟自动停止作业：泵坑 O2 检测仪 GAS1 自 2026-12-01 09:03:00 起没有读数',
    ])
    await tick('09:07')
    expect(await plant.state(workId)).toBe('20/20')
    await tick('09:08')
    expect(await plant.state(workId)).toBe('20/21')
    expect(await causes(workId)).toEqual([
      {
        kind: '2',
        reason: '气体连续监测中断：泵坑 O2 检测仪 GAS1 自 2026-12-01 09:03:00 起没有读数',
      },
    ])
    expect(await told()).toHaveLength(1)
  })

  it('T33 goes on only when the detector is heard again and the safety officer has answered for the cause', async () => {
    const workId = await atWork()
    await tick('09:05')
    expect(await plant.state(workId)).toBe('20/21')
    for (const code of ['LK1', 'LK2', 'LK3']) await plant.locks.confirms(code)
    expect(failing(await plant.call('u5', tickets.resume, { workId }))).toEqual(['T33', 'G30'])
    plant.at('09:07')
    await measure()
    await closeCauses(plant, workId)
    expect(await plant.take('u5', tickets.resume, { workId })).toMatchObject({ transId: 'ASK' })
    await plant.take('u4', tickets.resume, { workId })
    expect(await plant.state(workId)).toBe('20/20')
  })

  it('a reading that comes in time ends the warning, and the next silence is told again', async () => {
    const workId = await atWork()
    await tick('09:02')
    expect(await told()).toHaveLength(1)
    plant.at('09:03')
    await measure()
    await tick('09:03')
    expect((await plant.detail(workId)).ticket.gasWarnTime).toBeNull()
    await tick('09:06')
    expect(await told()).toHaveLength(2)
    const notes = await query(
      `select diff->>'note' as note from lo_work_trans where work_id = $1 and diff->>'note' like 'gas%' order by seq`,
      [workId],
    )
    expect(notes.map(({ note }) => note)).toEqual(['gasSilent', 'gasHeard', 'gasSilent'])
  })

  it('a detector that was taken away counts as silent from then on', async () => {
    const workId = await atWork()
    plant.at('09:01')
    await measure()
    await off(workId)
    await tick('09:02')
    expect(await told()).toEqual([])
    await tick('09:03')
    expect(await told()).toEqual([expect.stringContaining('泵坑 O2 没有指派检测仪')])
    await tick('09:06')
    expect(await plant.state(workId)).toBe('20/21')
  })

  it.each([
    ['is disabled', `update lo_device set status = 3 where device_sn = 'GAS1'`, '已禁用'],
    [
      'has run out of calibration',
      `update lo_device set calib_valid_to = '2026-11-30' where device_sn = 'GAS1'`,
      '已过期',
    ],
    ['is not known any more', `update lo_device set del_flag = 1 where device_sn = 'GAS1'`, '网关与设备'],
  ])(
    'a detector that %s is told at once and stops the work within five minutes',
    async (_name, change, text) => {
      const workId = await atWork()
      plant.at('09:01')
      await measure()
      await query(change)
      await tick('09:01')
      expect(await told()).toEqual([expect.stringContaining(text)])
      await tick('09:06')
      expect(await plant.state(workId)).toBe('20/21')
    },
  )

  it('readings that cannot be relied on are silence', async () => {
    const workId = await atWork()
    for (const time of ['09:01', '09:02', '09:03', '09:04']) {
      plant.at(time)
      await measure(20.9, { tq: 0 })
      await tick(time)
    }
    expect(await told()).toHaveLength(1)
    expect(await plant.state(workId)).toBe('20/20')
    await tick('09:05')
    expect(await plant.state(workId)).toBe('20/21')
    expect((await causes(workId))[0]?.reason).toContain('时钟不可信')
  })

  it('readings of a gas nobody knows are silence of the one that is asked for', async () => {
    const workId = await atWork()
    for (const time of ['09:01', '09:02', '09:03']) {
      plant.at(time)
      await measure(20.9, { gas: 'XE' })
      await tick(time)
    }
    expect(await told()).toHaveLength(1)
    await measure(20.9, { gas: 'XE' })
    await tick('09:04')
    expect(await plant.state(workId)).toBe('20/21')
  })

  it('work that began before the policy asked for it has as long as any other', async () => {
    await query('update lo_work_type set gas_continuous = 0')
    const workId = await carryOut(plant, 'ready')
    plant.at('08:58')
    await measure()
    await put(workId)
    await measure()
    await off(workId)
    await steps.working(plant, workId)
    plant.at('10:00')
    await query('update lo_work_type set gas_continuous = 1, update_time = $1', [
      new Date(plant.world.clock.now()),
    ])
    await tick('10:01')
    expect(await told()).toEqual([])
    await tick('10:02')
    expect(await told()).toHaveLength(1)
    await tick('10:05')
    expect(await plant.state(workId)).toBe('20/21')
  })

  it.each([
    ['is deleted', 'update lo_work_type set del_flag = 1'],
    ['is stopped', 'update lo_work_type set status = 0'],
    ['is gone', 'delete from lo_work_type'],
  ])('the watch goes on when the row of the policy %s', async (how, change) => {
    const workId = await atWork()
    // Where nothing is left of the row, the baseline of the kind of work decides.
    if (how === 'is gone') await query(`update lo_work set work_type = '01', work_level = '0'`)
    await query(change)
    plant.at('09:05')
    await measure()
    await tick('09:06')
    expect(await plant.state(workId)).toBe(how === 'is gone' ? '20/21' : '20/20')
    await tick('09:11')
    expect(await plant.state(workId)).toBe('20/21')
  })

  it('every planned place is watched by itself', async () => {
    const heights = ['上', '下'] as const
    const workId = await carryOut(
      plant,
      'ready',
      await plant.draft({ gasPlaces: heights.map((level) => ({ place: '泵坑', level })) }),
    )
    plant.at('08:58')
    for (const sn of ['GAS1', 'GAS2']) await measure(20.9, { sn })
    await put(workId, 'GAS1', '泵坑上部')
    await measure()
    expect((await g30(workId))?.text).toBe('气体连续监测未到位：泵坑下部 O2 没有指派检测仪')
    await put(workId, 'GAS2', '泵坑下部')
    plant.at('08:59')
    for (const sn of ['GAS1', 'GAS2']) await measure(20.9, { sn })
    await steps.working(plant, workId)
    plant.at('09:02')
    await measure()
    await tick('09:04')
    expect(await plant.state(workId)).toBe('20/21')
    expect((await causes(workId))[0]?.reason).toContain('泵坑下部 O2 检测仪 GAS2 自')
    expect((await causes(workId))[0]?.reason).not.toContain('GAS1')
  })
})

describe('T28 R10 while gas is not heard nobody goes in', () => {
  const enters = async (workId: string) => {
    const u6 = await personId(plant, workId, 'u6')
    return plant.call('u6', tickets.personIn, { workId, personId: u6 })
  }
  const leaves = async (workId: string) =>
    plant.call('u6', tickets.personOut, { workId, personId: await personId(plant, workId, 'u6') })

  it('after two minutes of silence he may leave, but nobody enters or opens an access lock until it is heard again', async () => {
    await plant[Symbol.asyncDispose]()
    plant = await createOpeningWorld(['u6', 'u8', 'u9', 'u10'], asked)
    const workId = await atWork()
    expect(await openLock(plant, 'u6', 'LK4', workId)).toMatchObject({ success: true })
    expect(await enters(workId)).toMatchObject({ success: true })
    plant.at('09:01')
    expect(await leaves(workId)).toMatchObject({ success: true })
    expect(failing(await enters(workId))).toEqual(['G30'])
    const refused = await openLock(plant, 'u6', 'LK4', workId)
    expect(denied(refused)).toEqual(['R10'])
    expect(refused.result.rules.find((rule) => rule.id === 'R10')?.text).toBe(
      '气体连续监测未到位：泵坑 O2 检测仪 GAS1 自 2026-12-01 08:59:00 起没有读数',
    )
    expect(await plant.state(workId)).toBe('20/20')
    await measure()
    expect(await openLock(plant, 'u6', 'LK4', workId)).toMatchObject({ success: true })
    expect(await enters(workId)).toMatchObject({ success: true })
  })

  it('nor does work start, while people would be warned', async () => {
    const workId = await carryOut(plant, 'ready')
    plant.at('08:58')
    await measure()
    await put(workId)
    await measure()
    plant.at('08:59')
    expect(await g30(workId)).toMatchObject({ pass: true })
    plant.at('09:00')
    expect(await g30(workId)).toMatchObject({ pass: false })
  })

  it('a detector that is taken away is missed at once', async () => {
    const workId = await atWork()
    await off(workId)
    expect(failing(await enters(workId))).toEqual(['G30'])
  })
})

it('G30 T32: work is watched however much other work is measured well: the next look goes on behind it', async () => {
  const workId = await atWork()
  await query(
    `insert into lo_work select (jsonb_populate_record(w, jsonb_build_object('id', '0' || n, 'work_no', 'OTHER-' || n,
      'gas_warn_time', now()))).* from lo_work w cross join generate_series(1, 2) n where w.id = $1`,
    [workId],
  )
  plant.at('09:02')
  const behind = await noteSilentGas(plant.world.ctx, { most: 2 })
  expect(behind.after).toBe('02')
  expect(await noteSilentGas(plant.world.ctx, { after: behind.after, most: 2 })).toEqual({
    told: 1,
    after: '',
  })
  const [{ warned }] = await query(`select gas_warn_time is not null as warned from lo_work where id = $1`, [
    workId,
  ])
  expect(warned).toBe(true)
})
