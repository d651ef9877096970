import type { FlowStep, PolicyFact, StepAssignment, StepRow } from '@suoan/domain/work-ticket'
import type { DutyRule } from '@suoan/domain/work-ticket'
import type { RoleTag } from '@suoan/domain/dictionaries'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '../../../context.ts'
import type { WorkRow } from '../ticket-row.ts'

const names = z.array(z.string())

/** The policy row of the ticket's type and level, as the domain reads it. */
export interface LoadedPolicy {
  policy: PolicyFact
  flowId: string
  certRules: unknown
  gasRequired: number
}

/** `lo_work_type` of type and level; undefined when the plant has none for it (then nothing may be submitted). */
export async function loadPolicy(
  tx: Tx,
  tenantId: number,
  workType: string,
  workLevel: string,
): Promise<LoadedPolicy | undefined> {
  const row = await tx
    .selectFrom('loWorkType')
    .selectAll()
    .where('tenantId', '=', tenantId)
    .where('typeCode', '=', workType)
    .where('levelCode', '=', workLevel)
    .where('status', '=', 1)
    .where('delFlag', '=', 0)
    .executeTakeFirst()
  if (!row) return undefined
  return {
    flowId: row.flowId ?? '',
    certRules: row.certRules,
    gasRequired: row.gasRequired ?? 0,
    policy: {
      maxHours: row.maxHours ?? 0,
      earlyMin: row.earlyMin ?? 0,
      isolateLeadMin: row.isolateLeadMin ?? 120,
      extendMax: row.extendMax ?? 0,
      gasPreMin: row.gasPreMin ?? 30,
      gasInterruptMin: row.gasInterruptMin ?? 30,
      guardRequired: row.guardRequired ?? 1,
      personalLock: row.personalLock === 1,
      briefRequired: row.briefRequired !== 0,
      isolationRequired: row.isolationRequired === 2 ? 2 : row.isolationRequired === 0 ? 0 : 1,
      idleFireWatchMin: row.idleFireWatchMin ?? 0,
      editableFields: names.catch([]).parse(row.editableFields ?? []),
      coreFields: names.catch([]).parse(row.coreFields ?? []),
      withdrawAfterDecision: false,
    },
  }
}

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

/**
 * Who is asked at each step: the named people, or everyone who holds the step's role within its scope (territory
 * owner, working unit, or the plant).
 */
export async function loadAssignees(
  tx: Tx,
  work: WorkRow,
  flow: Awaited<ReturnType<typeof loadFlow>>,
): Promise<StepAssignment[]> {
  const perStep = await Promise.all(
    flow.map(async (step) => {
      const depart =
        step.scopeRule === 'TERRITORY'
          ? work.territoryDepartId
          : step.scopeRule === 'WORKUNIT'
            ? work.workDepartId
            : null
      const named = step.scopeRule === 'NAMED'
      const { rows } = await sql<{ id: string; realname: string }>`
        select distinct u.id, u.realname from sys_user u
        where u.del_flag = 0 and u.status = 1
          and case when ${named} then u.id = any(${step.userIds})
            else exists (select 1 from sys_user_role ur join sys_role r on r.id = ur.role_id
              where ur.user_id = u.id and r.role_code = ${step.roleTag}) end
          and (${depart}::text is null or exists (select 1 from sys_user_depart ud
            join sys_depart d on d.id = ud.dep_id join sys_depart top on top.id = ${depart}
            where ud.user_id = u.id and d.org_code like top.org_code || '%'))
          and (${work.tenantId} = 0 or ${String(work.tenantId)} = any(string_to_array(u.rel_tenant_ids, ',')))
        order by u.id limit 50`.execute(tx)
      return rows.map((user) => ({
        stage: step.stage,
        stepNo: step.stepNo,
        userId: user.id,
        userName: user.realname,
        delegateFor: null,
      }))
    }),
  )
  return perStep.flat()
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
