import type { TransitionAnswer } from '@suoan/contract'
import type { TicketEvent } from '@suoan/domain/work-ticket'
import type { Actor, Context } from '../../context.ts'
import { inTransaction } from '../../db/transaction.ts'
import { fail } from '../../http/fail.ts'
import { claimClientOp, storeAnswer } from './client-op.ts'
import { just, type EventSource } from './event-source.ts'
import { loadActor, systemActor } from './facts/actor.ts'
import { staleTicket } from './stale-ticket.ts'
import { takeEvent } from './take-event.ts'
import { lockTicket } from './ticket-row.ts'
import { refusalOf, type Outcome } from './transition-answer.ts'
import { mustSee } from './visible.ts'

/** The part every mutating call shares (3-domain.md §4.5.5). */
export interface Move {
  readonly workId: string
  readonly clientOpId: string
  readonly revision?: number | undefined
}

/**
 * The one command behind every ticket call (3-domain.md §4.5): in one transaction claim the operation id, lock the
 * ticket, its points and locks, load one snapshot, ask the domain, then store ticket, effects, audit row and outbox.
 * A refusal changes nothing but is remembered under its operation id and thrown as `RuleRefusal`. A ticket the caller
 * may not see answers as one that does not exist; a stale `revision` is refused with what has changed since.
 */
export async function advanceTicket(
  ctx: Context,
  actor: Actor,
  move: Move,
  endpoint: string,
  source: EventSource,
): Promise<TransitionAnswer> {
  await mustSee(ctx, actor, move.workId)
  const outcome = await inTransaction(ctx, async (tx, emit): Promise<Outcome> => {
    const stored = await claimClientOp(tx, actor, move.clientOpId, endpoint)
    // The stored body was written by this very function.
    if (stored !== 'claimed') return stored.body as Outcome
    const work = await lockTicket(tx, actor.tenantId, move.workId)
    if (!work) throw fail('NOT_FOUND')
    if (move.revision !== undefined && move.revision !== work.revision)
      throw await staleTicket(tx, work, move.revision)
    const scene = { tx, work, actor: await loadActor(tx, work, actor), now: ctx.clock.now() }
    const taken = await takeEvent(scene, emit, move.clientOpId, source)
    await storeAnswer(tx, actor, move.clientOpId, { ok: taken.ok, body: taken })
    return taken
  })
  if (!outcome.ok) throw refusalOf(outcome.refusal)
  return outcome.answer
}

/**
 * An event nobody called for (a timer, a lock's report). Null when the ticket does not allow it now, or when it would
 * change nothing: safe to repeat.
 */
export async function advanceBySystem(
  ctx: Context,
  tenantId: number,
  workId: string,
  event: TicketEvent,
  finish?: EventSource['finish'],
): Promise<TransitionAnswer | null> {
  const outcome = await inTransaction(ctx, async (tx, emit) => {
    const work = await lockTicket(tx, tenantId, workId)
    if (!work) return null
    const source: EventSource = {
      ...just(event, 'reason' in event ? { reason: event.reason } : null),
      ...(finish ? { finish } : {}),
    }
    return takeEvent({ tx, work, actor: systemActor, now: ctx.clock.now() }, emit, null, source)
  })
  return outcome?.ok && outcome.answer.transId !== 'NONE' ? outcome.answer : null
}
