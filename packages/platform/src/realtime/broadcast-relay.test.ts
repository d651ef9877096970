import { pino } from 'pino'
import { expect, it } from 'vitest'
import { startBroadcastRelay } from './broadcast-relay.ts'
import { createBroadcaster } from './broadcaster.ts'

it('a node that was alone speaks again after its line was down: another node may have started meanwhile', async () => {
  const sent: string[] = []
  let back = (): void => {}
  const broadcasts = createBroadcaster(() => {})
  const relay = await startBroadcastRelay(
    async ({ onReturn }) => {
      back = onReturn
      return {
        mostBytes: 7_900,
        send: async (text) => void sent.push(text),
        nodes: async () => 1,
        stop: async () => {},
      }
    },
    broadcasts,
    pino({ level: 'silent' }),
  )
  const say = async (sessionId: string): Promise<void> => {
    broadcasts.emit('session.ended', { sessionId, userId: 'u1', reason: 'logout' })
    await new Promise((resolve) => setTimeout(resolve, 60))
  }
  await say('alone')
  back()
  await say('after')
  expect(sent.filter((text) => text.includes('alone'))).toEqual([])
  expect(sent.filter((text) => text.includes('after'))).toHaveLength(1)
  await relay.stop()
})
