import { connect } from 'node:net'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createEventBus } from '../events.ts'
import { startEventRelay } from './event-relay.ts'

const url = process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379'
const answers = await new Promise<boolean>((resolve) => {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port || 6379), hostname)
  socket.once('connect', () => resolve(socket.destroy() !== null))
  socket.once('error', () => resolve(false))
})

// Without a Redis there is no second node: the rest of the suite shows the single one.
test.runIf(answers)('what one node changes, the other hears once, and it does not echo', async () => {
  const log = pino({ level: 'silent' })
  const [here, there] = [createEventBus(() => {}), createEventBus(() => {})]
  const heard = { here: 0, there: 0 }
  here.on('session.ended', () => void (heard.here += 1))
  there.on('session.ended', ({ sessionId }) => void (heard.there += sessionId === 's1' ? 1 : 100))
  const relays = [await startEventRelay(url, here, log), await startEventRelay(url, there, log)]
  here.emit('session.ended', { sessionId: 's1', userId: 'u1', reason: 'logout' })
  await expect.poll(() => heard.there).toBe(1)
  here.emit('lock.opened', { tenantId: 0, lockId: 'l', logId: 'x', workId: null, userId: null })
  there.emit('session.ended', { sessionId: 's1', userId: 'u1', reason: 'logout' })
  await expect.poll(() => heard.here).toBe(2)
  expect(heard.there).toBe(2)
  for (const relay of relays) await relay.stop()
})
