import type { Context, Tx } from '../context.ts'
import type { EventMap, EventName } from '../events.ts'
import { deliver, storeEvents, type StoredEvent } from './outbox.ts'

/** Announces an event: stored with the change, told to listeners after the commit. */
export type Emit = <N extends EventName>(name: N, data: EventMap[N]) => void

/**
 * Runs `work` in one transaction. Events it emits are written to the outbox inside the transaction and delivered after
 * the commit; a throw rolls everything back and nothing is told.
 */
export async function inTransaction<T>(ctx: Context, work: (tx: Tx, emit: Emit) => Promise<T>): Promise<T> {
  const events: StoredEvent[] = []
  const result = await ctx.db.transaction().execute(async (tx) => {
    const value = await work(tx, (name, data) => {
      events.push({ name, data })
    })
    await storeEvents(tx, events)
    return value
  })
  deliver(ctx, events)
  return result
}
