import type { TransitionAnswer } from '@suoan/contract'
import type { ActorFact } from '@suoan/domain/work-ticket'
import { isTerminal } from '@suoan/domain/work-ticket'
import type { Actor, Context, Tx } from '../../context.ts'
import { fail } from '../../http/fail.ts'
import type { Move } from './advance-ticket.ts'
import { claimClientOp, storeAnswer } from './client-op.ts'
import { loadActor } from './facts/people.ts'
import { recordTransition } from './record-transition.ts'
import { lockTicket, ticketOf, type WorkRow } from './ticket-row.ts'

/**
 * Something written on a ticket that moves no state: a briefing, a guardian at the post, a gas test before the work.
 * The same discipline as a transition: operation id, row lock, audit row in the ticket's chain.
 */
export async function noteOnTicket(
  ctx: Context,
  actor: Actor,
  move: Move,
  endpoint: string,
  write: (scene: { tx: Tx; work: WorkRow; actor: ActorFact; now: number }) => Promise<void>,
): Promise<TransitionAnswer> {
  return ctx.db.transaction().execute(async (tx) => {
    const stored = await claimClientOp(tx, actor, move.clientOpId, endpoint)
    if (stored === 'foreign') throw fail('BAD_INPUT', { detail: '操作号已被使用，请刷新页面后重试' })
    // The stored body was written by this very function.
    if (stored !== 'claimed') return stored.body as TransitionAnswer
    const work = await lockTicket(tx, actor.tenantId, move.workId)
    if (!work) throw fail('NOT_FOUND')
    const ticket = ticketOf(work)
    if (isTerminal(ticket)) throw fail('REFUSED', { detail: '作业票已终结，不能再登记，请复制为新票' })
    const now = ctx.clock.now()
    const person = await loadActor(tx, work, actor)
    await write({ tx, work, actor: person, now })
    await recordTransition(tx, work, person, {
      transId: 'NOTE',
      event: endpoint,
      before: ticket,
      after: ticket,
      verdicts: [],
      diff: null,
      clientOpId: move.clientOpId,
      now,
    })
    const answer: TransitionAnswer = {
      workId: work.id,
      workNo: work.workNo ?? '',
      workStatus: ticket.status,
      execPhase: ticket.phase,
      revision: work.revision,
      transId: 'NOTE',
      rules: [],
    }
    await storeAnswer(tx, actor, move.clientOpId, { ok: true, body: answer })
    return answer
  })
}

/** Refuses unless the person holds one of the tags on this ticket, naming who may. */
export function mustBe(actor: ActorFact, tags: readonly ActorFact['roleTags'][number][], who: string): void {
  if (!tags.some((tag) => actor.roleTags.includes(tag))) throw fail('REFUSED', { detail: `须由${who}操作` })
}
