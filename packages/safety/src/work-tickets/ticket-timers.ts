import {
  execPhase,
  gasState,
  labelOf,
  stopCause,
  workStatus,
  type RoleTag,
  type StopCause,
} from '@suoan/domain/dictionaries'
import { clockText, minute } from '@suoan/domain/verdict'
import { guardAwayMin } from '@suoan/domain/work-ticket'
import { sql } from 'kysely'
import type { Context } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import { advanceBySystem } from './advance-ticket.ts'
import { sendNotice } from './effects/notices.ts'
import { systemActor } from './facts/actor.ts'
import { proofNoticeMin } from './effects/timers.ts'
import type { AwayWhy } from './guard-post.ts'
import { policyJoin } from '../ticket-policy.ts'
import { reVerifications } from '../re-verifications.ts'
import { gasNoticeMin, gasRepeatDue, restateGas } from './facts/gas-repeat.ts'
import { lockTicket, ticketOf, type WorkRow } from './ticket-row.ts'

/** What happens when a moment of a ticket has come (T27 reminders, T30, T32, T35, §5.8 L4). Each looks again first. */
export function handleTicketTimers(ctx: Context): void {
  ctx.timers.on('ticket.reminder', (ctx, { tenantId, subjectId, data: { minutes } }) =>
    notify(ctx, tenantId, subjectId, {
      roles: ['LEAD', 'GUARD', 'PERMIT'],
      when: isExecuting,
      text: (no) => `工作票 ${no} 还有 ${minutes} 分钟到期，请收尾或申请延期`,
    }),
  )
  ctx.timers.on('ticket.gasDue', async (ctx, { tenantId, subjectId, key, dueAt }) => {
    if (key === 'soon') {
      await markGasDue(ctx, tenantId, subjectId)
      return notify(ctx, tenantId, subjectId, {
        roles: ['GASTEST', 'GUARD', 'LEAD'],
        when: mayHavePeopleInside,
        text: (no) => `工作票 ${no} 须在 ${gasNoticeMin} 分钟内复测气体`,
      })
    }
    const late = await isGasLate(ctx, tenantId, subjectId, dueAt)
    if (late) await suspendBySystem(ctx, tenantId, subjectId, '气体复测超时', stopCause.gas)
  })
  ctx.timers.on('ticket.proofDue', async (ctx, { tenantId, subjectId, key }) => {
    const work = await readWork(ctx, tenantId, subjectId)
    if (!work || !isWorking(work)) return
    const due = await ctx.db.transaction().execute((tx) => reVerifications(tx, subjectId))
    const notice = key === 'soon' ? proofNoticeMin * minute : 0
    const asked = due.filter(({ reVerifyDue }) => reVerifyDue.getTime() <= ctx.clock.now() + notice)
    const [first] = asked
    if (first === undefined) return
    const codes = asked.map(({ pointCode }) => pointCode).join('、')
    if (key === 'soon')
      return notify(ctx, tenantId, subjectId, {
        roles: ['VERIFY', 'LEAD', 'GUARD'],
        when: isWorking,
        text: (no) =>
          `工作票 ${no} 的隔离点 ${codes} 须在 ${clockText(first.reVerifyDue.getTime())} 前复验零能量，逾期作业中断`,
      })
    await suspendBySystem(ctx, tenantId, subjectId, `隔离点 ${codes} 复验零能量超时`, stopCause.overdue)
  })
  ctx.timers.on('ticket.testOver', async (ctx, { tenantId, subjectId }) => {
    const work = await readWork(ctx, tenantId, subjectId)
    if (work?.execPhase === execPhase.testRun)
      await suspendBySystem(ctx, tenantId, subjectId, '试运行时间已到，未结束试运行', stopCause.overdue)
  })
  ctx.timers.on('ticket.guardAway', async (ctx, { tenantId, subjectId, data: { personId, minutes } }) => {
    const why = await unguardedBy(ctx, subjectId, personId, minutes)
    if (why === null) return
    const said = `监护人${labelOf('lo_away_why', why)}超过 ${minutes} 分钟`
    await notify(ctx, tenantId, subjectId, {
      roles: ['LEAD', 'GUARD', 'PERMIT'],
      when: isWorking,
      text: (no) => `工作票 ${no} ${said}`,
    })
    if (minutes >= guardAwayMin.stop)
      await suspendBySystem(ctx, tenantId, subjectId, said, stopCause.guardian)
  })
  ctx.timers.on('ticket.closeDue', (ctx, { tenantId, subjectId }) =>
    notify(ctx, tenantId, subjectId, {
      roles: ['PERMIT', 'LEAD', 'SAFETY', 'DEPT'],
      when: (work) =>
        work.workStatus === workStatus.expired &&
        work.closeFlag !== 1 &&
        (work.closeDeadline?.getTime() ?? 0) <= ctx.clock.now(),
      text: (no) => `工作票 ${no} 收尾期限已过，须由许可人说明原因后延长`,
    }),
  )
}

const isExecuting = (work: WorkRow): boolean =>
  work.workStatus === workStatus.executing && work.voidFlag !== 1
const isWorking = (work: WorkRow): boolean => isExecuting(work) && work.execPhase === execPhase.working
/** Phases in which people go about the place, and any other in which somebody is counted inside. */
const mayHavePeopleInside = (work: WorkRow): boolean =>
  isExecuting(work) &&
  ((work.onSiteCount ?? 0) > 0 ||
    [execPhase.working, execPhase.testRun, execPhase.relocking].some((phase) => phase === work.execPhase))

interface Notification {
  readonly roles: readonly RoleTag[]
  /** Is it still so? Work may have ended since the timer was set. */
  when(work: WorkRow): boolean
  text(workNo: string): string
}

async function notify(
  ctx: Context,
  tenantId: number,
  workId: string,
  notification: Notification,
): Promise<void> {
  await inTransaction(ctx, async (tx, emit) => {
    const work = await lockTicket(tx, tenantId, workId)
    if (!work || !notification.when(work)) return
    const ticket = ticketOf(work)
    const now = ctx.clock.now()
    const scene = { tx, emit, work, ticket, actor: systemActor, event: 'timer', pointId: null, now, at: now }
    const text = notification.text(ticket.workNo)
    await sendNotice(scene, { do: 'notice.send', roles: notification.roles, text, status: ticket.status })
  })
}

async function readWork(ctx: Context, tenantId: number, workId: string): Promise<WorkRow | undefined> {
  return ctx.db
    .selectFrom('loWork')
    .selectAll()
    .where('id', '=', workId)
    .where('tenantId', '=', tenantId)
    .where('delFlag', '=', 0)
    .executeTakeFirst()
}

/** Lists and the board show 待检 until the repetition has come; bad air stays what it is. */
async function markGasDue(ctx: Context, tenantId: number, workId: string): Promise<void> {
  await inTransaction(ctx, async (tx, emit) => {
    const work = await lockTicket(tx, tenantId, workId)
    if (!work || !mayHavePeopleInside(work) || work.gasState !== gasState.valid) return
    if (await restateGas(tx, work, ctx.clock.now()))
      emit('resource.changed', { resource: 'work', tenantId, ids: [workId] })
  })
}

/** A sample taken meanwhile has moved the moment; then this one says nothing. */
async function isGasLate(ctx: Context, tenantId: number, workId: string, dueAt: number): Promise<boolean> {
  const work = await readWork(ctx, tenantId, workId)
  if (!work || !mayHavePeopleInside(work)) return false
  const due = await ctx.db
    .transaction()
    .execute((tx) => gasRepeatDue(tx, work, work.realStart?.getTime() ?? null))
  return due !== null && due <= Math.max(dueAt, ctx.clock.now())
}

/** Why the guardian is still away while nobody else has the watch that the policy asks for; null when it is kept. */
async function unguardedBy(
  ctx: Context,
  workId: string,
  personId: string,
  minutes: number,
): Promise<AwayWhy | null> {
  const since = new Date(ctx.clock.now() - minutes * 60_000)
  const { rows } = await sql<{ unguarded: boolean; why: AwayWhy | null }>`
    select g.away_why as why, g.away_since <= ${since} and (select count(*) from lo_work_person p where p.work_id = w.id and p.role_tag = 'GUARD'
        and p.state = 1 and p.check_in_time is not null and p.away_since is null) < coalesce(t.guard_required, 1) as unguarded
    from lo_work w
    join lo_work_person g on g.work_id = w.id and g.id = ${personId} and g.state = 1
    ${policyJoin}
    where w.id = ${workId}`.execute(ctx.db)
  const [row] = rows
  return row?.unguarded === true ? (row.why ?? 'FENCE') : null
}

/** The safe direction needs nobody's permission (T32). */
async function suspendBySystem(
  ctx: Context,
  tenantId: number,
  workId: string,
  reason: string,
  cause: StopCause,
): Promise<void> {
  await advanceBySystem(ctx, tenantId, workId, { type: 'suspend', reason, cause })
}
