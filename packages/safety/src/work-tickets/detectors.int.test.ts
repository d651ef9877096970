import { newUlid } from '@suoan/kit/id'
import type { DeviceMessage } from '@suoan/contract/device'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordEvents } from '../lock-records/index.ts'
import { carryOut, steps } from './testing/carry-out.ts'
import { gasDetectorEndpoints as detectors, workTicketEndpoints as tickets } from '@suoan/contract'
import { failing } from './testing/failing-rules.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

let plant: TicketWorld
let seq: number
beforeEach(async () => {
  plant = await createTicketWorld()
  seq = 0
})
afterEach(() => plant[Symbol.asyncDispose]())

interface Said {
  readonly gas: string
  readonly value: number
  readonly unit?: string
  readonly hist?: boolean
  readonly id?: string
  /** How long ago it was measured, s. */
  readonly ago?: number
}

/** A detector publishes on `up/gas`; what follows from it has happened when this resolves. */
async function measure(said: Said, from: { sn?: string; tq?: 0 | 2; tenantId?: number } = {}) {
  const { sn = 'GAS1', tq = 2, tenantId = 0 } = from
  const now = plant.world.clock.now()
  const { gas, value, unit = '%vol', hist = false, id = newUlid(), ago = 0 } = said
  const message: DeviceMessage = {
    kind: 'gas',
    tenantId,
    sn,
    parentSn: null,
    recvTs: now,
    topic: `lo/v1/${tenantId}/${sn}/up/gas`,
    body: {
      v: 1,
      sn,
      boot: '9f31c2aa',
      seq: ++seq,
      ts: now,
      tq,
      readings: [{ id, gas, value, unit, ts: now - ago * 1000, hist }],
    },
  }
  const recorded = await recordEvents(plant.world.ctx, [message])
  await plant.world.settled()
  return recorded
}

const samples = async (workId: string) =>
  (
    await plant.world.database.pool.query(
      `select gas_code as gas, value::float8, pass, point_desc as place from lo_work_gas where work_id = $1 order by create_time, id`,
      [workId],
    )
  ).rows

describe('a gas detector in the area of a ticket (T30)', () => {
  it('stops the work with a failing reading, without being assigned to it', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('10:00')
    await measure({ gas: 'O2', value: 20.9 })
    expect(await plant.state(workId)).toBe('20/20')
    await measure({ gas: 'O2', value: 17 })
    expect(await plant.state(workId)).toBe('20/21')
    expect(await samples(workId)).toEqual([{ gas: 'O2', value: 17, pass: 0, place: '检测仪 GAS1' }])
    const { rows } = await plant.world.database.pool.query(
      `select diff->>'deviceSn' as sn, trans_id from lo_work_trans where work_id = $1 order by seq desc limit 1`,
      [workId],
    )
    expect(rows).toEqual([{ sn: 'GAS1', trans_id: 'T30' }])
  })

  it('that finds one planned place good leaves the ticket to be tested at the other', async () => {
    const workId = await carryOut(
      plant,
      'ready',
      await plant.draft({
        gasPlaces: [
          { place: '泵坑', level: '' },
          { place: '井口', level: '' },
        ],
      }),
    )
    await plant.world.database.pool.query(`update lo_work_type set gas_required = 1, gas_codes = 'O2'`)
    plant.at('08:56')
    await measure({ gas: 'O2', value: 20.9 })
    await plant.take('u10', detectors.detectorOn, { workId, deviceSn: 'GAS1', pointDesc: '泵坑' })
    await measure({ gas: 'O2', value: 20.9 })
    expect(await samples(workId)).toMatchObject([{ place: '泵坑', pass: 1 }])
    expect((await plant.detail(workId)).ticket.gasState).toBe(2)
  })

  it.each([
    ['O₂', 17, '%vol', 'O2'],
    ['氧气', 17, '%vol', 'O2'],
    ['硫化氢', 50, 'mg/m3', 'H2S'],
  ])('stops the work by whatever name it calls the gas: %s', async (gas, value, unit, code) => {
    const workId = await carryOut(plant, 'working')
    plant.at('10:00')
    await measure({ gas, value, unit })
    expect(await plant.state(workId)).toBe('20/21')
    expect(await samples(workId)).toMatchObject([{ gas: code, value }])
  })

  it('whose clock was set back between two readings: the bad one is the newest all the same', async () => {
    const workId = await carryOut(plant, 'ready')
    plant.at('08:56')
    await measure({ gas: 'O2', value: 20.9 })
    await plant.take('u10', detectors.detectorOn, { workId, deviceSn: 'GAS1', pointDesc: '泵坑' })
    plant.at('08:57')
    await measure({ gas: 'O2', value: 20.9 })
    plant.at('08:58')
    await measure({ gas: 'O2', value: 8, ago: 3600 })
    plant.at('09:00')
    await plant.call('u5', tickets.start, { workId })
    await plant.call('u4', tickets.start, { workId })
    await plant.world.settled()
    // Whether it was let start or not, nobody works in it.
    expect(await plant.state(workId)).not.toBe('20/20')
  })

  it.each([
    ['out of calibration', `update lo_device set calib_valid_to = '2026-11-30' where kind = 'GAS'`, {}],
    ['with a clock never set', 'select 1', { tq: 0 }],
    ['of the area around the ticket', `update lo_device set area_code = 'A01' where kind = 'GAS'`, {}],
  ] as const)('stops it also %s', async (_name, change, from) => {
    const workId = await carryOut(plant, 'working')
    plant.at('10:00')
    await plant.world.database.pool.query(change)
    await measure({ gas: 'O2', value: 17 }, from)
    expect(await plant.state(workId)).toBe('20/21')
  })

  it.each([
    ['a unit nobody can compare', { value: 20.9, unit: 'ppm' }],
    ['a reading below zero', { value: -0.2 }],
    ['a number beyond every range', { value: 1e12 }],
  ])('stops it with %s', async (_name, said) => {
    const workId = await carryOut(plant, 'working')
    plant.at('10:00')
    await measure({ gas: 'O2', ...said })
    expect(await plant.state(workId)).toBe('20/21')
  })

  it('does not stop work in another area, of another tenant, or for a device that is no detector', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('10:00')
    expect(await measure({ gas: 'O2', value: 1 }, { sn: 'LK4' })).toMatchObject({ unknown: 1 })
    expect(await measure({ gas: 'O2', value: 1 }, { tenantId: 7 })).toMatchObject({ unknown: 1 })
    await plant.world.database.pool.query(`update lo_device set area_code = 'A02' where kind = 'GAS'`)
    await measure({ gas: 'O2', value: 1 })
    expect(await plant.state(workId)).toBe('20/20')
  })

  it('takes the same reading once, however often it is sent, and history that was overtaken not at all', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('10:00')
    await measure({ gas: 'O2', value: 20.9 })
    await measure({ gas: 'O2', value: 17, hist: true, ago: 600 })
    expect(await plant.state(workId)).toBe('20/20')
    const id = newUlid()
    await measure({ gas: 'O2', value: 17, id })
    await measure({ gas: 'O2', value: 17, id })
    expect(await samples(workId)).toHaveLength(1)
  })

  it('stops work that begins while its newest reading is bad', async () => {
    const workId = await carryOut(plant, 'ready')
    plant.at('09:00')
    await plant.world.database.pool.query(`update lo_device set area_code = 'A02' where kind = 'GAS'`)
    await measure({ gas: 'O2', value: 17 })
    await plant.world.database.pool.query(`update lo_device set area_code = 'A01A01' where kind = 'GAS'`)
    await steps.working(plant, workId)
    await plant.world.settled()
    expect(await plant.state(workId)).toBe('20/21')
  })

  it('is one row of the chain a minute while the work stands still, not one a second', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('10:00')
    for (let second = 0; second < 20; second += 1) {
      await measure({ gas: 'O2', value: 17 })
      plant.world.clock.advance(1000)
    }
    expect(await samples(workId)).toHaveLength(1)
  })
})

describe('a failing reading where nobody works (A14)', () => {
  const alarms = async () =>
    (
      await plant.world.database.pool.query(
        `select source_sn as sn, area_code as area, work_id as work, status, value from lo_alarm where alarm_type = 'A14' order by first_time, id`,
      )
    ).rows

  /** A second after the one before. */
  const later = (said: Said) => {
    plant.world.clock.advance(1000)
    return measure(said)
  }

  it('is an alarm of the area of the detector, once, until every gas is good again', async () => {
    plant.at('08:00')
    await later({ gas: 'O2', value: 17 })
    await later({ gas: 'CH4', value: 2 })
    expect(await alarms()).toEqual([
      { sn: 'GAS1', area: 'A01A01', work: null, status: 0, value: '检测仪 GAS1 O2 17 %vol' },
    ])
    await later({ gas: 'O2', value: 20.9 })
    expect(await alarms()).toMatchObject([{ status: 0 }])
    await later({ gas: 'CH4', value: 0 })
    expect(await alarms()).toMatchObject([{ status: 2 }])
  })

  it('is an alarm of the detector alone where it has no area', async () => {
    plant.at('08:00')
    await plant.world.database.pool.query(`update lo_device set area_code = null where kind = 'GAS'`)
    await later({ gas: 'O2', value: 17 })
    expect(await alarms()).toMatchObject([{ sn: 'GAS1', area: null, work: null, status: 0 }])
  })

  it('keeps work from starting in its area (G16); work under way raises its own', async () => {
    const workId = await carryOut(plant, 'ready')
    plant.at('08:58')
    await later({ gas: 'O2', value: 17 })
    expect(await alarms()).toMatchObject([{ area: 'A01A01', work: null }])
    const refused = await plant.call('u5', tickets.start, { workId })
    expect(failing(refused)).toContain('G16')
    await later({ gas: 'O2', value: 20.9 })
    await steps.working(plant, workId)
    await later({ gas: 'O2', value: 17 })
    expect(await plant.state(workId)).toBe('20/21')
    expect(await alarms()).toMatchObject([
      { work: null, status: 2 },
      { work: workId, status: 0 },
    ])
  })
})

describe('a gas detector assigned to a place of a ticket (G14)', () => {
  const put = (workId: string, who = 'u10') =>
    plant.call(who, detectors.detectorOn, { workId, deviceSn: 'GAS1', pointDesc: '泵坑底部' })

  it('makes its passing readings samples of that place, one in five minutes', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('10:00')
    await measure({ gas: 'O2', value: 20.9 })
    expect(await samples(workId)).toEqual([])
    expect(await put(workId)).toMatchObject({ success: true })
    for (const _again of [1, 2, 3]) await measure({ gas: 'O2', value: 20.8 })
    expect(await samples(workId)).toEqual([{ gas: 'O2', value: 20.8, pass: 1, place: '泵坑底部' }])
    plant.world.clock.advance(6 * 60_000)
    await measure({ gas: 'O2', value: 20.7 })
    expect(await samples(workId)).toHaveLength(2)
    expect(await plant.state(workId)).toBe('20/20')
  })

  it.each([
    ['out of calibration', `update lo_device set calib_valid_to = '2026-11-30' where kind = 'GAS'`, {}],
    ['with a clock never set', 'select 1', { tq: 0 }],
  ] as const)('proves nothing %s, and stops the work all the same', async (_name, change, from) => {
    const workId = await carryOut(plant, 'working')
    plant.at('10:00')
    await measure({ gas: 'O2', value: 20.9 })
    await put(workId)
    await plant.world.database.pool.query(change)
    await measure({ gas: 'O2', value: 20.9 }, from)
    expect(await samples(workId)).toEqual([])
    await measure({ gas: 'O2', value: 17 }, from)
    expect(await plant.state(workId)).toBe('20/21')
  })

  it('stops the work of its ticket wherever its area is', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('10:00')
    await measure({ gas: 'O2', value: 20.9 })
    await put(workId)
    await plant.world.database.pool.query(`update lo_device set area_code = 'A02' where kind = 'GAS'`)
    await measure({ gas: 'O2', value: 17 })
    expect(await plant.state(workId)).toBe('20/21')
    expect(await samples(workId)).toMatchObject([{ place: '泵坑底部', pass: 0 }])
  })

  it('is put by who tests or guards, at one place at a time, and only while it can be relied on', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('10:00')
    expect((await put(workId)).message).toContain('还没有上报可信的时间')
    await measure({ gas: 'O2', value: 20.9 })
    expect((await put(workId, 'u6')).message).toContain('须由气体检测人或监护人操作')
    expect(await put(workId)).toMatchObject({ success: true })
    expect((await put(workId)).message).toContain('的“泵坑底部”，请先在该票撤回')
    const shown = await plant.take('u10', detectors.ofTicket, { workId })
    expect(shown).toMatchObject([
      {
        deviceSn: 'GAS1',
        pointDesc: '泵坑底部',
        readings: [{ gasCode: 'O2', value: 20.9, verdict: 'pass' }],
      },
    ])
    expect(await plant.take('u10', detectors.tickets, {})).toMatchObject([{ workId }])
    await plant.take('u10', detectors.detectorOff, { workId, deviceSn: 'GAS1' })
    expect(await plant.take('u10', detectors.ofTicket, { workId })).toEqual([])
    await plant.world.database.pool.query(
      `update lo_device set calib_valid_to = '2026-11-30' where kind = 'GAS'`,
    )
    expect((await put(workId)).message).toContain('已过期')
  })
})
