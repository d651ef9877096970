import { eventually } from '@suoan/platform/testing/eventually'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DeviceCommand, PresenceChange } from '@suoan/contract/device'
import { createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import { inTransaction } from '@suoan/platform/db/transaction'
import { dispatch, storeCommand, type CommandOrder } from '../locks/index.ts'
import { decayTrust } from './decay-trust.ts'
import { authenticateDevice, createDeviceBridge } from './device-bridge.ts'
import { DAY_D, eventFrom, plantDemo } from './testing.ts'

let world: TestWorld
const sent: DeviceCommand[] = []
let online = true

beforeAll(async () => {
  world = await createTestWorld({
    features: [],
    locks: {
      send: async (command) => {
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

const knock = (username: string, password: string) => authenticateDevice(world.ctx, { username, password })

/** A device connects or is touched; resolves when what follows from it is done. */
async function connected(change: PresenceChange): Promise<void> {
  const bridge = createDeviceBridge(world.ctx)
  bridge.onPresence(change)
  await bridge.settled()
}

describe('a device at the broker', () => {
  it('is known by its own secret, a gateway with the locks behind it', async () => {
    const gateway = await knock('0/GW1', 'secret-GW1')
    expect(gateway).toMatchObject({ tenantId: 0, sn: 'GW1' })
    expect(Array.from(gateway?.children ?? []).toSorted()).toEqual(['LB1', 'LK1', 'LK2', 'LK3', 'PL6', 'PL7'])
    expect(await knock('0/LK4', 'secret-LK4')).toMatchObject({ sn: 'LK4', children: [] })
    expect(await knock('0/K1', 'secret-K1')).toMatchObject({ children: 'any' })
  })

  it.each([
    ['another secret', '0/GW1', 'secret-LK4'],
    ['no secret', '0/GW1', ''],
    ['another tenant', '7/GW1', 'secret-GW1'],
    ['a device without a connection of its own', '0/LK1', 'secret-LK1'],
    ['nobody', '0/NOBODY', 'x'],
    ['a name that is none', "0/' or '1'='1", 'x'],
  ])('is refused with %s', async (_what, username, password) => {
    expect(await knock(username, password)).toBeNull()
  })

  it('is refused when it is disabled, and presence does not enable it', async () => {
    await world.database.pool.query("update lo_device set status = 3 where device_sn = 'K1'")
    await connected({ tenantId: 0, sn: 'K1', parentSn: null, online: true, at: DAY_D })
    expect(await knock('0/K1', 'secret-K1')).toBeNull()
  })
})

describe('the bridge', () => {
  it('keeps a gateway from speaking for a lock that is not behind it', async () => {
    await createDeviceBridge(world.ctx).onMessages([
      eventFrom('LK4', { seq: 20, parentSn: 'GW1' }, { type: 'OPEN' }),
    ])
    const { rows } = await world.database.pool.query(
      "select reason from lo_quarantine where device_sn = 'LK4'",
    )
    expect(rows).toEqual([{ reason: 'WRONG_CARRIER' }])
  })

  it('believes nobody about a lock being there but its own carrier, and loses it with no other', async () => {
    const bridge = createDeviceBridge(world.ctx)
    const online = async (sn: string) => {
      const { rows } = await world.database.pool.query(
        `select l.online, d.status from lo_lock l join lo_device d using (tenant_id, device_sn) where l.device_sn = $1`,
        [sn],
      )
      return rows
    }
    const say = (parentSn: string, isThere: boolean, at: number, sn = 'LK1') =>
      bridge.onPresence({ tenantId: 0, sn, parentSn, online: isThere, at })
    await world.database.pool.query(
      `update lo_lock set online = 0, last_seen = null where device_sn in ('LK1', 'LK3')`,
    )
    await world.database.pool.query(`update lo_device set status = 2 where device_sn in ('LK1', 'LK3')`)
    // The change of a registered carrier, noted after the other, says when it has been looked at.
    say('K1', true, DAY_D + 1_000)
    say('GW1', true, DAY_D + 1_000, 'LK3')
    await eventually(async () => expect(await online('LK3')).toEqual([{ online: 1, status: 1 }]))
    expect(await online('LK1')).toEqual([{ online: 0, status: 2 }])
    say('GW1', true, DAY_D + 2_000)
    await eventually(async () => expect(await online('LK1')).toEqual([{ online: 1, status: 1 }]))
    say('K1', false, DAY_D + 3_000)
    say('GW1', false, DAY_D + 3_000, 'LK3')
    await eventually(async () => expect(await online('LK3')).toEqual([{ online: 0, status: 2 }]))
    expect(await online('LK1')).toEqual([{ online: 1, status: 1 }])
  })

  it('counts what the gateway sets aside and keeps the first of it', async () => {
    const bridge = createDeviceBridge(world.ctx)
    for (let n = 0; n < 3; n++)
      bridge.onQuarantine({
        reason: 'NOT_JSON',
        topic: 'lo/v1/0/LK1/up/event',
        sn: 'LK1',
        recvTs: DAY_D,
        size: 12,
        head: '{"a"\0',
        delivered: false,
      })
    await eventually(async () => {
      const { rows } = await world.database.pool.query(
        "select messages::int from lo_quarantine_count where reason = 'NOT_JSON'",
      )
      expect(rows).toEqual([{ messages: 3 }])
    })
  })

  it('sends a FREEZE that waited when its lock comes back, and no OPEN', async () => {
    online = false
    for (const type of ['FREEZE', 'OPEN'] as const) {
      const order = { tenantId: 0, lockId: 'demo-lk2', sn: 'LK2', parentSn: 'GW1', type, by: 'u11' }
      await issue(order)
    }
    expect(await commands('FREEZE')).toMatchObject([{ status: 0 }])
    expect(await commands('OPEN')).toMatchObject([{ status: 9, resultCode: 'LO-D3004' }])
    online = true
    sent.length = 0
    await connected({ tenantId: 0, sn: 'LK2', parentSn: 'GW1', online: true, at: DAY_D })
    expect(sent).toMatchObject([{ type: 'FREEZE', sn: 'LK2', parentSn: 'GW1' }])
  })
})

describe('a passive lock', () => {
  it('hears of a revocation from whichever key touches it next: its own may be the one that was lost', async () => {
    online = false
    const order = {
      tenantId: 0,
      lockId: 'demo-lk5',
      sn: 'LK5',
      parentSn: 'K1',
      type: 'GRANT',
      by: 'u12',
      params: { epoch: 1 },
    } as const
    expect(await issue(order)).toMatchObject({ status: 0 })
    online = true
    sent.length = 0
    await connected({ tenantId: 0, sn: 'LK5', parentSn: 'K2', online: true, at: DAY_D })
    expect(sent).toMatchObject([{ type: 'GRANT', sn: 'LK5', parentSn: 'K2', params: { epoch: 1 } }])
  })
})

describe('the trust in a silent lock', () => {
  it('goes from confirmed to stale to unknown, and the lock off line', async () => {
    await createDeviceBridge(world.ctx).onMessages([
      eventFrom('LK3', { seq: 1, parentSn: 'GW1' }, { type: 'CLOSE' }),
    ])
    const after = async (minutes: number) => {
      world.clock.set(DAY_D + minutes * 60_000)
      await decayTrust(world.ctx)
      return await world.ctx.db
        .selectFrom('loLock')
        .select(['stateTrust', 'online', 'lockStatus'])
        .where('lockCode', '=', 'LK3')
        .executeTakeFirstOrThrow()
    }
    // Heartbeat 5 min, off line after 30.
    expect(await after(9)).toMatchObject({ stateTrust: 1, online: 1 })
    expect(await after(11)).toMatchObject({ stateTrust: 2, online: 1 })
    expect(await after(61)).toEqual({ stateTrust: 9, online: 0, lockStatus: 1 })
  })
})

const issue = async (order: CommandOrder) => {
  const stored = await inTransaction(world.ctx, (tx, emit) =>
    storeCommand(tx, emit, order, world.clock.now()),
  )
  if ('refused' in stored) throw new Error(stored.refused)
  return await dispatch(world.ctx, stored)
}
const commands = (cmdType: string) =>
  world.ctx.db.selectFrom('loCmd').selectAll().where('cmdType', '=', cmdType).execute()
