import type { DutyRule, FlowStep, Stage, StepAssignment, StepRow } from '@suoan/domain/work-ticket'
import type { RoleTag } from '@suoan/domain/dictionaries'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '../../../context.ts'
import type { WorkRow } from '../ticket-row.ts'
import { loadPolicy } from './policy.ts'

const names = z.array(z.string())

/** Steps of the approval flow in order. A step's `condition` language comes with the flow editor; it is empty today. */
export async function loadFlow(
  tx: Tx,
  flowId: string,
): Promise<(FlowStep & { scopeRule: string; userIds: string[] })[]> {
  const rows = await tx
    .selectFrom('loFlowStep')
    .selectAll()
    .where('flowId', '=', flowId)
    .where('delFlag', '=', 0)
    .orderBy('stage')
    .orderBy('stepNo')
    .execute()
  return rows.map((row) => ({
    stage: row.stage === 2 ? 2 : 1,
    stepNo: row.stepNo ?? 1,
    // The columns are dictionary values, checked when the flow was saved.
    roleTag: row.roleTag as RoleTag,
    quorum: (row.quorum ?? 'ANY') as FlowStep['quorum'],
    onSite: row.onSite === 1,
    slaMin: row.slaMin,
    rejectMode: row.rejectMode === 'RESUME_HERE' ? 'RESUME_HERE' : 'RESTART',
    scopeRule: row.scopeRule ?? 'PLANT',
    userIds: names.catch([]).parse(row.userIds ?? []),
  }))
}

/** Whom the flow of the ticket's type and level asks in a stage: 1 review, 2 approval. */
export async function loadAsked(tx: Tx, work: WorkRow, stage: Stage): Promise<StepAssignment[]> {
  const policy = await loadPolicy(tx, work.tenantId, work.workType ?? '', work.workLevel ?? '')
  const steps = policy ? await loadFlow(tx, policy.flowId) : []
  const asked: StepAssignment[] = []
  for (const step of steps.filter((each) => each.stage === stage)) {
    for (const user of await holdersOf(tx, work, step))
      asked.push({ stage, stepNo: step.stepNo, userId: user.id, userName: user.realname, delegateFor: null })
  }
  return asked
}

type ScopedStep = Awaited<ReturnType<typeof loadFlow>>[number]

/**
 * The people of a step: the named ones, or everyone who holds its role within its scope (territory owner, working unit,
 * or the plant). A scope whose department the ticket does not name has nobody, never everybody.
 */
async function holdersOf(
  tx: Tx,
  work: WorkRow,
  step: ScopedStep,
): Promise<{ id: string; realname: string }[]> {
  const departs: Readonly<Record<string, string | null>> = {
    TERRITORY: work.territoryDepartId,
    WORKUNIT: work.workDepartId,
  }
  const scoped = step.scopeRule in departs
  const depart = departs[step.scopeRule] ?? null
  if (scoped && depart === null) return []
  const { rows } = await sql<{ id: string; realname: string }>`
    select distinct u.id, u.realname from sys_user u
    where u.del_flag = 0 and u.status = 1
      and case when ${step.scopeRule === 'NAMED'} then u.id = any(${step.userIds})
        else exists (select 1 from sys_user_role ur join sys_role r on r.id = ur.role_id
          where ur.user_id = u.id and r.role_code = ${step.roleTag} and r.tenant_id = ${work.tenantId}) end
      and (${depart}::text is null or exists (select 1 from sys_user_depart ud
        join sys_depart d on d.id = ud.dep_id join sys_depart top on top.id = ${depart}
        where ud.user_id = u.id and d.org_code like top.org_code || '%'))
      and (${work.tenantId} = 0 or ${String(work.tenantId)} = any(string_to_array(u.rel_tenant_ids, ',')))
    order by u.id limit 50`.execute(tx)
  return rows
}

/** Step rows of the ticket, every round, reviews and examines together. */
export async function loadSteps(
  tx: Tx,
  workId: string,
  flow: readonly FlowStep[],
): Promise<(StepRow & { actTime: Date | null })[]> {
  const { rows } = await sql<{
    id: string
    stage: 1 | 2
    round: number
    stepNo: number
    roleTag: RoleTag
    userId: string
    userName: string
    delegateFor: string | null
    status: StepRow['status']
    actTime: Date | null
  }>`
    select s.*, coalesce(u.realname, '') as user_name from (
      select id, 1 as stage, round, step_no, role_tag, reviewer_id as user_id, delegate_for, review_status as status, act_time
      from lo_work_review where work_id = ${workId}
      union all
      select id, 2, round, step_no, role_tag, approver_id, delegate_for, approve_status, act_time
      from lo_work_examine where work_id = ${workId}) s
    left join sys_user u on u.id = s.user_id order by s.round, s.stage, s.step_no, s.id`.execute(tx)
  return rows.map((row) => {
    const step = flow.find((each) => each.stage === row.stage && each.stepNo === row.stepNo)
    return {
      ...row,
      quorum: step?.quorum ?? 'ALL',
      onSite: step?.onSite ?? false,
      rejectMode: step?.rejectMode ?? 'RESTART',
    }
  })
}

/** Separation of duties (`lo_duty_rule`). */
export async function loadDutyRules(tx: Tx, tenantId: number): Promise<DutyRule[]> {
  const { rows } = await sql<DutyRule & { hard: unknown }>`
    select coalesce(work_type, '*') as work_type, tag_a as "tagA", tag_b as "tagB", rule_kind, coalesce(max_live, 0) as max_live,
      (hard = 1) as hard
    from lo_duty_rule where tenant_id = ${tenantId} and del_flag = 0`.execute(tx)
  return rows
}
