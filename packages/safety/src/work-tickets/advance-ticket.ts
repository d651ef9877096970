import { safeCalls, type TransitionAnswer } from '@suoan/contract'
import { isPastEnd, type TicketEvent } from '@suoan/domain/work-ticket'
import type { Refusal } from '@suoan/domain/verdict'
import type { Actor, Context, Reacting, Tx } from '@suoan/platform/context'
import { together } from '@suoan/platform/db/together'
import { inTransaction, type Emit } from '@suoan/platform/db/transaction'
import { sql } from 'kysely'
import { AppError, failUnseen } from '@suoan/platform/fail'
import { claimClientOp, storeAnswer, type StoredAnswer } from '../client-op.ts'
import { bySystem, type Scene, type TicketCommand } from './ticket-command.ts'
import { loadActor, systemActor } from './facts/actor.ts'
import { staleTicket } from './stale-ticket.ts'
import { takeEvent } from './take-event.ts'
import { lockTicket, ticketOf, type WorkRow } from './ticket-row.ts'
import { refusalOf, type Outcome } from './transition-answer.ts'
import { mustSee } from './visible.ts'

/** The safe direction is never refused for its form (§0.2, decision 0548): a stop meets the newest ticket, whatever the caller saw. */
const safePaths: ReadonlySet<string> = new Set(Object.values(safeCalls).map(({ path }) => path))

/** Their answer is true only while the ticket stands where they left it: afterwards the same press is another stop. */
const stopPaths: ReadonlySet<string> = new Set([safeCalls.stop.path, safeCalls.suspend.path])

/** The part every mutating call shares (3-domain.md §4.5.5). */
export interface Move {
  readonly workId: string
  readonly clientOpId: string
  readonly revision?: number | undefined
  /** The revision the caller looked at; without it, the one that stood when his call came. */
  readonly seen?: number | undefined
  /** What the call names (a step to decide) was closed already when it came: the caller looked at an older ticket. */
  readonly namesClosed?: boolean
  /** What the call said, where the move itself is not the call's input. */
  readonly body?: unknown
  /** It only leaves its mark in the ticket's chain: never lost to a number that its own refusal has used. */
  readonly isNote?: boolean
  /** A safe operation signed on the terminal on which the caller had taken the ticket along (§4.6). */
  readonly tookItAlong?: boolean
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
  command: TicketCommand,
  occurredAt?: number,
): Promise<TransitionAnswer> {
  return advanceChain(ctx, actor, move, endpoint, [command], occurredAt)
}

/**
 * Several events of one press, in order and in one transaction (T50): all of them happen, or none. Each leaves its own
 * audit row; the answer is that of the last.
 */
export async function advanceChain(
  ctx: Context,
  actor: Actor,
  move: Move,
  endpoint: string,
  commands: readonly TicketCommand[],
  occurredAt?: number,
): Promise<TransitionAnswer> {
  const arrivedAt = await mustSee(ctx, actor, move.workId, move.tookItAlong)
  const outcome = await inTransaction(ctx, async (tx, emit): Promise<Outcome> => {
    const press = { clientOpId: move.clientOpId, endpoint, body: move.body ?? move }
    const { clientOpId, stored } = await claimClientOp(tx, actor, press, {
      isSafe: safePaths.has(endpoint) || move.isNote === true,
      stillHolds: async (answer) => !stopPaths.has(endpoint) || (await standsAsAnswered(tx, actor, answer)),
    })
    // The stored body was written by this very function.
    if (stored !== null) return stored.body as Outcome
    const found = await lockTicket(tx, actor.tenantId, move.workId)
    if (!found) throw failUnseen('lo_work', [move.workId])
    const seen = move.revision ?? move.seen ?? arrivedAt
    const isOld = move.namesClosed === true || seen !== found.revision
    const work = await expireFirst(ctx, { tx, emit }, found)
    if (move.revision !== undefined && move.revision !== work.revision && !safePaths.has(endpoint))
      throw await staleTicket(tx, work, move.revision)
    const scene = {
      tx,
      work,
      actor: await together(tx, (reading) => loadActor(reading, work, actor)),
      now: ctx.clock.now(),
      ...(actor.sessionId === '' ? {} : { sessionId: actor.sessionId }),
      blobs: ctx.blobs,
      ...(occurredAt === undefined ? {} : { occurredAt }),
    }
    const taken = await takeAll(scene, emit, clientOpId, commands).catch(async (error: unknown) => {
      throw isOld && isRefusal(error) ? await staleTicket(tx, found, seen) : error
    })
    // A race has one answer: whoever comes second is told what the ticket is now.
    if (!taken.ok && isOld && losesRace(taken.refusal)) throw await staleTicket(tx, found, seen)
    await storeAnswer(tx, actor, clientOpId, { ok: taken.ok, body: taken })
    return taken
  })
  if (!outcome.ok) throw refusalOf(outcome.refusal)
  return outcome.answer
}

/** Whether the ticket is still where the answer says that the call has left it. */
async function standsAsAnswered(tx: Tx, actor: Actor, stored: StoredAnswer): Promise<boolean> {
  // Written by `advanceChain`.
  const outcome = stored.body as Outcome
  if (!outcome.ok) return false
  const { workId, workStatus, execPhase } = outcome.answer
  const work = await lockTicket(tx, actor.tenantId, workId)
  return work !== undefined && work.workStatus === workStatus && work.execPhase === execPhase
}

/**
 * A ticket whose time has come by the clock expires before anything else is judged (T17, T40, T54), with its notices:
 * no call finds it as a sweep has left it. What the call is refused for does not take the end back.
 */
async function expireFirst(
  ctx: Context,
  { tx, emit }: { readonly tx: Tx; readonly emit: Emit },
  work: WorkRow,
): Promise<WorkRow> {
  // A clock set back holds no end up.
  const now = ctx.timers.judged(ctx).clock.now()
  if (!isPastEnd(ticketOf(work), now)) return work
  await takeEvent({ tx, work, actor: systemActor, now }, emit, null, bySystem({ type: 'expire' }))
  return (await lockTicket(tx, work.tenantId, work.id)) ?? work
}

/**
 * Refused for what the caller is or where the ticket stands, which the move he lost against has changed. Conditions that
 * are not met say themselves what is missing, and stay as they are.
 */
const losesRace = ({ stage }: Refusal): boolean =>
  stage === 'permission' || stage === 'state' || stage === 'missing'

const isRefusal = (error: unknown): boolean =>
  error instanceof AppError && (error.errorCode === 'REFUSED' || error.errorCode === 'NOT_FOUND')

/** Takes the events one after the other; a refusal takes back those before it, and what they announced. */
async function takeAll(
  scene: Scene,
  emit: Emit,
  clientOpId: string,
  commands: readonly TicketCommand[],
): Promise<Outcome> {
  const { tx } = scene
  const announced: (() => void)[] = []
  const later: Emit = (name, data) => announced.push(() => emit(name, data))
  // A single event takes itself back when it is refused.
  const isChain = commands.length > 1
  if (isChain) await sql`savepoint before_chain`.execute(tx)
  let last: Outcome | null = null
  let { work } = scene
  for (const command of commands) {
    // Each event sees the ticket as the one before it left it; only the first carries the number of the press.
    if (last !== null) work = (await lockTicket(tx, work.tenantId, work.id)) ?? work
    last = await takeEvent({ ...scene, work }, later, last === null ? clientOpId : null, command)
    if (last.ok) continue
    if (isChain) await sql`rollback to savepoint before_chain`.execute(tx)
    return last
  }
  if (last === null) throw new Error('a chain of no events')
  announced.forEach((announce) => announce())
  return last
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
): Promise<TransitionAnswer | null> {
  return takeBySystem(ctx, tenantId, workId, bySystem(event))
}

/** The same for an event that follows from the ticket as it is found. */
export async function takeBySystem(
  ctx: Context,
  tenantId: number,
  workId: string,
  command: TicketCommand,
): Promise<TransitionAnswer | null> {
  return inTransaction(ctx, (tx, emit) =>
    takeBySystemIn({ ctx, tx, emit, now: ctx.clock.now() }, tenantId, workId, command),
  )
}

/** The same inside the transaction of a reaction. */
export async function takeBySystemIn(
  { ctx, tx, emit, now }: Reacting,
  tenantId: number,
  workId: string,
  command: TicketCommand,
): Promise<TransitionAnswer | null> {
  const found = await lockTicket(tx, tenantId, workId)
  if (!found) return null
  const work = await expireFirst(ctx, { tx, emit }, found)
  return movedBy(await takeEvent({ tx, work, actor: systemActor, now }, emit, null, command))
}

/** The end of a ticket's time; null when it has not come, or has been noticed already. */
export async function expireTicket(
  ctx: Context,
  tenantId: number,
  workId: string,
): Promise<TransitionAnswer | null> {
  return inTransaction(ctx, async (tx, emit) => {
    const work = await lockTicket(tx, tenantId, workId)
    if (!work) return null
    const scene = { tx, work, actor: systemActor, now: ctx.clock.now() }
    return movedBy(await takeEvent(scene, emit, null, bySystem({ type: 'expire' })))
  })
}

const movedBy = (outcome: Outcome): TransitionAnswer | null =>
  outcome.ok && outcome.answer.transId !== 'NONE' ? outcome.answer : null
