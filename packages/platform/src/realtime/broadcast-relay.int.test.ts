import { connect } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/test-world.ts'
import { type OpenCarrier, startBroadcastRelay } from './broadcast-relay.ts'
import { createBroadcaster } from './broadcaster.ts'
import { postgresCarrier } from './postgres-carrier.ts'
import { redisCarrier } from './redis-carrier.ts'

const log = pino({ level: 'silent' })
const redisUrl = process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379'
const redisAnswers = await new Promise<boolean>((resolve) => {
  const { hostname, port } = new URL(redisUrl)
  const socket = connect(Number(port || 6379), hostname)
  socket.once('connect', () => resolve(socket.destroy() !== null))
  socket.once('error', () => resolve(false))
})

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

async function twoNodes(carrier: () => OpenCarrier) {
  const nodes = [createBroadcaster(() => {}), createBroadcaster(() => {})] as const
  const relays = [
    await startBroadcastRelay(carrier(), nodes[0], log),
    await startBroadcastRelay(carrier(), nodes[1], log),
  ] as const
  const stop = () => Promise.all(relays.map((relay) => relay.stop()))
  return { here: nodes[0], there: nodes[1], relays, stop }
}

describe.each([
  ['LISTEN/NOTIFY', true, () => postgresCarrier(database.url, database.pool, log)],
  // Without a Redis there is nothing to show; the other carrier is shown all the same.
  ['Redis', redisAnswers, () => redisCarrier(redisUrl, log)],
] as const)('broadcasts over %s', (_, answers, carrier) => {
  test.runIf(answers)(
    'what one node announces, the other is told once, and it is not sent back',
    async () => {
      const { here, there, relays, stop } = await twoNodes(carrier)
      const heard = { here: 0, there: 0 }
      here.on('session.ended', () => void (heard.here += 1))
      there.on('session.ended', ({ sessionId }) => void (heard.there += sessionId === 's1' ? 1 : 100))
      // Whoever starts second knows that he is not alone; the first learns it from him.
      there.emit('session.ended', { sessionId: 's1', userId: 'u1', reason: 'logout' })
      await expect.poll(() => heard.here).toBe(1)
      here.emit('session.ended', { sessionId: 's1', userId: 'u1', reason: 'logout' })
      await expect.poll(() => heard.there).toBe(2)
      expect(heard.here).toBe(2)
      expect(await relays[0].hears()).toBe(true)
      expect(await relays[0].nodes()).toBeGreaterThanOrEqual(2)
      await stop()
    },
  )

  test.runIf(answers)('a broadcast about thousands of rows arrives in parts, complete', async () => {
    const { here, there, stop } = await twoNodes(carrier)
    const ids = Array.from({ length: 5_000 }, (_each, index) => `row-${index}`)
    const heard = new Set<string>()
    here.on('resource.changed', (changed) => changed.ids.forEach((id) => heard.add(id)))
    there.emit('resource.changed', { resource: 'user', tenantId: 0, ids })
    await expect.poll(() => heard.size).toBe(ids.length)
    await stop()
  })
})

test('a node that lost its line to the others says so, and is told again afterwards', async () => {
  const { here, there, stop } = await twoNodes(() => postgresCarrier(database.url, database.pool, log))
  let missed = 0
  const heard: string[] = []
  there.on('broadcasts.missed', () => void (missed += 1))
  there.on('session.ended', ({ sessionId }) => void heard.push(sessionId))
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'suoan-node' and datname = current_database()`,
  )
  await expect.poll(() => missed, { timeout: 10_000 }).toBe(1)
  await expect
    .poll(() => {
      here.emit('session.ended', { sessionId: 'after', userId: 'u1', reason: 'logout' })
      return heard
    })
    .toContain('after')
  await stop()
})
