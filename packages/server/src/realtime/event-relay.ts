import type { Logger } from 'pino'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { EventBus, EventName } from '../events.ts'

/** What other nodes must hear: caches to empty and sockets to tell. Everything else is the business of one node. */
const relayed: readonly EventName[] = [
  'session.ended',
  'permissions.changed',
  'dictionary.changed',
  'resource.changed',
  'ticket.moved',
  'lock.stateChanged',
  'command.settled',
  'notice.sent',
  'device.disabled',
]

const frame = z.object({ node: z.string(), name: z.enum(relayed), data: z.looseObject({}) })

const CHANNEL = 'suoan/events'

export interface EventRelay {
  stop(): Promise<void>
}

/**
 * Carries events between the nodes of one installation over Redis pub/sub (REDIS_URL). A node that misses one while
 * Redis is away is right again when its caches expire (30 s at most); nothing that must not be lost travels here.
 */
export async function startEventRelay(url: string, events: EventBus, log: Logger): Promise<EventRelay> {
  // Loaded when it is needed: one node alone does not pay its memory.
  const { Redis } = await import('ioredis')
  const node = randomUUID()
  const options = { lazyConnect: true, maxRetriesPerRequest: 1, enableOfflineQueue: false } as const
  const [out, inn] = [new Redis(url, options), new Redis(url, { ...options, enableOfflineQueue: true })]
  for (const client of [out, inn])
    client.on('error', (error: Error) => log.warn({ err: error }, 'the connection to Redis failed'))
  await out.connect()
  await inn.connect()
  // Data that came from another node must not go out again.
  const foreign = new WeakSet<object>()
  const send = (name: EventName, data: object): void => {
    if (foreign.has(data)) return
    out.publish(CHANNEL, JSON.stringify({ node, name, data })).catch((error: unknown) => {
      log.warn({ err: error, event: name }, 'an event did not reach the other nodes')
    })
  }
  const ends = relayed.map((name) => events.on(name, (data) => send(name, data)))
  inn.on('message', (_channel: string, text: string) => {
    const read = z
      .string()
      .transform((line) => jsonOf(line))
      .pipe(frame)
      .safeParse(text)
    if (!read.success || read.data.node === node) return
    foreign.add(read.data.data)
    // Written by `send` of another node of the same version.
    events.emit(read.data.name, read.data.data as never)
  })
  await inn.subscribe(CHANNEL)
  return {
    async stop() {
      for (const end of ends) end()
      inn.disconnect()
      await out.quit().catch(() => out.disconnect())
    },
  }
}

/** Null for what is no JSON: the channel is shared ground, and a stranger's text must not end the process. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
