import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DeviceCommand } from '@suoan/contract/device'
import { createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import { runDueTimers } from '@suoan/platform/timers/testing'
import { lockRecords } from './index.ts'
import { createDeviceBridge } from './device-bridge.ts'
import { readHeldStates } from './read-held-states.ts'
import { DAY_D, plantDemo } from './testing.ts'

let world: TestWorld
let sent: DeviceCommand[]

beforeEach(async () => {
  sent = []
  world = await createTestWorld({
    features: [{ name: 'lock-records', mount: lockRecords }],
    locks: {
      send: async (command) => {
        sent.push(command)
        return { sent: true }
      },
    },
  })
  world.clock.set(DAY_D)
  await plantDemo(world.ctx)
  for (const n of [1, 2])
    await query(`insert into lo_point_hold (id, tenant_id, point_id, work_id, lock_id, user_id, hold_type, state, placed_time)
      values ('h${n}', 0, 'demo-pt${n}', 'w', 'demo-lk${n}', 'u9', 1, 1, now())`)
  await query(`update lo_lock set state_time = '2026-11-30 08:00:00+08'`)
})
afterEach(() => world[Symbol.asyncDispose]())

const query = async (text: string) => (await world.database.pool.query(text)).rows
const waiting = () =>
  query(`select subject_id from lo_timer where kind = 'lock.readState' order by subject_id`)
const due = async (ms: number) => {
  world.clock.advance(ms)
  await runDueTimers(world.ctx)
}
const asked = () => sent.map(({ type, sn }) => `${type} ${sn}`).toSorted()

describe('after an absence', () => {
  it('every lock that holds a point is asked for its state once, and no other', async () => {
    createDeviceBridge(world.ctx).onReturn()
    await expect.poll(waiting).toHaveLength(2)
    expect(sent).toEqual([])
    await due(5000)
    expect(asked()).toEqual(['READSTATE LK1', 'READSTATE LK2'])
    await due(60_000)
    expect(sent).toHaveLength(2)
  })

  it('the locks behind a gateway are asked when it comes back, those of others are not', async () => {
    createDeviceBridge(world.ctx).onPresence({
      tenantId: 0,
      sn: 'LK4',
      parentSn: null,
      online: true,
      at: DAY_D,
    })
    createDeviceBridge(world.ctx).onPresence({
      tenantId: 7,
      sn: 'GW1',
      parentSn: null,
      online: true,
      at: DAY_D,
    })
    createDeviceBridge(world.ctx).onPresence({
      tenantId: 0,
      sn: 'GW1',
      parentSn: null,
      online: true,
      at: DAY_D,
    })
    await expect.poll(waiting).toHaveLength(2)
    await due(5000)
    expect(asked()).toEqual(['READSTATE LK1', 'READSTATE LK2'])
  })

  it('a lock that has spoken since is left alone, and so is one that no longer holds', async () => {
    await readHeldStates(world.ctx, null)
    await query(`update lo_lock set state_time = '2026-12-01 09:00:03+08' where id = 'demo-lk1'`)
    await query(`update lo_point_hold set state = 4 where id = 'h2'`)
    await due(5000)
    expect(sent).toEqual([])
  })

  it('asks at most five a second, whatever their number', async () => {
    await query(`insert into lo_device (id, tenant_id, device_sn, device_name, kind, parent_sn, status, del_flag)
      select 'x' || n, 0, 'X' || n, 'X' || n, 'LOCK', 'GW1', 1, 0 from generate_series(1, 23) n`)
    await query(`insert into lo_lock select (jsonb_populate_record(l, jsonb_build_object('id', 'x' || n, 'lock_code', 'X' || n,
      'device_sn', 'X' || n, 'mac', null, 'qr_code', null))).* from lo_lock l, generate_series(1, 23) n where l.id = 'demo-lk1'`)
    await query(`insert into lo_point_hold (id, tenant_id, point_id, work_id, lock_id, user_id, hold_type, state, placed_time)
      select 'x' || n, 0, 'demo-pt1', 'w' || n, 'x' || n, 'u9', 1, 1, now() from generate_series(1, 23) n`)
    expect(await readHeldStates(world.ctx, null)).toBe(25)
    await due(5000)
    expect(sent).toHaveLength(5)
    for (const total of [10, 15, 20, 25, 25]) {
      await due(1000)
      expect(sent).toHaveLength(total)
    }
  })
})
