import {
  advance,
  factsReadBy,
  isTicketIn,
  transitions,
  type Advanced,
  type FactName,
  type Ticket,
  type TicketEvent,
  type TicketFacts,
} from '@suoan/domain/work-ticket'
import type { Refusal } from '@suoan/domain/verdict'
import { sql } from 'kysely'
import type { Emit } from '@suoan/platform/db/transaction'
import { scheduleTimer } from '@suoan/platform/timers'
import { applyEffects } from './effects/apply.ts'
import { endTokens } from './end-tokens.ts'
import { auditOf, saidAt, type Done, type Scene, type TicketCommand } from './ticket-command.ts'
import { restateGas } from './facts/gas-repeat.ts'
import { policyOf } from './facts/policy.ts'
import { FactNotLoaded, loadFacts } from './load-facts.ts'
import { recordTransition } from './record-transition.ts'
import { lockPointsAndLocks, lockTicket, saveTicket, ticketOf } from './ticket-row.ts'
import { answerOf, type Outcome } from './transition-answer.ts'
import { captureZeroProof, isStart, zeroProofReads } from './zero-proof/capture.ts'

/**
 * Performs one command inside the caller's transaction, which holds the ticket's row lock: prepare, facts, `advance`,
 * then ticket, effects, audit row and announcement. A refusal takes back everything the call wrote.
 */
export async function takeEvent(
  scene: Scene,
  emit: Emit,
  clientOpId: string | null,
  command: TicketCommand,
): Promise<Outcome> {
  const { tx, actor, now } = scene
  await lockPointsAndLocks(tx, scene.work.id)
  await sql`savepoint before_call`.execute(tx)
  const prepared = await command.prepare?.(scene)
  const work = command.prepare
    ? ((await lockTicket(tx, scene.work.tenantId, scene.work.id)) ?? scene.work)
    : scene.work
  const here: Scene = { ...scene, work }
  const before = ticketOf(work)
  const position = command.position ?? null
  const load = (reads?: readonly FactName[]) =>
    loadFacts(tx, work, actor, now, { position, saidAt: saidAt(scene), ...(reads && { reads }) })
  const action = await command.act({ ...here, facts: await load(command.reads ?? []), prepared })
  const { event } = action
  const { facts, result } =
    event === null ? { facts: null, result: noteOn(before) } : await judge(before, event, here, load)
  if (!result.ok || (actor.isSystem && event !== null && changesNothing(result))) {
    await sql`rollback to savepoint before_call`.execute(tx)
    if (event !== null) await askForOpenLocks(scene, event.type)
    return result.ok
      ? { ok: true, answer: answerOf(work, before, work.revision, 'NONE', result.verdicts) }
      : { ok: false, refusal: result }
  }
  const after = result.ticket
  const done: Done = { ...here, after, emit }
  const revision = await saveTicket(tx, after, actor.userId, now)
  const pointId = event !== null && 'pointId' in event ? event.pointId : null
  await action.beforeEffects?.(here)
  await applyEffects(
    { tx, emit, work, ticket: after, actor, event: event?.type ?? '', pointId, now, at: saidAt(scene) },
    result.effects,
  )
  const hasEntered = after.status !== before.status || after.phase !== before.phase
  await endTokens(done)
  if (event !== null && !isTicketIn('ended', after) && (hasEntered || movesGas.has(event.type)))
    await restateGas(tx, work, now)
  await action.afterEffects?.(done)
  const transId = result.waitingFor === null ? result.transId : 'ASK'
  // Without words of its own, what happened at a point says at least at which.
  const diff = (await auditOf(action, done)) ?? (pointId === null ? null : { pointId })
  await recordTransition(tx, work, actor, {
    transId: result.transId,
    event: event?.type ?? 'note',
    before,
    after,
    verdicts: result.verdicts,
    onBehalfOf: action.onBehalfOf ?? null,
    diff: isStart(before, after)
      ? {
          ...(diff === null ? null : { said: diff }),
          zeroProof: await captureZeroProof(tx, {
            work,
            facts: facts ?? (await load(zeroProofReads)),
            ...result,
            now,
          }),
        }
      : diff,
    clientOpId,
    now,
  })
  if (event !== null) await askForOpenLocks(scene, event.type)
  const { tenantId, id: workId } = work
  const { status, phase, voidFlag, closeFlag } = after
  emit('ticket.moved', { tenantId, workId, transId, status, phase, voidFlag, closeFlag, hasEntered })
  emit('ticket.changed', { tenantId, ids: [workId] })
  return { ok: true, answer: answerOf(work, after, revision, transId, result.verdicts) }
}

/** Events that change what is asked of the air while the ticket stays where it stands: another level, another lock. */
const movesGas: ReadonlySet<TicketEvent['type']> = new Set(['approve', 'lockAdd'])

/** W02: whoever presses release or finish leaves no open lock behind unseen, whether the press was taken or refused. */
const leaving: ReadonlySet<string> = new Set(['releaseBegin', 'finish', 'closeExpired'])

async function askForOpenLocks({ tx, work, now }: Scene, type: string): Promise<void> {
  if (!leaving.has(type)) return
  const { tenantId, id: subjectId } = work
  await scheduleTimer(tx, { tenantId, kind: 'warning.leaving', subjectId, dueAt: now, data: { at: now } })
}

type Taken = Pick<Advanced, 'ok' | 'ticket' | 'verdicts' | 'effects' | 'waitingFor'> & { transId: string }

const noteOn = (ticket: Advanced['ticket']): Taken => ({
  ok: true,
  transId: 'NOTE',
  ticket,
  verdicts: [],
  effects: [],
  waitingFor: null,
})

/** Events that may begin the work: their certificate is built from the facts the guards saw. */
const starting: ReadonlySet<string> = new Set(
  transitions
    .filter((row) => row.to === '20/20' && row.from.some((state) => state.startsWith('4/')))
    .map((row) => row.event),
)

/**
 * Asks the domain with the facts the event reads. Should it look at one more, everything is loaded and it is asked
 * again: a gap in `factsReadBy` costs time and never refuses a stop.
 */
async function judge(
  before: Ticket,
  event: TicketEvent,
  here: Scene,
  load: (reads?: readonly FactName[]) => Promise<TicketFacts>,
): Promise<{ facts: TicketFacts; result: Advanced | Refusal }> {
  const reads = [...factsReadBy(event.type), ...(starting.has(event.type) ? zeroProofReads : [])]
  const ask = async (facts: TicketFacts) => ({
    facts,
    result: advance(before, event, await judgedBy(facts, event, here)),
  })
  const facts = await load(reads)
  try {
    return await ask(facts)
  } catch (error) {
    if (!(error instanceof FactNotLoaded)) throw error
    return ask(await load())
  }
}

/** Approving with another level is judged by the policy of that level (`TicketFacts.policy`, T12). */
async function judgedBy(facts: TicketFacts, event: TicketEvent, { tx, work }: Scene): Promise<TicketFacts> {
  const level = event.type === 'approve' ? event.edit?.workLevel : undefined
  if (level === undefined) return facts
  const policy = await policyOf(tx, { ...work, workLevel: level })
  // Not a copy: facts that were not loaded must not be looked at.
  return Object.create(facts, { policy: { value: policy, enumerable: true } }) as TicketFacts
}

/** A report that leaves status, phase and everything else as it was is no transition and leaves no row. */
function changesNothing({ ticket, effects, ...result }: Taken | Advanced): boolean {
  const from = 'from' in result ? result.from : null
  return effects.length === 0 && from?.status === ticket.status && from.phase === ticket.phase
}
