import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestWorld, type TestWorld } from '../testing/test-world.ts'
import { createHub } from './hub.ts'
import { pushToSockets } from './notice-channel.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld({ features: [] })
  await world.database.pool.query(`
    insert into sys_tenant (id, name, status) values (8, '甲厂', 1), (9, '乙厂', 2), (10, '丙厂', 1);
    insert into sys_user (id, tenant_id, username, status, rel_tenant_ids) values
      ('u1', 0, 'u1', 1, null), ('frozen', 0, 'frozen', 2, null), ('member', 8, 'member', 1, '8,9')`)
})
afterAll(() => world[Symbol.asyncDispose]())

/** Connects sessions and gives what the look of a minute later closed. */
async function closedAfterAMinute(
  sessions: readonly {
    readonly id: string
    readonly userId?: string
    readonly tenants?: readonly number[]
    readonly seen?: number
    readonly expires?: number
  }[],
  expected: readonly string[],
): Promise<void> {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const hub = createHub({ ofSession: 10, inAll: 100 })
  const end = pushToSockets(world.ctx, hub)
  try {
    const now = world.clock.now()
    const closed: string[] = []
    for (const { id, userId = 'u1', tenants = [0], seen = now, expires = now + 1 } of sessions) {
      await world.database.pool.query(
        `insert into sys_session (id, token_hash, user_id, tenant_id, created_at, last_seen_at, expires_at)
         values ($1, $1, $2, $3, $4, $5, $6)`,
        [id, userId, tenants[0], new Date(0), new Date(seen), new Date(expires)],
      )
      for (const tenantId of tenants) {
        const close = (code: number) => void closed.push(`${id}/${tenantId} ${code}`)
        hub.add({
          channel: 'notices',
          userId,
          sessionId: id,
          tenantId,
          wantsChanges: true,
          maySeeAll: async () => true,
          send: () => undefined,
          close,
        })
      }
    }
    vi.advanceTimersByTime(59_999)
    expect(closed).toEqual([])
    vi.advanceTimersByTime(1)
    await expect.poll(() => closed.toSorted()).toEqual(expected)
  } finally {
    end()
    vi.useRealTimers()
  }
}

test('a session that was left alone or has run out keeps no socket; one in use does (V26)', async () => {
  const now = world.clock.now()
  const idle = world.ctx.config.sessionIdleMinutes * 60_000
  await closedAfterAMinute(
    [
      { id: 'in-use', seen: now - idle + 60_000 },
      { id: 'left-alone', seen: now - idle },
      { id: 'run-out', expires: now },
    ],
    ['left-alone/0 4401', 'run-out/0 4401'],
  )
})

test('a frozen person, one who has left the tenant, and a tenant that is not in force are heard no more (V11, V26)', async () => {
  await closedAfterAMinute(
    [
      { id: 'cold', userId: 'frozen' },
      { id: 'both', userId: 'member', tenants: [8, 9, 10, 0] },
      { id: 'platform', tenants: [0, 8] },
    ],
    ['both/0 4401', 'both/10 4401', 'both/9 4401', 'cold/0 4401', 'platform/8 4401'],
  )
})
