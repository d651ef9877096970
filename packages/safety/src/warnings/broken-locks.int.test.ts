import { eventually } from '@suoan/platform/testing/eventually'
import { lockEndpoints } from '@suoan/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDeviceBridge, recordEvents } from '../lock-records/index.ts'
import { ackFrom, eventFrom, stateFrom, telemetryFrom } from '../lock-records/testing.ts'
import { carryOut } from '../work-tickets/testing/carry-out.ts'
import { createWarningWorld, type WarningWorld } from './testing/warning-world.ts'

let plant: WarningWorld
let workId: string
beforeAll(async () => {
  plant = await createWarningWorld()
})
beforeEach(async () => {
  await plant.world.database.pool.query('delete from lo_alarm')
})
afterAll(() => plant[Symbol.asyncDispose]())

/** Alarms of locks; a failed point raises one of the ticket beside them. */
const standing = async () =>
  (await plant.alarms())
    .filter((row) => row['status'] === 0 && row['lock_id'] !== null)
    .map((row) => [row['alarm_type'], row['lock_id']])
const lockStatus = async (id: string) =>
  (await plant.world.database.pool.query('select lock_status from lo_lock where id = $1', [id])).rows[0]
    ?.lock_status

describe('a lock that is swapped or carried away from a live point (§9.2)', () => {
  beforeAll(async () => {
    workId = await carryOut(plant, 'working')
  })

  it('a smart key that speaks for a powered lock neither stops work nor alarms: it says nothing of where the lock is', async () => {
    plant.at('09:50')
    const ts = plant.world.clock.now()
    const strayed = eventFrom('LK1', { seq: 1, boot: 'aaaa0002', ts, parentSn: 'K1' }, { type: 'CLOSE', ts })
    await recordEvents(plant.world.ctx, [strayed])
    const { rows } = await plant.world.database.pool.query(
      `select reason from lo_quarantine where device_sn = 'LK1'`,
    )
    expect(rows).toEqual([{ reason: 'WRONG_CARRIER' }])
    await plant.due()
    expect(await plant.state(workId)).toBe('20/20')
    expect(await standing()).toEqual([])
  })

  it('A17 T25: heard through another gateway, its point fails, people are called out, and nothing it said is believed', async () => {
    plant.at('10:00')
    const now = plant.world.clock.now()
    // The server dies between the commit and its reactions.
    await plant.world.withoutReactions(() =>
      recordEvents(plant.world.ctx, [
        eventFrom('LK2', { seq: 1, boot: 'aaaa0001', ts: now, parentSn: 'GW2' }, { type: 'CLOSE', ts: now }),
      ]),
    )
    await eventually(async () => expect(await plant.state(workId)).toBe('20/21'))
    const { points } = await plant.detail(workId)
    expect(points.find((row) => row['pointId'] === 'demo-pt2')).toMatchObject({ state: 9 })
    await eventually(async () => expect(await standing()).toContainEqual(['A17', 'demo-lk2']))
    const { rows } = await plant.world.database.pool.query(
      `select 1 from lo_lock_log where lock_id = 'demo-lk2' and boot_id = 'aaaa0001'`,
    )
    expect(rows).toEqual([])
  })

  it('its serial number cannot be given to another device while it holds a point', async () => {
    await plant.world.database.pool.query(`update lo_lock set chain_seq = 0 where id = 'demo-lk3'`)
    const { rows } = await plant.world.database.pool.query(
      `select revision from lo_lock where id = 'demo-lk3'`,
    )
    const answer = await plant.world.as().put('/lolock/loLock/edit', {
      id: 'demo-lk3',
      deviceSn: 'LK9',
      revision: rows[0]?.revision,
    })
    expect(answer).toMatchObject({ success: false, message: expect.stringContaining('正用于工作票') })
  })

  it('A17: the broker refuses the gateway and tells; where no ticket relies on the lock, nobody is alarmed', async () => {
    const bridge = createDeviceBridge(plant.world.ctx)
    const stray = (sn: string) =>
      bridge.onQuarantine({
        reason: 'WRONG_CARRIER',
        topic: `lo/v1/0/GW2/child/${sn}/up/event`,
        sn,
        recvTs: plant.world.clock.now(),
        size: 2,
        head: '{}',
        delivered: false,
      })
    stray('LK5')
    stray('LK3')
    await eventually(async () => expect(await standing()).toEqual([['A17', 'demo-lk3']]))
  })
})

describe('power cut while a motor lock moves (§9.2)', () => {
  const moving = { latch: 2, shackle: 1 } as const

  it('A04: 6 卡滞 fifteen seconds after it began to move without an end, and READSTATE clears it', async () => {
    plant.at('13:00')
    const at = () => plant.world.clock.now()
    const boot = 'bbbb0001'
    const { cmdId } = await plant.take('u11', lockEndpoints.close, { lockId: 'demo-lk4' })
    const run = ackFrom('LK4', { seq: 1, boot, ts: at() }, cmdId, 'RECV')
    if (run.kind !== 'ack') throw new Error('no ack')
    const running = { ...run, body: { ...run.body, seq: 2, stage: 'RUN', st: moving } } as const
    await recordEvents(plant.world.ctx, [stateFrom('LK4', { seq: 1, boot, ts: at() }, 1), running])
    expect(await lockStatus('demo-lk4')).toBe(4)
    plant.world.clock.advance(14_999)
    await plant.due()
    expect(await lockStatus('demo-lk4')).toBe(4)
    plant.world.clock.advance(1)
    await plant.world.withoutReactions(() => plant.due())
    expect(await lockStatus('demo-lk4')).toBe(6)
    await eventually(async () => expect(await standing()).toEqual([['A04', 'demo-lk4']]))

    await recordEvents(plant.world.ctx, [stateFrom('LK4', { seq: 3, boot, ts: at() }, 1)])
    expect(await lockStatus('demo-lk4')).toBe(1)
    plant.world.clock.advance(60_000)
    await plant.due()
    expect(await standing()).toEqual([])
  })

  it('a move that ends in time is nobody’s business', async () => {
    const at = () => plant.world.clock.now()
    const boot = 'bbbb0002'
    const start = stateFrom('LK4', { seq: 1, boot, ts: at() }, 1)
    if (start.kind !== 'state') throw new Error('no state')
    await recordEvents(plant.world.ctx, [{ ...start, body: { ...start.body, st: moving } }])
    await recordEvents(plant.world.ctx, [stateFrom('LK4', { seq: 2, boot, ts: at() }, 1)])
    plant.world.clock.advance(20_000)
    await plant.due()
    expect(await lockStatus('demo-lk4')).toBe(1)
    expect(await standing()).toEqual([])
  })
})

describe('a lock that says itself that it does not hold a live point (3-domain.md §5.1, T25)', () => {
  let own: WarningWorld
  let ticket: string
  beforeAll(async () => {
    own = await createWarningWorld()
    ticket = await carryOut(own, 'working')
    own.at('10:00')
  })
  afterAll(() => own[Symbol.asyncDispose]())

  it.each([
    ['NOTFULL', 'LK2', 'demo-pt2'],
    ['JAM', 'LK3', 'demo-pt3'],
  ])('%s: its point fails and the people are called out, as when it opens', async (type, sn, pointId) => {
    const ts = own.world.clock.now()
    const shut = { latch: 1, shackle: 1 } as const
    const event = {
      type,
      ts,
      before: shut,
      ...(type === 'NOTFULL' ? { after: { latch: 1, shackle: 0 } as const } : {}),
    }
    await recordEvents(own.world.ctx, [eventFrom(sn, { seq: 1, boot: 'aaaa0001', ts }, event)])
    await own.world.settled()
    expect(await own.state(ticket)).toBe('20/21')
    const { points } = await own.detail(ticket)
    expect(points.find((row) => row['pointId'] === pointId)).toMatchObject({ state: 9 })
  })
})

describe('a lock of a live point that is known as shut by a number it never had', () => {
  let own: WarningWorld
  let ticket: string
  beforeAll(async () => {
    own = await createWarningWorld()
    ticket = await carryOut(own, 'working')
    own.at('10:00')
  })
  afterAll(() => own[Symbol.asyncDispose]())
  const alarmsOf = async (lockId: string) =>
    (await own.alarms()).filter((row) => row['lock_id'] === lockId).map((row) => row['alarm_type'])
  const says = (...messages: Parameters<typeof recordEvents>[1]) => recordEvents(own.world.ctx, messages)
  const jumps = (sn: string) => {
    const ts = own.world.clock.now()
    return says(eventFrom(sn, { seq: 90_000, ts }, { type: 'CLOSE', ts }))
  }
  const goesOn = (seq: number) => {
    own.world.clock.advance(60_000)
    return { seq, ts: own.world.clock.now() }
  }

  it('A16 A17 T25: tells under its old count that it stands open, and its point fails', async () => {
    await jumps('LK2')
    await says(stateFrom('LK2', goesOn(60), 0))
    await expect.poll(() => own.state(ticket)).toBe('20/21')
    const { points } = await own.detail(ticket)
    expect(points.find((row) => row['pointId'] === 'demo-pt2')).toMatchObject({ state: 9 })
    await expect.poll(() => alarmsOf('demo-lk2')).toEqual(expect.arrayContaining(['A16', 'A17']))
  })

  it('A17 T25: tells it by telemetry only, and its point fails', async () => {
    const { ts } = goesOn(0)
    await says(telemetryFrom('LK3', { seq: 1, ts }, { batt: 71, latch: 0, shackle: 0 }))
    const failed = async () => (await own.detail(ticket)).points.find((row) => row['pointId'] === 'demo-pt3')
    await expect.poll(failed).toMatchObject({ state: 9 })
    await expect.poll(() => alarmsOf('demo-lk3')).toEqual(['A17'])
  })

  it('A01 W04 W01: is opened by nobody’s leave, and longer than it may be', async () => {
    await jumps('LK4')
    const { seq, ts } = goesOn(60)
    await says(eventFrom('LK4', { seq, ts }, { type: 'OPEN', uid: 'u13', ts }))
    await expect.poll(() => alarmsOf('demo-lk4')).toEqual(expect.arrayContaining(['A01', 'A16']))
    // What it goes on to say, short of a closing, ends nothing.
    await says(stateFrom('LK4', goesOn(61), 0), eventFrom('LK4', goesOn(62), { type: 'BATL' }))
    own.world.clock.advance(16 * 60_000)
    await own.due()
    const types = async () =>
      (await own.warnings()).filter((row) => row['lock_id'] === 'demo-lk4').map((row) => row['warn_type'])
    await expect.poll(types).toEqual(expect.arrayContaining(['W01', 'W04']))
  })
})
