import type { Actor, Context } from '../context.ts'

/** Told how far a long call is; may be called for every step. */
export type Progress = (done: number, total: number) => void

/** The least time between two words about one task, ms. */
const GAP_MS = 500
const taskName = /^[A-Za-z0-9-]{8,64}$/

/**
 * Tells the sockets of whoever calls how far his task is, under the name that he gave it; nobody where he gave none. What
 * is missed is made good by the next word, and the answer of the call itself says that it is over.
 */
export function progressTo(
  ctx: Pick<Context, 'broadcasts'>,
  { tenantId, userId }: Actor,
  task: unknown,
): Progress {
  if (typeof task !== 'string' || !taskName.test(task)) return () => {}
  let toldAt = -Infinity
  return (done, total) => {
    // Not the context's clock: this is about how often a wire is used.
    const now = performance.now()
    if (now - toldAt < GAP_MS) return
    toldAt = now
    ctx.broadcasts.emit('task.progressed', { tenantId, userId, task, done, total })
  }
}
