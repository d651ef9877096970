import type { Context, Tx } from '../context.ts'
import { type Announced, type Emit, isBroadcast } from '@suoan/contract/events'

export type { Emit } from '@suoan/contract/events'

/**
 * Runs `work` in one transaction. Reactions it emits are stored inside the transaction and done after the commit,
 * broadcasts are told after the commit; a throw rolls everything back and nothing is told.
 */
export async function inTransaction<T>(ctx: Context, work: (tx: Tx, emit: Emit) => Promise<T>): Promise<T> {
  const announced: Announced[] = []
  let stored = 0
  const result = await ctx.db.transaction().execute(async (tx) => {
    const value = await work(tx, (name, data) => {
      announced.push({ name, data })
    })
    stored = await ctx.reactions.store(tx, announced)
    return value
  })
  if (stored > 0) ctx.reactions.wake()
  for (const one of announced) if (isBroadcast(one)) ctx.broadcasts.emit(one.name, one.data)
  return result
}
