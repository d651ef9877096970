import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { z } from 'zod'
import { type BroadcastName, type Broadcasts, isCarried } from '@suoan/contract/events'
import type { Broadcaster } from './broadcaster.ts'

/** How texts get to the other nodes of an installation; each node hears its own too. */
export interface Carrier {
  /** Longest text, in bytes. */
  readonly mostBytes: number
  send(text: string): Promise<void>
  /** Nodes that listen now, this one with them. */
  nodes(): Promise<number>
  stop(): Promise<void>
}

/** Opens a carrier: `onText` for what arrives, `onReturn` after the line was down and texts may have been missed. */
export type OpenCarrier = (heard: {
  readonly onText: (text: string) => void
  readonly onReturn: () => void
}) => Promise<Carrier>

export interface BroadcastRelay {
  /** Nodes that listen now, this one with them. */
  nodes(): Promise<number>
  /** Whether what this node says comes back to it within two seconds, as it does to the others. */
  hears(): Promise<boolean>
  stop(): Promise<void>
}

const names = Object.entries(isCarried)
  .filter(([, carried]) => carried)
  // The keys of a complete table are its names.
  .map(([name]) => name as BroadcastName)
const frame = z.object({ node: z.string(), told: z.array(z.tuple([z.enum(names), z.looseObject({})])) })

const HEARS_WITHIN_MS = 2_000

/** Broadcasts of one moment travel together. */
const GATHER_MS = 20

/**
 * Carries broadcasts between the nodes of one installation. What is lost while the line is down is told as
 * `broadcasts.missed` when it is back, so that caches are emptied; nothing that must happen travels here.
 */
export async function startBroadcastRelay(
  open: OpenCarrier,
  broadcasts: Broadcaster,
  log: Logger,
): Promise<BroadcastRelay> {
  const node = randomUUID()
  /** Nobody listens: nothing is sent until another node has spoken, as each does when it starts. */
  let isAlone = false
  let heardOwn = (): void => {}
  // Data that came from another node must not go out again.
  const foreign = new WeakSet<object>()
  const carrier = await open({
    onText(text) {
      const read = z.string().transform(jsonOf).pipe(frame).safeParse(text)
      if (!read.success) return
      if (read.data.node === node) return heardOwn()
      isAlone = false
      for (const [name, data] of read.data.told) {
        foreign.add(data)
        // Written by the relay of another node of the same version.
        broadcasts.emit(name, data as never)
      }
    },
    onReturn() {
      // Another node may have started meanwhile, and its first word was missed.
      isAlone = false
      broadcasts.emit('broadcasts.missed', {})
    },
  })
  let waiting: Told[] = []
  let timer: NodeJS.Timeout | undefined
  const flush = (): void => {
    timer = undefined
    const told = waiting
    waiting = []
    if (isAlone) return
    for (const text of textsOf(node, told, carrier.mostBytes))
      carrier.send(text).catch((error: unknown) => {
        log.warn({ err: error }, 'a broadcast did not reach the other nodes')
      })
  }
  const ends = names.map((name) =>
    broadcasts.on(name, (data) => {
      if (foreign.has(data)) return
      waiting.push([name, data])
      timer ??= setTimeout(flush, GATHER_MS)
    }),
  )
  const hello = (): Promise<void> => carrier.send(JSON.stringify({ node, told: [] }))
  await hello()
  isAlone = (await carrier.nodes()) <= 1
  return {
    nodes: () => carrier.nodes(),
    async hears() {
      const heard = new Promise<boolean>((resolve) => {
        heardOwn = () => resolve(true)
        setTimeout(() => resolve(false), HEARS_WITHIN_MS).unref()
      })
      await hello()
      return heard
    },
    async stop() {
      for (const end of ends) end()
      clearTimeout(timer)
      flush()
      await carrier.stop()
    },
  }
}

type Told = readonly [BroadcastName, Broadcasts[BroadcastName]]

/** Texts of at most `mostBytes`; one broadcast that is longer is cut along its list of ids. */
function textsOf(node: string, told: readonly Told[], mostBytes: number): string[] {
  if (told.length === 0) return []
  const text = JSON.stringify({ node, told })
  if (Buffer.byteLength(text) <= mostBytes) return [text]
  const [first] = told
  const parts = told.length > 1 || first === undefined ? halves(told) : cut(first).map((part) => [part])
  return parts.flatMap((part) => textsOf(node, part, mostBytes))
}

const halves = <T>(list: readonly T[]): T[][] => {
  const middle = Math.ceil(list.length / 2)
  return [list.slice(0, middle), list.slice(middle)].filter((part) => part.length > 0)
}

/** A long list is told in parts; what has no list, or a single long id, is not told: it may be missed. */
function cut([name, data]: Told): Told[] {
  const list = Object.entries(data).find(([, value]) => Array.isArray(value) && value.length > 1)
  if (!list) return []
  const [key, ids] = list
  // Each part is the same broadcast about fewer ids.
  return halves(ids as readonly unknown[]).map((part) => [name, { ...data, [key]: part } as never])
}

/** Null for what is no JSON: the channel is shared ground, and a stranger's text must not end the process. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
