import {
  readBaseTypes,
  stepApplies,
  type DutyRule,
  type FlowConditionFacts,
  type FlowStep,
  type Stage,
  type StepAssignment,
  type StepRow,
} from '@suoan/domain/work-ticket'
import type { RoleTag } from '@suoan/domain/dictionaries'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '@suoan/platform/context'
import { belongsTo } from '@suoan/platform/db/belongs-to'
import type { WorkRow } from '../ticket-row.ts'
import { loadPolicy } from './policy.ts'

const names = z.array(z.string())

/** A step of the flow with the people it asks for. */
export interface ScopedStep extends FlowStep {
  readonly scopeRule: string
  readonly userIds: readonly string[]
}

/** Steps of a flow that apply to the ticket, in order: those whose `condition` is not false of it (3-domain.md §3.4). */
export async function loadFlow(tx: Tx, work: WorkRow, flowId: string): Promise<ScopedStep[]> {
  const rows = await tx
    .selectFrom('loFlowStep')
    .selectAll()
    .where('flowId', '=', flowId)
    .where('tenantId', '=', work.tenantId)
    .where('delFlag', '=', 0)
    .orderBy('stage')
    .orderBy('stepNo')
    .execute()
  const conditional = rows.some((row) => (row.condition ?? '').trim() !== '')
  const facts = conditional ? await conditionFacts(tx, work) : null
  return rows
    .filter((row) => facts === null || stepApplies(row.condition, facts))
    .map((row) => ({
      stage: row.stage === 2 ? 2 : 1,
      stepNo: row.stepNo ?? 1,
      // The columns are dictionary values, checked when the flow was saved.
      roleTag: row.roleTag as RoleTag,
      quorum: (row.quorum ?? 'ANY') as FlowStep['quorum'],
      onSite: row.onSite === 1,
      slaMin: row.slaMin,
      escalateTo: (row.escalateTo || null) as RoleTag | null,
      allowDelegate: row.allowDelegate === 1,
      rejectMode: row.rejectMode === 'RESUME_HERE' ? 'RESUME_HERE' : 'RESTART',
      scopeRule: row.scopeRule ?? 'PLANT',
      userIds: names.catch([]).parse(row.userIds ?? []),
    }))
}

async function conditionFacts(tx: Tx, work: WorkRow): Promise<FlowConditionFacts> {
  const { rows } = await sql<
    Pick<FlowConditionFacts, 'riskLevel' | 'pointCount' | 'peopleCount' | 'contractorCount'>
  >`
    select (select risk_level from lo_area where id = ${work.areaId}) as risk_level,
      (select count(*)::int from lo_work_point where work_id = ${work.id}) as point_count,
      count(*)::int as people_count, count(*) filter (where person_source = 2)::int as contractor_count
    from lo_work_person where work_id = ${work.id} and state = 1`.execute(tx)
  const counted = rows[0] ?? { riskLevel: null, pointCount: 0, peopleCount: 0, contractorCount: 0 }
  const [from, to] = [work.planStart?.getTime() ?? 0, work.planEnd?.getTime() ?? 0]
  return {
    ...counted,
    workType: work.workType ?? '',
    baseTypes: readBaseTypes(work.baseTypes),
    workLevel: work.workLevel ?? '',
    urgency: work.urgency ?? 'L',
    areaCode: work.areaCode ?? '',
    hazards: (work.hazards ?? '').split(',').filter((hazard) => hazard !== ''),
    planHours: (to - from) / 3_600_000,
    needIsolation: work.needIsolation !== 0,
    emergency: work.emergencyFlag === 1,
  }
}

/** Whom the flow of the ticket's type and level asks in a stage: 1 review, 2 approval. */
export async function loadAsked(tx: Tx, work: WorkRow, stage: Stage): Promise<StepAssignment[]> {
  const policy = await loadPolicy(tx, work)
  const steps = policy ? await loadFlow(tx, work, policy.flowId) : []
  const asked: StepAssignment[] = []
  for (const step of steps.filter((each) => each.stage === stage)) {
    for (const user of await holdersOf(tx, work, step)) asked.push(assigned(step, user))
  }
  return asked
}

/** Who may decide in the place of a late step (T16): `escalateTo` within the step's scope, else in the whole plant. */
export async function loadSuperiors(
  tx: Tx,
  work: WorkRow,
  late: Pick<StepRow, 'stage' | 'stepNo' | 'escalateTo'>,
): Promise<StepAssignment[]> {
  if (late.escalateTo === null) return []
  const policy = await loadPolicy(tx, work)
  const flow = policy ? await loadFlow(tx, work, policy.flowId) : []
  const step = flow.find((each) => each.stage === late.stage && each.stepNo === late.stepNo)
  const scopeRule = step && step.scopeRule !== 'NAMED' ? step.scopeRule : 'PLANT'
  const post = { stage: late.stage, roleTag: late.escalateTo, userIds: [] }
  const near = await holdersOf(tx, work, { ...post, scopeRule })
  const people = near.length > 0 ? near : await holdersOf(tx, work, { ...post, scopeRule: 'PLANT' })
  return people.map((user) => assigned(late, user))
}

const assigned = (
  { stage, stepNo }: Pick<StepAssignment, 'stage' | 'stepNo'>,
  user: { id: string; realname: string },
): StepAssignment => ({ stage, stepNo, userId: user.id, userName: user.realname, delegateFor: null })

/**
 * The people of a step: the named ones, or everyone who holds its role within its scope (territory owner, working unit,
 * the departments that supervise the area, or the plant), the applicant never, and for an approval nobody who does the work. A scope that leads to no department has nobody, never everybody.
 */
async function holdersOf(
  tx: Tx,
  work: WorkRow,
  step: Pick<ScopedStep, 'stage' | 'roleTag' | 'scopeRule' | 'userIds'>,
): Promise<{ id: string; realname: string }[]> {
  const departs = await departsOf(tx, work, step.scopeRule)
  if (departs?.length === 0) return []
  const { rows } = await sql<{ id: string; realname: string }>`
    select distinct u.id, u.realname from sys_user u
    where u.del_flag = 0 and u.status = 1
      -- He decides nowhere on what he asks for (G04): a step that only he could take has nobody, and submission says so.
      and u.id is distinct from ${work.applicantId}
      -- Nor does anybody approve the work he is to do, whatever post the step asks for.
      and not (${step.stage === 2} and exists (select 1 from lo_work_person p where p.work_id = ${work.id} and p.user_id = u.id
        and p.state = 1 and p.del_flag = 0 and p.role_tag in ('LEAD', 'WORK', 'CONTR')))
      and case when ${step.scopeRule === 'NAMED'} then u.id = any(${step.userIds})
        else exists (select 1 from sys_user_role ur join sys_role r on r.id = ur.role_id
          where ur.user_id = u.id and r.role_code = ${step.roleTag} and r.tenant_id = ${work.tenantId}) end
      and (${departs}::text[] is null or exists (select 1 from sys_user_depart ud
        join sys_depart d on d.id = ud.dep_id join sys_depart top on top.id = any(${departs}::text[])
        where ud.user_id = u.id and d.org_code like top.org_code || '%'))
      and ${belongsTo('u', work.tenantId)}
    order by u.id limit 50`.execute(tx)
  return rows
}

/** Departments a scope leads to; null = no limit. */
async function departsOf(tx: Tx, work: WorkRow, scopeRule: string): Promise<string[] | null> {
  switch (scopeRule) {
    case 'TERRITORY':
      return work.territoryDepartId ? [work.territoryDepartId] : []
    case 'WORKUNIT':
      return work.workDepartId ? [work.workDepartId] : []
    case 'SAFETY': {
      // Relation 3 is 监管 (lo_depart_area_rel).
      const { rows } = await sql<{ id: string }>`
        select distinct depart_id as id from lo_depart_area
        where tenant_id = ${work.tenantId} and del_flag = 0 and rel_type = 3
          and (area_code = ${work.areaCode ?? ''}
            or (include_child = 1 and ${work.areaCode ?? ''} like area_code || '%'))
          and (valid_from is null or valid_from <= current_date) and (valid_to is null or valid_to >= current_date)`.execute(
        tx,
      )
      return rows.map((row) => row.id)
    }
    default:
      return null
  }
}

const storedRule = z.object({
  quorum: z.string(),
  onSite: z.boolean(),
  slaMin: z.number().nullable(),
  escalateTo: z.string().nullable(),
  allowDelegate: z.boolean(),
  rejectMode: z.enum(['RESTART', 'RESUME_HERE']),
})
const path = z.array(z.object({ userId: z.string(), userName: z.string() }))

/** What a row keeps of the step it was asked under: a flow edited meanwhile does not change what is under way. */
export function ruleOfStep(row: Pick<StepRow, keyof z.infer<typeof storedRule>>): z.infer<typeof storedRule> {
  const { quorum, onSite, slaMin, escalateTo, allowDelegate, rejectMode } = row
  return { quorum, onSite, slaMin, escalateTo, allowDelegate, rejectMode }
}

/** For a row that lost its rule: everybody must pass, and nothing makes it easier. */
const strictest = {
  quorum: 'ALL',
  onSite: false,
  slaMin: null,
  escalateTo: null,
  allowDelegate: false,
  rejectMode: 'RESTART',
} as const

/** Step rows of the ticket, every round, reviews and examines together. */
export async function loadSteps(
  tx: Tx,
  workId: string,
  flowOf: () => Promise<readonly FlowStep[]>,
): Promise<(StepRow & { actTime: Date | null })[]> {
  const { rows } = await sql<
    Pick<
      StepRow,
      | 'id'
      | 'stage'
      | 'round'
      | 'stepNo'
      | 'roleTag'
      | 'userId'
      | 'userName'
      | 'delegateFor'
      | 'status'
      | 'addedBy'
      | 'seatOf'
      | 'escLevel'
    > & {
      actTime: Date | null
      stepRule: unknown
      delegatePath: unknown
      dueTime: Date | null
      urgeTime: Date | null
      flagTime: Date | null
    }
  >`
    select s.*, coalesce(u.realname, '') as user_name from (
      select id, 1 as stage, round, step_no, role_tag, reviewer_id as user_id, delegate_for, review_status as status, act_time,
        step_rule, delegate_path, added_by, seat_of, due_time, esc_level, urge_time, flag_time
      from lo_work_review where work_id = ${workId}
      union all
      select id, 2, round, step_no, role_tag, approver_id, delegate_for, approve_status, act_time,
        step_rule, delegate_path, added_by, seat_of, due_time, esc_level, urge_time, flag_time
      from lo_work_examine where work_id = ${workId}) s
    left join sys_user u on u.id = s.user_id order by s.round, s.stage, s.step_no, s.id`.execute(tx)
  const read = rows.map(({ stepRule, ...row }) => ({ row, stored: storedRule.safeParse(stepRule) }))
  const flow = read.every(({ stored }) => stored.success) ? [] : await flowOf()
  return read.map(({ stored, row: { delegatePath, dueTime, urgeTime, flagTime, ...row } }) => {
    // Rows from before rules were kept follow the flow as it is.
    const step = flow.find((each) => each.stage === row.stage && each.stepNo === row.stepNo)
    const rule = stored.success ? stored.data : (step ?? strictest)
    return {
      ...row,
      ...ruleOfStep(rule as StepRow), // what was stored came from a `StepRow`
      delegatePath: path.catch([]).parse(delegatePath ?? []),
      dueAt: dueTime?.getTime() ?? null,
      urgedAt: urgeTime?.getTime() ?? null,
      flaggedAt: flagTime?.getTime() ?? null,
    } as StepRow & { actTime: Date | null }
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
