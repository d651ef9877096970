import type { RuleResult, TransitionAnswer } from '@suoan/contract'
import { codeNumber, type Refusal } from '@suoan/domain/verdict'
import type { Canonical } from '@suoan/domain/evidence-chain'
import { advance, type ActorFact, type TicketEvent, type TicketFacts } from '@suoan/domain/work-ticket'
import { sql } from 'kysely'
import type { Actor, Context, Tx } from '../../context.ts'
import { inTransaction, type Emit } from '../../db/transaction.ts'
import { fail, RuleRefusal } from '../../http/fail.ts'
import { claimClientOp, storeAnswer } from './client-op.ts'
import { contentHashOf } from './content-hash.ts'
import { applyEffects } from './effects/apply.ts'
import { loadActor, systemActor } from './facts/people.ts'
import { loadFacts } from './load-facts.ts'
import { recordTransition } from './record-transition.ts'
import { lockPointsAndLocks, lockTicket, saveTicket, ticketOf, type WorkRow } from './ticket-row.ts'

export interface Move {
  readonly workId: string
  readonly clientOpId: string
  readonly revision?: number | undefined
}

/** What an endpoint adds to the bare event: rows it writes before the guards look, and after the event was taken. */
export interface EventSource {
  /** Rows of the call itself (a gas sample, a briefing, a site check); the guards then see them. */
  prepare?(scene: { tx: Tx; work: WorkRow; actor: ActorFact; now: number }): Promise<void>
  event(scene: { tx: Tx; work: WorkRow; facts: TicketFacts }): Promise<TicketEvent> | TicketEvent
  finish?(scene: { tx: Tx; work: WorkRow; actor: ActorFact; now: number }): Promise<void>
  /** What the audit row keeps beside the guards. */
  diff?(scene: { tx: Tx; work: WorkRow }): Promise<unknown>
}

type Outcome =
  | { readonly ok: true; readonly answer: TransitionAnswer }
  | { readonly ok: false; readonly refusal: Refusal }

/**
 * The one command behind every ticket call (3-domain.md §4.5): in one transaction claim the operation id, lock the
 * ticket, its points and locks, load one snapshot, ask the domain, then store ticket, effects, audit row and outbox.
 * A refusal changes nothing but is remembered under its operation id and thrown as `RuleRefusal`.
 */
export async function advanceTicket(
  ctx: Context,
  actor: Actor,
  move: Move,
  endpoint: string,
  source: EventSource,
): Promise<TransitionAnswer> {
  const outcome = await inTransaction(ctx, async (tx, emit): Promise<Outcome> => {
    const stored = await claimClientOp(tx, actor, move.clientOpId, endpoint)
    if (stored === 'foreign') throw fail('BAD_INPUT', { detail: '操作号已被使用，请刷新页面后重试' })
    // The stored body was written by this very function.
    if (stored !== 'claimed') return stored.body as Outcome
    const work = await lockTicket(tx, actor.tenantId, move.workId)
    if (!work) throw fail('NOT_FOUND')
    if (move.revision !== undefined && move.revision !== work.revision) throw fail('STALE')
    const outcome = await takeEvent(
      tx,
      emit,
      ctx.clock.now(),
      work,
      await loadActor(tx, work, actor),
      move.clientOpId,
      source,
    )
    await storeAnswer(tx, actor, move.clientOpId, { ok: outcome.ok, body: outcome })
    return outcome
  })
  if (!outcome.ok) throw refusalOf(outcome.refusal)
  return outcome.answer
}

/** An event nobody called for (a timer, a lock's report). Null when the ticket does not allow it now. */
export async function advanceBySystem(
  ctx: Context,
  tenantId: number,
  workId: string,
  event: TicketEvent,
): Promise<TransitionAnswer | null> {
  const outcome = await inTransaction(ctx, async (tx, emit) => {
    const work = await lockTicket(tx, tenantId, workId)
    return work ? takeEvent(tx, emit, ctx.clock.now(), work, systemActor, null, { event: () => event }) : null
  })
  return outcome?.ok ? outcome.answer : null
}

async function takeEvent(
  tx: Tx,
  emit: Emit,
  now: number,
  work: WorkRow,
  actor: ActorFact,
  clientOpId: string | null,
  source: EventSource,
): Promise<Outcome> {
  await lockPointsAndLocks(tx, work.id)
  // A refusal must leave nothing behind but its own memory, so what the call wrote before it is taken back.
  await sql`savepoint before_call`.execute(tx)
  await source.prepare?.({ tx, work, actor, now })
  const prepared = source.prepare ? ((await lockTicket(tx, work.tenantId, work.id)) ?? work) : work
  const facts = await loadFacts(tx, prepared, actor, now)
  const event = await source.event({ tx, work: prepared, facts })
  const before = ticketOf(prepared)
  const result = advance(before, event, facts)
  if (!result.ok) {
    await sql`rollback to savepoint before_call`.execute(tx)
    return { ok: false, refusal: result }
  }
  const edited = event.type === 'approve' && event.edit !== undefined
  await saveTicket(tx, result.ticket, actor.userId, now)
  await applyEffects(
    { tx, work: prepared, ticket: result.ticket, actor, event: event.type, now },
    result.effects,
  )
  if (edited)
    await tx
      .updateTable('loWork')
      .set({ contentHash: await contentHashOf(tx, work.id) })
      .where('id', '=', work.id)
      .execute()
  await source.finish?.({ tx, work: prepared, actor, now })
  const transId = result.waitingFor === null ? result.transId : 'ASK'
  await recordTransition(tx, work, actor, {
    transId: result.transId,
    event: event.type,
    before,
    after: result.ticket,
    verdicts: result.verdicts,
    // Read from our own columns: plain JSON.
    diff: source.diff ? ((await source.diff({ tx, work })) as Canonical) : null,
    clientOpId,
    now,
  })
  emit('ticket.moved', {
    tenantId: work.tenantId,
    workId: work.id,
    transId,
    status: result.ticket.status,
    phase: result.ticket.phase,
  })
  const saved = await tx
    .selectFrom('loWork')
    .select('revision')
    .where('id', '=', work.id)
    .executeTakeFirstOrThrow()
  return {
    ok: true,
    answer: {
      workId: work.id,
      workNo: work.workNo ?? '',
      workStatus: result.ticket.status,
      execPhase: result.ticket.phase,
      revision: saved.revision,
      transId,
      rules: result.verdicts.map(ruleOf),
    },
  }
}

const ruleOf = ({
  id,
  pass,
  text,
  evidence,
}: {
  id: string
  pass: boolean
  text: string
  evidence: unknown
}): RuleResult => ({
  id,
  pass,
  text,
  evidence,
})

/** A refusal as the envelope carries it: the code, the sentence, and every rule that was looked at. */
export function refusalOf(refusal: Refusal): RuleRefusal {
  return new RuleRefusal(refusal.code, refusal.message, refusal.rules.map(ruleOf), {
    stage: refusal.stage,
    code: codeNumber(refusal.code),
    fix: refusal.rules.filter((rule) => !rule.pass).flatMap((rule) => rule.fix),
  })
}
