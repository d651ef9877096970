import { sql } from 'kysely'
import type { Context, Tx } from '../context.ts'
import type { EventMap, EventName } from '../events.ts'

/** An event on its way; `id` once it is stored. */
export interface StoredEvent {
  readonly name: EventName
  readonly data: EventMap[EventName]
  id?: string
}

/** Lost hints cost a stale cache for seconds at most; they are told, not stored. */
const hints = new Set<EventName>([
  'resource.changed',
  'dictionary.changed',
  'permissions.changed',
  'session.ended',
  // The message itself is a stored row; the push only makes the bell look sooner than its next poll.
  'notice.sent',
])

/** Told events stay stored this long: a crash right after the commit tells them again at the next start. */
const KEEP_MS = 10_000

/** Writes the events that must not be lost, in the transaction of the change. */
export async function storeEvents(tx: Tx, events: readonly StoredEvent[]): Promise<void> {
  const lasting = events.filter(({ name }) => !hints.has(name))
  if (lasting.length === 0) return
  const names = lasting.map(({ name }) => name)
  const data = lasting.map((event) => JSON.stringify(event.data))
  const { rows } = await sql<{ id: string }>`
    insert into outbox (name, data)
    select name, data::jsonb from unnest(${names}::text[], ${data}::text[]) as event(name, data)
    returning id`.execute(tx)
  lasting.forEach((event, index) => {
    const id = rows[index]?.id
    if (id !== undefined) event.id = id
  })
}

/** Tells this node's listeners; the stored rows go a little later. */
export function deliver(ctx: Context, events: readonly StoredEvent[]): void {
  if (events.length === 0) return
  for (const { name, data } of events) ctx.events.emit(name, data)
  const ids = events.flatMap(({ id }) => (id === undefined ? [] : [id]))
  if (ids.length === 0) return
  setTimeout(() => void forget(ctx, ids), KEEP_MS).unref()
}

async function forget(ctx: Context, ids: readonly string[]): Promise<void> {
  try {
    await ctx.pool.query('delete from outbox where id = any($1::bigint[])', [ids])
  } catch (error) {
    // They are told again at the next start; reactions are idempotent.
    ctx.log.warn({ err: error }, 'told events were not removed from the outbox')
  }
}

/** At start: tells what a crash left stored. Reactions are idempotent, so twice is once. */
export async function deliverLeftovers(ctx: Context): Promise<number> {
  const { rows } = await ctx.pool.query<{ id: string; name: EventName; data: EventMap[EventName] }>(
    'select id, name, data from outbox order by id limit 10000',
  )
  deliver(ctx, rows)
  return rows.length
}
