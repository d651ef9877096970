import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestWorld, type TestWorld } from '../test-world.ts'
import { createHub } from './hub.ts'
import { tellSockets } from './notice-channel.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld({ features: [] })
})
afterAll(() => world[Symbol.asyncDispose]())

test('a session that was left alone or has run out keeps no socket; one in use does (V26)', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const hub = createHub()
  const end = tellSockets(world.ctx, hub)
  try {
    const now = world.clock.now()
    const idle = world.ctx.config.sessionIdleMinutes * 60_000
    const closed: string[] = []
    const sessions = [
      { id: 'in-use', seen: now - idle + 60_000, expires: now + 1 },
      { id: 'left-alone', seen: now - idle, expires: now + 1 },
      { id: 'run-out', seen: now, expires: now },
    ]
    for (const { id, seen, expires } of sessions) {
      await world.database.pool.query(
        `insert into sys_session (id, token_hash, user_id, tenant_id, created_at, last_seen_at, expires_at)
         values ($1, $1, 'u1', 0, $2, $3, $4)`,
        [id, new Date(now - idle), new Date(seen), new Date(expires)],
      )
      const close = (code: number) => void closed.push(`${id} ${code}`)
      hub.add({ userId: 'u1', sessionId: id, tenantId: 0, send: () => undefined, close })
    }
    vi.advanceTimersByTime(59_999)
    expect(closed).toEqual([])
    vi.advanceTimersByTime(1)
    await expect.poll(() => closed.toSorted()).toEqual(['left-alone 4401', 'run-out 4401'])
  } finally {
    end()
    vi.useRealTimers()
  }
})
