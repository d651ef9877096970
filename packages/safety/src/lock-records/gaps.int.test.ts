import type { DeviceCommand } from '@suoan/contract/device'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { statementsOf } from '@suoan/platform/testing/count-statements'
import { createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import { runDueTimers } from '@suoan/platform/timers/testing'
import { locks } from '../locks/index.ts'
import { lockRecords } from './mount.ts'
import { recordEvents } from './record-events.ts'
import { ackFrom, DAY_D, eventFrom, plantDemo } from './testing.ts'

let world: TestWorld
let sent: DeviceCommand[] = []
let online = true
const minute = 60_000

beforeAll(async () => {
  world = await createTestWorld({
    features: [
      { name: 'locks', mount: locks },
      { name: 'lock-records', mount: lockRecords },
    ],
    locks: {
      async send(command) {
        if (!online) return { sent: false, code: 'LO-D3004' }
        sent.push(command)
        return { sent: true }
      },
    },
  })
  world.clock.set(DAY_D)
  await plantDemo(world.ctx)
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  world.clock.set(DAY_D)
  sent = []
  online = true
  for (const table of ['lo_device_gap', 'lo_device_ingest', 'lo_cmd', 'lo_timer', 'lo_event_seen'])
    await sql.raw(`delete from ${table}`).execute(world.ctx.db)
})

const says = (seq: number, type = 'TIME') =>
  recordEvents(world.ctx, [eventFrom('LK4', { seq, ts: world.clock.now() }, { type, ts: world.clock.now() })])
const due = async (ms = 0) => {
  world.clock.advance(ms)
  await runDueTimers(world.ctx)
}
const asked = () =>
  sent.filter(({ type }) => type === 'READLOG').map(({ params }) => [params['from'], params['to']])
const gap = async () =>
  (
    await sql<{ missing: string; state: number }>`select missing::text, state from lo_device_gap`.execute(
      world.ctx.db,
    )
  ).rows[0]
const done = async (n: number, seq: number) => {
  const command = sent.filter(({ type }) => type === 'READLOG')[n]
  await recordEvents(world.ctx, [
    ackFrom('LK4', { seq, ts: world.clock.now() }, command?.cmdId ?? '', 'DONE'),
  ])
}

it('gaps of many devices in one batch take as many round trips as one, and each is kept whole', async () => {
  const serials = ['LK1', 'LK2', 'LK3', 'LK4']
  const told = (seq: number, from: readonly string[]) =>
    from.map((sn) => eventFrom(sn, { seq, ts: world.clock.now() }, { type: 'TIME', ts: world.clock.now() }))
  const trips = (seqs: readonly number[], from: readonly string[]) =>
    statementsOf(world.database.pool, () =>
      recordEvents(
        world.ctx,
        seqs.flatMap((seq) => told(seq, from)),
      ),
    )
  await recordEvents(world.ctx, told(1, serials))
  // Two jumps of each in one batch; the second batch widens what the first has opened.
  const one = await trips([4, 7], ['LK1'])
  const many = await trips([4, 7], ['LK2', 'LK3', 'LK4'])
  expect(many).toHaveLength(one.length)
  await trips([10], serials)
  const { rows } =
    await sql`select device_sn as sn, from_seq::int as "from", to_seq::int as "to", missing::text, state
    from lo_device_gap order by device_sn`.execute(world.ctx.db)
  expect(rows).toEqual(
    serials.map((sn) => ({ sn, from: 2, to: 9, missing: '{[2,4),[5,7),[8,10)}', state: 1 })),
  )
  await due()
  expect(asked()).toHaveLength(serials.length)
})

it('a gap of thirty numbers is asked for although an out-of-order message was asked for a moment ago', async () => {
  await says(1)
  await says(3)
  await due()
  await says(2)
  expect(await gap()).toEqual({ missing: '{}', state: 2 })
  await says(34)
  await due()
  await due(2 * minute)
  expect(asked()).toContainEqual([4, 33])
})

it('a gap is asked for until the device has answered, with longer waits, and then it is filled', async () => {
  await says(1)
  await says(5)
  await due()
  expect(asked()).toEqual([[2, 4]])
  // READLOG lives an hour and is repeated twice (§5.6); nothing answers.
  for (let n = 0; n < 30; n += 1) await due(6 * minute)
  expect(
    new Set(sent.filter(({ type }) => type === 'READLOG').map(({ cmdId }) => cmdId)).size,
  ).toBeGreaterThan(1)
  expect(await gap()).toEqual({ missing: '{[2,5)}', state: 1 })
  await done(asked().length - 1, 6)
  expect(await gap()).toMatchObject({ state: 2 })
  const before = sent.length
  await due(24 * 60 * minute)
  expect(sent.length).toBe(before)
})

it('more numbers than a device keeps are asked for in parts', async () => {
  await says(1)
  await says(1_200)
  await due()
  expect(asked()).toEqual([[2, 501]])
  await done(0, 1_201)
  await due()
  expect(asked().at(-1)).toEqual([502, 1001])
  expect(await gap()).toMatchObject({ state: 1 })
})

it('a device that is away is asked when it is back: nothing is forgotten', async () => {
  online = false
  await says(1)
  await says(4)
  await due()
  expect(await gap()).toMatchObject({ state: 1 })
  online = true
  for (let n = 0; n < 10; n += 1) await due(6 * minute)
  expect(asked()[0]).toEqual([2, 3])
})
