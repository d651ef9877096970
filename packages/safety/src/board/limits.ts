import { work, type BoardLimits } from '@suoan/contract'
import { labelOf, workStatus } from '@suoan/domain/dictionaries'
import { basesText, readBaseTypes, type TicketSet } from '@suoan/domain/work-ticket'
import { everything } from '@suoan/kit/filter'
import type { Actor, Context } from '@suoan/platform/context'
import { runSql } from '@suoan/platform/db/run-sql'
import { dataScope } from '@suoan/platform/resource/scope'
import { ticketInText } from '../ticket-sets.ts'
import { whereInArea } from './summarise.ts'

const MOST = 200
const time = (column: string) => `to_char(${column}, 'YYYY-MM-DD HH24:MI:SS')`

type WorkRow = Omit<BoardLimits['works'][number], 'node' | 'workTypeText'> & {
  workType: string
  baseTypes: string | null
  status: number
  phase: number
}

/** Tickets under way with the part of their time that is used, and steps of approval that wait (5-screens.md §9.3). */
export async function listLimits(ctx: Context, actor: Actor, areaCode: string): Promise<BoardLimits> {
  const where = await whereInArea(ctx, actor, work, areaCode, everything, dataScope)
  const values = [...where.values, new Date(ctx.clock.now())]
  const now = `$${values.length}::timestamptz`
  const steps = (
    kind: string,
    table: string,
    person: string,
    state: string,
    set: TicketSet,
    node: string,
  ) => `
    select '${kind}' || s.id as id, t.id as "workId", t.work_no as "workNo", u.realname as handler,
      ${time('coalesce(s.arrive_time, s.create_time)')} as "sinceTime", '${node}' as node,
      floor(extract(epoch from ${now} - s.due_time) / 60)::int as "overMinutes"
    from lo_work t join ${table} s on s.work_id = t.id left join sys_user u on u.id = s.${person}
    where ${where.text} and ${ticketInText(set, 't')} and s.${state} = 1 and s.del_flag = 0`
  const [works, waiting] = await Promise.all([
    runSql<WorkRow>(
      ctx.pool,
      `select t.id, t.work_no as "workNo", t.work_type as "workType", t.base_types as "baseTypes", u.realname as leader,
        ${time('coalesce(t.real_start, t.plan_start)')} as "startTime", t.work_status as status, t.exec_phase as phase,
        greatest(0, least(999, floor(100 * extract(epoch from ${now} - coalesce(t.real_start, t.plan_start))
          / greatest(1, extract(epoch from coalesce(t.valid_end, t.plan_end) - coalesce(t.real_start, t.plan_start)))
        )))::int as used
      from lo_work t left join sys_user u on u.id = t.leader_id
      where ${where.text} and ${ticketInText('live', 't')}
      order by used desc, t.plan_start, t.id limit ${MOST}`,
      values,
    ),
    runSql<BoardLimits['steps'][number]>(
      ctx.pool,
      `select * from (
        ${steps('r', 'lo_work_review', 'reviewer_id', 'review_status', 'inReview', '审核')}
        union all
        ${steps('e', 'lo_work_examine', 'approver_id', 'approve_status', 'inApproval', '审批')}
      ) step order by "overMinutes" desc nulls last, "sinceTime", id limit ${MOST}`,
      values,
    ),
  ])
  return {
    works: works.map(({ workType, baseTypes, status, phase, ...row }) => ({
      ...row,
      workTypeText: `${labelOf('lo_work_type', workType)}${basesText(readBaseTypes(baseTypes))}`,
      node:
        status === workStatus.executing ? labelOf('lo_exec_phase', phase) : labelOf('lo_work_status', status),
    })),
    steps: waiting,
  }
}
