import type { DeviceCommand, DeviceMessage } from '@suoan/contract/device'
import { lockStatus, stateTrust } from '@suoan/domain/dictionaries'
import { createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asDba } from '../testing/as-dba.ts'
import { createDeviceBridge } from './device-bridge.ts'
import { lockRecords } from './mount.ts'
import { ackFrom, DAY_D, eventFrom, plantDemo, stateFrom, telemetryFrom } from './testing.ts'

let world: TestWorld
let sent: DeviceCommand[] = []
let told: string[] = []
const second = 1_000
const minute = 60 * second

beforeAll(async () => {
  world = await createTestWorld({
    features: [{ name: 'lock-records', mount: lockRecords }],
    locks: {
      async send(command) {
        sent.push(command)
        return { sent: true }
      },
    },
  })
  world.clock.set(DAY_D)
  await plantDemo(world.ctx)
  world.ctx.reactions.declare({
    name: 'test.alarms',
    title: '测试',
    event: 'lock.alarmed',
    key: ({ lockId }) => lockId,
    handle: async (_, alarmed) => void told.push(...alarmed.map(({ eventType }) => eventType)),
  })
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  await asDba(world.database.pool, 'delete from lo_lock_log')
  for (const table of [
    'lo_event_seen',
    'lo_device_gap',
    'lo_device_ingest',
    'lo_lock_onoff',
    'lo_cmd',
    'lo_timer',
  ])
    await sql.raw(`delete from ${table}`).execute(world.ctx.db)
  await sql`update lo_lock set lock_status = 0, latch = 9, shackle = 9, state_trust = 9, state_time = null,
    last_boot = null, last_seq = null, chain_head = null, chain_seq = 0, open_session_id = null,
    last_open_time = null, last_close_time = null`.execute(world.ctx.db)
  world.clock.set(DAY_D)
  sent = []
  told = []
})

/** The messages of one batch, received as the server's clock shows. */
const record = async (...messages: DeviceMessage[]) => {
  const newest = Math.max(...messages.map(({ recvTs }) => recvTs))
  if (newest > world.clock.now()) world.clock.set(newest)
  const bridge = createDeviceBridge(world.ctx)
  await bridge.onMessages(messages)
  // A command that one test left underway would be the answer to the question of the next.
  await bridge.settled()
  await world.settled()
}
const lock = () =>
  world.ctx.db.selectFrom('loLock').selectAll().where('lockCode', '=', 'LK4').executeTakeFirstOrThrow()
const sessions = () =>
  world.ctx.db
    .selectFrom('loLockOnoff')
    .selectAll()
    .where('lockId', '=', 'demo-lk4')
    .orderBy('openTime')
    .execute()
const gaps = async () =>
  (
    await sql<{ missing: string; state: number }>`select missing::text, state from lo_device_gap`.execute(
      world.ctx.db,
    )
  ).rows
const readings = () => sent.filter(({ type }) => type === 'READSTATE')

type Told = Parameters<typeof eventFrom>[2]
const event = (seq: number, at: number, what: Told, envelope: { boot?: string; tq?: 0 | 1 | 2 } = {}) =>
  eventFrom('LK4', { seq, ts: at, ...envelope }, { ts: at, ...what })
const state = (seq: number, at: number, latch: 0 | 1, cmd?: string) =>
  stateFrom('LK4', { seq, ts: at }, latch, cmd)
const reading = (at: number, m: Parameters<typeof telemetryFrom>[2]) =>
  telemetryFrom('LK4', { seq: 1, ts: at }, m)
const open = { latch: 0, shackle: 0 } as const

/** The counter was at 59, jumped once, and goes on with 60. */
async function jumpedShut(): Promise<void> {
  await record(event(59, DAY_D, { type: 'TIME' }), event(90_000, DAY_D + second, { type: 'CLOSE' }))
  expect(await lock()).toMatchObject({ lockStatus: lockStatus.closed, stateTrust: stateTrust.confirmed })
}
const isUnknown = {
  lockStatus: lockStatus.unknown,
  stateTrust: stateTrust.unknown,
  latch: 9,
  shackle: 9,
} as const

describe('a lock whose numbers jumped and go on as before, shut as far as is known', () => {
  const at = DAY_D + minute
  it.each<[string, DeviceMessage, string[]]>([
    ['OPEN', event(60, at, { type: 'OPEN' }), ['NUMBERS']],
    ['FORCE', event(60, at, { type: 'FORCE' }), ['FORCE', 'NUMBERS']],
    ['TAMPER', event(60, at, { type: 'TAMPER' }), ['NUMBERS', 'TAMPER']],
    ['JAM', event(60, at, { type: 'JAM' }), ['JAM', 'NUMBERS']],
    ['NOTFULL', event(60, at, { type: 'NOTFULL' }), ['NOTFULL', 'NUMBERS']],
    [
      'a low battery of an open lock',
      event(60, at, { type: 'BATL', after: open }),
      ['BATL', 'DIFF', 'NUMBERS'],
    ],
    [
      'a failed try at an open lock',
      event(60, at, { type: 'OPEN', ok: false, after: open }),
      ['DIFF', 'NUMBERS'],
    ],
    ['an open state', state(60, at, 0), ['DIFF', 'NUMBERS']],
  ])(
    'is unknown after %s: it is asked for its state, and who relies on it is told',
    async (_, message, alarms) => {
      await jumpedShut()
      await record(message)
      expect(await lock()).toMatchObject({ ...isUnknown, lastSeq: '90000' })
      await expect.poll(readings).toMatchObject([{ sn: 'LK4' }])
      expect([...new Set(told)].toSorted()).toEqual(alarms)
      // Told once; what it goes on to say under the old count makes nothing worse and nothing better.
      told = []
      await record(state(61, at + second, 0), state(62, at + 2 * second, 1))
      expect(await lock()).toMatchObject(isUnknown)
      expect(told).toEqual([])
    },
  )

  it('has its opening recorded with a session that lasts until its closing is told', async () => {
    await jumpedShut()
    await record(event(60, at, { type: 'OPEN', uid: 'u6', method: '04' }))
    expect(await sessions()).toMatchObject([{ state: 1, openUserId: 'u6', judged: 0 }])
    await record(event(61, at + minute, { type: 'CLOSE', uid: 'u6' }))
    expect(await sessions()).toMatchObject([{ state: 2, durationSec: 60 }])
    expect(await lock()).toMatchObject(isUnknown)
  })

  it.each<['state' | 'ack', 0 | 1]>([
    ['state', 1],
    ['state', 0],
    ['ack', 1],
    ['ack', 0],
  ])('is known again by its answer (%s %i), and so are its numbers', async (form, latch) => {
    await jumpedShut()
    await record(event(60, at, { type: 'OPEN' }))
    await expect.poll(readings).toHaveLength(1)
    const cmdId = readings()[0]?.cmdId ?? ''
    const answered = { seq: 61, ts: at + 5 * second }
    const answer = ackFrom('LK4', answered, cmdId, 'DONE')
    if (answer.kind === 'ack' && form === 'ack') answer.body.st = { latch, shackle: latch }
    await record(form === 'state' ? stateFrom('LK4', answered, latch, cmdId) : answer)
    const known = {
      lockStatus: latch === 1 ? lockStatus.closed : lockStatus.open,
      stateTrust: stateTrust.confirmed,
    }
    expect(await lock()).toMatchObject({ ...known, lastSeq: '61' })
    // Numbers that were never used are asked for no more.
    expect(await gaps()).toEqual([{ missing: '{}', state: 2 }])
    told = []
    await record(event(62, at + 6 * second, { type: 'FORCE' }))
    expect(await lock()).toMatchObject({ lockStatus: lockStatus.tampered, stateTrust: stateTrust.confirmed })
    await record(event(63, at + 7 * second, { type: 'CLOSE' }))
    expect(await lock()).toMatchObject({ lockStatus: lockStatus.closed, lastSeq: '63' })
    // The same answer once more, and the number that was wrong, say nothing new.
    await record(form === 'state' ? stateFrom('LK4', answered, latch, cmdId) : answer)
    expect(await lock()).toMatchObject({
      lockStatus: lockStatus.closed,
      stateTrust: stateTrust.confirmed,
      lastSeq: '63',
    })
    expect(told).toEqual(['FORCE'])
  })

  it('is not known by an answer that was given before it opened', async () => {
    await record(event(1, DAY_D, { type: 'CLOSE' }))
    await sql`insert into lo_cmd (id, cmd_id, device_sn, cmd_type, status, issue_time)
      values ('c1', 'c1', 'LK4', 'READSTATE', 1, ${new Date(DAY_D + second)})`.execute(world.ctx.db)
    await record(event(3, DAY_D + 3 * second, { type: 'OPEN' }))
    await record(state(2, DAY_D + 2 * second, 1, 'c1'))
    expect(await lock()).toMatchObject({ lockStatus: lockStatus.open, stateTrust: stateTrust.confirmed })
  })

  it('open as far as is known stays not closed and is believed no more when its closing comes under the old count', async () => {
    await record(event(59, DAY_D, { type: 'TIME' }), event(90_000, DAY_D + second, { type: 'OPEN' }))
    told = []
    await record(state(60, at, 1))
    expect(await lock()).toMatchObject({ lockStatus: lockStatus.open, stateTrust: stateTrust.unknown })
    await expect.poll(readings).toHaveLength(1)
    expect(told).toEqual(['NUMBERS'])
  })

  it('is unknown too when a start that it never made stands above its real one', async () => {
    await record(event(59, DAY_D, { type: 'TIME' }))
    await record(event(1, DAY_D + second, { type: 'CLOSE' }, { boot: 'aaaa0002' }))
    await record(event(60, at, { type: 'OPEN' }))
    expect(await lock()).toMatchObject(isUnknown)
    await expect.poll(readings).toHaveLength(1)
    await record(state(61, at + second, 0, readings()[0]?.cmdId))
    expect(await lock()).toMatchObject({ lockStatus: lockStatus.open, stateTrust: stateTrust.confirmed })
    await record(event(62, at + minute, { type: 'CLOSE' }))
    expect(await lock()).toMatchObject({ lockStatus: lockStatus.closed, stateTrust: stateTrust.confirmed })
  })

  it('is unknown after an opening whose time nobody knows', async () => {
    await jumpedShut()
    await record(event(60, at, { type: 'OPEN' }, { tq: 0 }))
    expect(await lock()).toMatchObject(isUnknown)
  })
})

it('an opening read from the memory of a lock, later than its closing, leaves it not shut: it is asked, and no number was wrong', async () => {
  const at = DAY_D + minute
  await record(event(1, DAY_D, { type: 'CLOSE' }), event(3, at + minute, { type: 'BATL' }))
  told = []
  await record({ ...event(4, at, { type: 'OPEN', hist: true }), recvTs: at + 2 * minute })
  expect(await lock()).toMatchObject({ ...isUnknown, lastSeq: '3' })
  expect(await sessions()).toMatchObject([{ state: 1 }])
  await expect.poll(readings).toHaveLength(1)
  expect(told).toEqual([])
  await record(state(5, at + 3 * minute, 1, readings()[0]?.cmdId))
  expect(await lock()).toMatchObject({ lockStatus: lockStatus.closed, stateTrust: stateTrust.confirmed })
})

describe('a number that no device reaches', () => {
  const wrong = 2 ** 53 - 1
  it.each<[string, DeviceMessage]>([
    ['a state', state(wrong, DAY_D + minute, 0)],
    ['a forced lock', event(wrong, DAY_D + minute, { type: 'FORCE' })],
    ['a jam', event(wrong, DAY_D + minute, { type: 'JAM' })],
  ])('does not leave a lock shut that says otherwise: %s', async (_, message) => {
    await record(event(9, DAY_D, { type: 'CLOSE' }))
    await record(message)
    expect(await lock()).toMatchObject({ ...isUnknown, lastSeq: '9' })
    await expect.poll(readings).toHaveLength(1)
    expect(told).toContain('NUMBERS')
  })

  it('as the first one of a lock does not silence it for ever', async () => {
    await record(event(2 ** 31 - 1, DAY_D, { type: 'CLOSE' }))
    await record(event(1, DAY_D + minute, { type: 'OPEN' }))
    expect(await lock()).toMatchObject(isUnknown)
    await expect.poll(readings).toHaveLength(1)
    await record(state(2, DAY_D + 2 * minute, 0, readings()[0]?.cmdId))
    expect(await lock()).toMatchObject({ lockStatus: lockStatus.open, stateTrust: stateTrust.confirmed })
  })

  it('is no hindrance to the answer of the lock, which tells its state', async () => {
    await record(event(9, DAY_D, { type: 'CLOSE' }))
    await record(event(wrong - 1, DAY_D + minute, { type: 'OPEN' }))
    await expect.poll(readings).toHaveLength(1)
    await record(state(wrong, DAY_D + 2 * minute, 0, readings()[0]?.cmdId))
    expect(await lock()).toMatchObject({
      lockStatus: lockStatus.open,
      stateTrust: stateTrust.confirmed,
      lastSeq: '9',
    })
    await record(event(10, DAY_D + 3 * minute, { type: 'CLOSE' }))
    expect(await lock()).toMatchObject({ lockStatus: lockStatus.closed, lastSeq: '10' })
  })
})

it('an opening in a used place under another event number is kept and alarms (A16), in one batch and in two', async () => {
  const shut = event(1, DAY_D, { type: 'CLOSE' })
  await record(shut, event(1, DAY_D + second, { type: 'OPEN' }))
  expect(await lock()).toMatchObject(isUnknown)
  expect(told).toEqual(['NUMBERS'])
  expect(await sessions()).toMatchObject([{ state: 1 }])
  told = []
  await record(event(2, DAY_D + minute, { type: 'CLOSE' }))
  await record(event(2, DAY_D + 2 * minute, { type: 'OPEN' }))
  expect(await lock()).toMatchObject(isUnknown)
  expect(told).toEqual(['NUMBERS'])
})

describe('an event number that is used again in another place', () => {
  const at = DAY_D + minute
  const id = '01JZ8Q3M7T4C8Y2K9E5V6W7X8Y'

  it.each([
    ['in two batches', false],
    ['in one', true],
  ])('hides no opening and alarms once (A16), %s', async (_, together) => {
    const [shut, opened] = [event(1, DAY_D, { type: 'CLOSE', id }), event(2, at, { type: 'OPEN', id })]
    if (together) await record(shut, opened)
    else {
      await record(shut)
      await record(opened)
    }
    expect(await lock()).toMatchObject(isUnknown)
    expect(told).toEqual(['NUMBERS'])
    expect(await sessions()).toMatchObject([{ state: 1 }])
    // Its message once more is the same event.
    await record(opened)
    expect(told).toEqual(['NUMBERS'])
    expect(await sessions()).toHaveLength(1)
  })

  it('alarms after a restart too', async () => {
    await record(event(1, DAY_D, { type: 'CLOSE', id }))
    await record(event(1, at, { type: 'OPEN', id }, { boot: 'ffff0001' }))
    expect(await lock()).toMatchObject(isUnknown)
    expect(told).toContain('NUMBERS')
  })

  it('is none where the memory of the lock was read, before or after the event itself came', async () => {
    await record(event(1, DAY_D, { type: 'CLOSE', id }))
    await record(event(3, DAY_D, { type: 'CLOSE', id, hist: true }))
    const late = '01JZ8Q3M7T4C8Y2K9E5V6W7X90'
    await record(event(5, DAY_D + second, { type: 'BATL', id: late, hist: true }))
    await record(event(4, DAY_D + second, { type: 'BATL', id: late }))
    expect(told).not.toContain('NUMBERS')
    expect(await lock()).toMatchObject({ lockStatus: lockStatus.closed, stateTrust: stateTrust.confirmed })
  })
})

describe('a passive lock, which tells everything later through its key', () => {
  const ofKey = (seq: number, at: number, what: Told) =>
    eventFrom('LK5', { seq, ts: at, parentSn: 'K1' }, { ts: at, ...what })
  const passive = () =>
    world.ctx.db.selectFrom('loLock').selectAll().where('lockCode', '=', 'LK5').executeTakeFirstOrThrow()
  const isShut = { lockStatus: lockStatus.closed, stateTrust: stateTrust.confirmed }
  const [opened, shut] = [
    { type: 'OPEN', hist: true },
    { type: 'CLOSE', hist: true },
  ] as const
  beforeEach(() => record(ofKey(1, DAY_D, { type: 'CLOSE' })))

  it('is not shut after an opening that no closing follows; no number was wrong', async () => {
    await record(ofKey(2, DAY_D + minute, opened))
    expect(await passive()).toMatchObject(isUnknown)
    expect(told).toEqual([])
  })

  it('stays shut after an opening and the closing behind it, in whatever order they come', async () => {
    await record(ofKey(2, DAY_D + minute, opened), ofKey(3, DAY_D + 2 * minute, shut))
    expect(await passive()).toMatchObject(isShut)
    await record(ofKey(5, DAY_D + 4 * minute, shut), ofKey(4, DAY_D + 3 * minute, opened))
    expect(await passive()).toMatchObject(isShut)
    await record(ofKey(7, DAY_D + 6 * minute, shut))
    await record(ofKey(6, DAY_D + 5 * minute, opened))
    expect(await passive()).toMatchObject(isShut)
  })

  it('stays shut after an opening from before its state', async () => {
    await record(ofKey(2, DAY_D - minute, opened))
    expect(await passive()).toMatchObject(isShut)
  })

  it('is shut again when it is touched', async () => {
    await record(ofKey(2, DAY_D + minute, opened))
    await record(ofKey(3, DAY_D + 2 * minute, { type: 'CLOSE' }))
    expect(await passive()).toMatchObject(isShut)
  })
})

describe('telemetry', () => {
  const at = DAY_D + minute
  it.each([
    ['both sensors open', open],
    ['the shackle open', { latch: 1, shackle: 0 }],
    ['the latch open, without a word of the shackle', { latch: 0 }],
  ] as const)('with %s denies that the lock is shut (A17)', async (_, m) => {
    await record(event(1, DAY_D, { type: 'CLOSE' }))
    await record(reading(at, { batt: 71, ...m }))
    expect(await lock()).toMatchObject({ ...isUnknown, battery: 71 })
    await expect.poll(readings).toHaveLength(1)
    expect(told).toEqual(['DIFF'])
    await record(reading(at + 5 * minute, m))
    expect(told).toEqual(['DIFF'])
    await record(state(2, at + 5 * minute + second, 0, readings()[0]?.cmdId))
    expect(await lock()).toMatchObject({ lockStatus: lockStatus.open, stateTrust: stateTrust.confirmed })
    expect(await sessions()).toMatchObject([{ state: 1 }])
  })

  it('that says shut of an open lock makes it no closed one: it is asked', async () => {
    await record(event(1, DAY_D, { type: 'OPEN' }))
    await record(reading(at, { latch: 1, shackle: 1 }))
    expect(await lock()).toMatchObject({ lockStatus: lockStatus.open, stateTrust: stateTrust.unknown })
    await expect.poll(readings).toHaveLength(1)
    expect(told).toEqual([])
  })

  it('of a lock whose state is unknown has it asked again, a minute later at the earliest', async () => {
    await record(event(1, DAY_D, { type: 'CLOSE' }))
    await record(reading(at, open))
    await expect.poll(readings).toHaveLength(1)
    await sql`update lo_cmd set status = 4`.execute(world.ctx.db)
    await record(reading(at + 2 * minute, open))
    await expect.poll(readings).toHaveLength(2)
  })

  it.each([
    ['as it is known', DAY_D + minute, { latch: 1, shackle: 1 }],
    ['from before the closing', DAY_D - minute, open],
    ['of a motor on its way', DAY_D + minute, { latch: 2, shackle: 1 }],
    ['without the sensors', DAY_D + minute, { batt: 80 }],
    ['of sensors that say nothing', DAY_D + minute, { latch: 9, shackle: 9 }],
  ] as const)('%s changes nothing', async (_, ts, m) => {
    await record(event(1, DAY_D, { type: 'CLOSE' }))
    await record(reading(ts, m))
    expect(await lock()).toMatchObject({ lockStatus: lockStatus.closed, stateTrust: stateTrust.confirmed })
    expect([sent, told]).toEqual([[], []])
  })

  it('does not talk a forced lock shut', async () => {
    await record(event(1, DAY_D, { type: 'FORCE' }))
    told = []
    await record(reading(at, { latch: 1, shackle: 1 }))
    expect(await lock()).toMatchObject({ lockStatus: lockStatus.tampered, stateTrust: stateTrust.confirmed })
    expect([sent, told]).toEqual([[], []])
  })

  it('of a disabled device is believed that its lock stands open, and nothing else', async () => {
    await record(event(1, DAY_D, { type: 'CLOSE' }))
    await sql`update lo_device set status = 3 where device_sn = 'LK4'`.execute(world.ctx.db)
    await record(reading(at, { batt: 3, ...open }))
    await expect.poll(readings).toMatchObject([{ sn: 'LK4' }])
    await sql`update lo_device set status = 1 where device_sn = 'LK4'`.execute(world.ctx.db)
    expect(await lock()).toMatchObject(isUnknown)
    expect((await lock()).battery).not.toBe(3)
    expect(told).toEqual(['DIFF'])
  })
})

describe('what is sent again after an absence', () => {
  const untouched = async () => {
    expect(await lock()).toMatchObject({ lockStatus: lockStatus.closed, stateTrust: stateTrust.confirmed })
    expect([readings(), told]).toEqual([[], []])
  }

  it('changes nothing: openings and states from before what is known', async () => {
    const opened = event(2, DAY_D + minute, { type: 'OPEN' })
    const stood = state(3, DAY_D + minute + second, 0)
    await record(
      event(1, DAY_D, { type: 'TIME' }),
      opened,
      stood,
      event(4, DAY_D + 2 * minute, { type: 'CLOSE' }),
    )
    for (const recvTs of [DAY_D + 3 * minute, DAY_D + 60 * minute])
      await record(
        ...[opened, stood, event(1, DAY_D, { type: 'OPEN' })].slice(0, 2).map((one) => ({ ...one, recvTs })),
      )
    await untouched()
  })

  it('changes nothing: what waited in the device while a newer state came first', async () => {
    await record(event(1, DAY_D, { type: 'CLOSE' }))
    await record(state(4, DAY_D + 10 * minute, 1))
    const recvTs = DAY_D + 10 * minute + second
    await record({ ...event(2, DAY_D + 5 * minute, { type: 'OPEN' }), recvTs })
    await record({ ...event(3, DAY_D + 6 * minute, { type: 'CLOSE' }), recvTs })
    await untouched()
    expect(await sessions()).toMatchObject([{ state: 3 }])
  })

  it.each([-10 * minute, 7 * minute])('changes nothing where the clock is %i ms off', async (off) => {
    const said = (message: DeviceMessage, recvTs: number): DeviceMessage => ({ ...message, recvTs })
    const messages = [
      said(event(1, DAY_D + off, { type: 'CLOSE' }), DAY_D + 300),
      said(event(2, DAY_D + minute + off, { type: 'OPEN' }), DAY_D + minute + 200),
      said(state(3, DAY_D + minute + second + off, 0), DAY_D + minute + second + 300),
      said(event(4, DAY_D + 2 * minute + off, { type: 'CLOSE' }), DAY_D + 2 * minute + 100),
    ]
    for (const message of messages) await record(message)
    for (const message of messages) await record(said(message, DAY_D + 30 * minute))
    await untouched()
  })

  it('changes nothing where the clock was set meanwhile', async () => {
    const stood = state(2, DAY_D - 10 * minute + minute, 0)
    await record(
      { ...event(1, DAY_D - 10 * minute, { type: 'OPEN' }), recvTs: DAY_D },
      { ...stood, recvTs: DAY_D + minute },
      { ...event(3, DAY_D - 10 * minute + 2 * minute, { type: 'CLOSE' }), recvTs: DAY_D + 2 * minute },
    )
    await expect.poll(() => sent).toMatchObject([{ type: 'TIME' }])
    await record(ackFrom('LK4', { seq: 4, ts: DAY_D + 3 * minute }, sent[0]?.cmdId ?? '', 'DONE'))
    await record({ ...stood, recvTs: DAY_D + 30 * minute })
    await untouched()
  })
})
