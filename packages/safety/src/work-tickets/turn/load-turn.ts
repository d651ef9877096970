import { turnCalls, workTicketEndpoints as tickets, type TicketTurn, type TurnStep } from '@suoan/contract'
import {
  signatureOf,
  takeOver,
  takersOf,
  turnReads,
  turnRoles,
  turnTasks,
  turnText,
  type Ticket,
  type TicketFacts,
  type TurnTask,
} from '@suoan/domain/work-ticket'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import { onOneConnection } from '@suoan/platform/db/together'
import { failUnseen } from '@suoan/platform/fail'
import { shownTo } from '@suoan/platform/resource'
import { agenciesOf, agentsFor } from '../../agencies.ts'
import { mayCall } from '../detail/viewer.ts'
import { systemActor } from '../facts/actor.ts'
import { loadAsked } from '../facts/flow.ts'
import { loadSigner } from '../facts/signer.ts'
import { FactNotLoaded, loadFacts } from '../load-facts.ts'
import { ticketOf, type WorkRow } from '../ticket-row.ts'
import { mustSee } from '../visible.ts'
import { loadPeople, type Person } from './candidates.ts'

/** Whose turn it is on a ticket that the caller may see. */
export async function turnOfTicket(ctx: Context, actor: Actor, workId: string): Promise<TicketTurn> {
  await mustSee(ctx, actor, workId)
  return onOneConnection(ctx.db, async (tx) => {
    const work = await tx
      .selectFrom('loWork')
      .selectAll()
      .where('id', '=', workId)
      .where('tenantId', '=', actor.tenantId)
      .where('delFlag', '=', 0)
      .executeTakeFirst()
    if (!work) throw failUnseen('lo_work', [workId])
    return loadTurn(ctx, tx, actor, work)
  })
}

/** The same of a ticket that was read already. */
export async function loadTurn(ctx: Context, tx: Tx, caller: Actor, work: WorkRow): Promise<TicketTurn> {
  const now = ctx.clock.now()
  const ticket = ticketOf(work)
  const people = await loadPeople(ctx, tx, work, caller)
  const asked = await askedNext(tx, work, ticket)
  const stepsFrom = async (facts: TicketFacts) => {
    const steps: TurnStep[] = []
    for (const task of turnTasks(ticket, facts, asked))
      steps.push(await presentStep({ ctx, tx, caller, work, ticket, facts, people, now }, task))
    return steps
  }
  // A gap in `turnReads` costs time, as in `takeEvent`.
  const steps = await loadFacts(tx, work, systemActor, now, { reads: turnReads(ticket) })
    .then(stepsFrom)
    .catch(async (error: unknown) => {
      if (!(error instanceof FactNotLoaded)) throw error
      return stepsFrom(await loadFacts(tx, work, systemActor, now))
    })
  const mine = steps.filter(({ isMine }) => isMine)
  return {
    workId: work.id,
    workNo: ticket.workNo,
    workName: work.workName ?? '',
    place: ticket.place,
    workStatus: ticket.status,
    execPhase: ticket.phase,
    validEnd: shanghaiTime(ticket.validEnd ?? ticket.planEnd),
    since: await waitingSince(tx, work),
    mine: mine.find(({ isOwnWay }) => !isOwnWay) ?? mine[0] ?? null,
    steps,
  }
}

/** Whom the flow will ask, where a submission or the last review is to come. */
async function askedNext(tx: Tx, work: WorkRow, { status }: Ticket) {
  if (status === 1) return loadAsked(tx, work, 2)
  if (status !== 0 && status !== 3 && status !== 5) return null
  return [...(await loadAsked(tx, work, 1)), ...(await loadAsked(tx, work, 2))]
}

interface Scene {
  readonly ctx: Context
  readonly tx: Tx
  readonly caller: Actor
  readonly work: WorkRow
  readonly ticket: Ticket
  readonly facts: TicketFacts
  readonly people: readonly Person[]
  readonly now: number
}

async function presentStep(scene: Scene, task: TurnTask): Promise<TurnStep> {
  const { caller, ticket, facts, people, now } = scene
  const signature = signatureOf(task, ticket, facts.keys, now)
  const call = signature === 'accept' ? tickets.accept : turnCalls[task.act]
  const taking = takersOf(
    ticket,
    task,
    facts,
    people.map(({ candidate }) => candidate),
  )
  const agents = await agentsOf(scene, task)
  const who = people
    .filter(({ candidate, actor }) => taking.includes(candidate) || agents.includes(actor.userId))
    .filter(
      ({ candidate, actor: { permissions } }) =>
        call !== undefined && mayCall({ permissions, roles: candidate.actor.roleTags }, call),
    )
  const missing = task.missing.map(({ id, text, fix }) => ({ id, text, fix }))
  return {
    act: task.act,
    signature,
    text: turnText(task, signature),
    pointId: task.pointId ?? null,
    userId: task.userId ?? null,
    rowId: task.rowId ?? null,
    who: who.map(({ actor: { userId, realname }, phone }) => ({
      userId,
      name: realname,
      phone: shownTo(caller, 'phone', phone, userId),
      isMe: userId === caller.userId,
    })),
    roles: turnRoles(task, ticket, facts.keys, now),
    missing,
    isMine: missing.length === 0 && who.some(({ actor }) => actor.userId === caller.userId),
    isOwnWay: task.isOwnWay === true,
  }
}

/** Who may decide a step in the place of the absent person of it (decision 0800). */
async function agentsOf(
  { tx, work, ticket, facts, people, now }: Scene,
  { rowId }: TurnTask,
): Promise<string[]> {
  const row = rowId === undefined ? undefined : facts.steps.find(({ id }) => id === rowId)
  if (row === undefined) return []
  const found: string[] = []
  const standIns = await agentsFor(tx, work.tenantId, [row.userId], now)
  for (const { actor } of people) {
    if (actor.userId === row.userId || !standIns.includes(actor.userId)) continue
    const agencies = await agenciesOf(tx, work.tenantId, actor.userId, now)
    const signer = await loadSigner(tx, work, actor.userId, row.roleTag)
    if (signer && takeOver(ticket, row.id, signer, agencies, facts).kind === 'taken') found.push(actor.userId)
  }
  return found
}

/** When the last thing happened that the ticket has been waiting for somebody since; to be urged (T16) is to wait on. */
async function waitingSince(tx: Tx, work: WorkRow): Promise<string | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select greatest(
      (select max(server_time) from lo_work_trans where work_id = ${work.id}
        and event not in ('note', 'urge', 'stepOverdue')),
      (select max(arrive_time) from lo_work_review where work_id = ${work.id} and review_status = 1),
      (select max(arrive_time) from lo_work_examine where work_id = ${work.id} and approve_status = 1)) as at`.execute(
    tx,
  )
  const at = rows[0]?.at ?? work.updateTime ?? work.createTime
  return at === null ? null : shanghaiTime(at.getTime())
}
