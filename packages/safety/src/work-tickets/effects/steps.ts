import type { Effect } from '@suoan/domain/work-ticket'
import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import { cancelTimers, scheduleTimer } from '@suoan/platform/timers'
import { policyJoin } from '../../ticket-policy.ts'
import { ruleOfStep } from '../facts/flow.ts'
import type { EffectScene } from './effect-scene.ts'

type Of<K extends Effect['do']> = Extract<Effect, { do: K }>
type Table = 'lo_work_review' | 'lo_work_examine'
/** A row id is in one of the two. */
const tables: readonly Table[] = ['lo_work_review', 'lo_work_examine']

/** Rows for a new round; a step that is asked now has arrived now, and its time runs (T16). */
export async function createSteps(scene: EffectScene, effect: Of<'steps.create'>): Promise<void> {
  const { tx, ticket, work, now } = scene
  for (const row of effect.rows) {
    const asked = row.status === 1
    const dueAt = asked && row.slaMin ? now + row.slaMin * 60_000 : null
    const common = {
      id: newId(),
      tenantId: work.tenantId,
      workId: ticket.id,
      round: row.round,
      stepNo: row.stepNo,
      roleTag: row.roleTag,
      delegateFor: row.delegateFor,
      onSite: row.onSite ? 1 : 0,
      signDemand: demandOf(work, row),
      stepRule: JSON.stringify(ruleOfStep(row)),
      addedBy: row.addedBy,
      seatOf: row.seatOf,
      arriveTime: asked ? new Date(now) : null,
      dueTime: dueAt === null ? null : new Date(dueAt),
      createTime: new Date(now),
    }
    if (row.stage === 1)
      await tx
        .insertInto('loWorkReview')
        .values({ ...common, reviewerId: row.userId, reviewStatus: row.status })
        .execute()
    else
      await tx
        .insertInto('loWorkExamine')
        .values({ ...common, approverId: row.userId, approveStatus: row.status })
        .execute()
    if (dueAt !== null) await watch(scene, common.id, dueAt)
  }
}

/** What the flow asks of a signature at this step, as of now; a step that it does not have asks for a secret. */
const demandOf = ({ id }: EffectScene['work'], { stage, stepNo }: Of<'steps.create'>['rows'][number]) =>
  sql<string>`coalesce((select s.sign_demand from lo_work w
    ${policyJoin}
    join lo_flow_step s on s.flow_id = t.flow_id and s.stage = ${stage} and s.step_no = ${stepNo} and s.del_flag = 0
    where w.id = ${id} limit 1), 'SECRET')`

const statusOf = { lo_work_review: sql`review_status`, lo_work_examine: sql`approve_status` }

/** A step that an agent had decided is asked of the absent person again: the agency may be over (decision 0800). */
const backToAbsent = (table: (typeof tables)[number]) => sql`,
  ${personOf[table]} = case when agency_id is null then ${personOf[table]} else delegate_for end,
  delegate_for = case when agency_id is null then delegate_for else delegate_path -> -2 ->> 'userId' end,
  delegate_path = case when agency_id is null then delegate_path else delegate_path - (-1) end, agency_id = null`

/**
 * New statuses of rows. One that becomes 1 arrives now, with its whole time before it and without the marks of an earlier
 * pass (T14; the audit rows keep those); one that is decided was acted on now; only an open one is watched.
 */
export async function setSteps(scene: EffectScene, effect: Of<'steps.set'>): Promise<void> {
  const { tx, work, now } = scene
  const moment = new Date(now)
  for (const { rowId, status } of effect.changes) {
    for (const table of tables) {
      const marks =
        status === 1
          ? sql`${backToAbsent(table)}, arrive_time = ${moment}, act_time = null, opinion = null, reason_code = null, sign_id = null,
              esc_level = 0, urge_time = null, flag_time = null,
              due_time = ${moment}::timestamptz + make_interval(mins => (step_rule->>'slaMin')::int)`
          : status >= 8
            ? sql`, act_time = ${moment}`
            : sql``
      const { rows } = await sql<{ dueTime: Date | null }>`
        update ${sql.table(table)} set ${statusOf[table]} = ${status}${marks}
        where id = ${rowId} returning due_time`.execute(tx)
      const row = rows[0]
      if (!row) continue
      if (status === 1 && row.dueTime) await watch(scene, rowId, row.dueTime.getTime())
      else
        await cancelTimers(tx, {
          tenantId: work.tenantId,
          subjectId: work.id,
          kind: 'step.overdue',
          key: rowId,
        })
    }
  }
}

async function watch({ tx, work }: EffectScene, rowId: string, dueAt: number): Promise<void> {
  const { tenantId, id: subjectId } = work
  await scheduleTimer(tx, { tenantId, kind: 'step.overdue', subjectId, key: rowId, dueAt, data: { nth: 0 } })
}

const personOf = { lo_work_review: sql`reviewer_id`, lo_work_examine: sql`approver_id` }

/** The row goes on to the delegate; its due time stays, for handing on is not deciding (T15). */
export async function delegateStep(
  { tx, now }: EffectScene,
  { rowId, from, to }: Of<'step.delegate'>,
): Promise<void> {
  for (const table of tables)
    await sql`update ${sql.table(table)} set ${personOf[table]} = ${to.userId}, delegate_for = ${from.userId},
        delegate_path = coalesce(delegate_path, '[]'::jsonb) || ${JSON.stringify([from])}::jsonb,
        arrive_time = ${new Date(now)}
      where id = ${rowId}`.execute(tx)
}

/** Somebody, or the clock, reminded the person of the row. */
export async function urgeStep({ tx, now }: EffectScene, { rowId }: Of<'step.urge'>): Promise<void> {
  for (const table of tables)
    await sql`update ${sql.table(table)} set urge_time = ${new Date(now)} where id = ${rowId}`.execute(tx)
}

/** How far up an undecided step has been reported. */
export async function escalateStep(
  { tx }: EffectScene,
  { rowId, level }: Of<'step.escalate'>,
): Promise<void> {
  for (const table of tables)
    await sql`update ${sql.table(table)} set esc_level = ${level} where id = ${rowId}`.execute(tx)
}

/** Nobody decided in all that time: the administrator has been told. */
export async function flagStep({ tx, now }: EffectScene, { rowId }: Of<'step.flag'>): Promise<void> {
  for (const table of tables)
    await sql`update ${sql.table(table)} set flag_time = ${new Date(now)} where id = ${rowId}`.execute(tx)
}
