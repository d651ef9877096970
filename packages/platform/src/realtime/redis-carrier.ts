import type { Logger } from 'pino'
import type { OpenCarrier } from './broadcast-relay.ts'

const CHANNEL = 'suoan/broadcasts'

/** Redis pub/sub (REDIS_URL). */
export function redisCarrier(url: string, log: Logger): OpenCarrier {
  return async ({ onText, onReturn }) => {
    // Loaded when it is needed: one node alone does not pay its memory.
    const { Redis } = await import('ioredis')
    const options = { lazyConnect: true, maxRetriesPerRequest: 1, enableOfflineQueue: false } as const
    const [out, inn] = [new Redis(url, options), new Redis(url, { ...options, enableOfflineQueue: true })]
    for (const client of [out, inn])
      client.on('error', (error: Error) => log.warn({ err: error }, 'the connection to Redis failed'))
    await out.connect()
    await inn.connect()
    inn.on('message', (_channel: string, text: string) => onText(text))
    await inn.subscribe(CHANNEL)
    // It subscribes anew by itself; what was told meanwhile is gone.
    inn.on('ready', onReturn)
    return {
      mostBytes: 1_000_000,
      async send(text) {
        await out.publish(CHANNEL, text)
      },
      async nodes() {
        const [, count] = await out.pubsub('NUMSUB', CHANNEL)
        return Number(count)
      },
      async stop() {
        inn.disconnect()
        await out.quit().catch(() => out.disconnect())
      },
    }
  }
}
