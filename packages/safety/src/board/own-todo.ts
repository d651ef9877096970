import type { BoardTodo } from '@suoan/contract'
import { pieceOf, type TurnAct } from '@suoan/domain/work-ticket'
import { sql } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import { ownAlarms } from '../alarms/index.ts'
import { ticketIn } from '../ticket-sets.ts'
import { ownTurns } from '../work-tickets/index.ts'

/** The piece of work behind each kind of row. */
const pieceOfKind = { review: 'reviewPass', examine: 'approve', ticket: null } as const

/** Steps that stand in the list as reviews and approvals. */
const decided: readonly TurnAct[] = ['reviewPass', 'approve']

/**
 * What waits for the caller: review and approval steps first by due time, then whatever else of a ticket is his to do now
 * (`ownTurns`: by name or by his post), then the alarms he is called to, then the live tickets he has a part in.
 */
export async function ownTodo(ctx: Context, actor: Actor): Promise<BoardTodo[]> {
  const { rows } = await sql<Omit<BoardTodo, 'kind' | 'turn'> & { kind: keyof typeof pieceOfKind }>`
    select * from (
      select 'review' as kind, r.id, w.id as work_id, w.work_no, w.work_name as title,
        to_char(r.due_time, 'YYYY-MM-DD HH24:MI:SS') as due_time, 1 as place
      from lo_work_review r join lo_work w on w.id = r.work_id
      where r.reviewer_id = ${actor.userId} and r.review_status = 1 and r.del_flag = 0
        and w.tenant_id = ${actor.tenantId} and ${ticketIn('inReview')}
      union all
      select 'examine', e.id, w.id, w.work_no, w.work_name, to_char(e.due_time, 'YYYY-MM-DD HH24:MI:SS'), 1
      from lo_work_examine e join lo_work w on w.id = e.work_id
      where e.approver_id = ${actor.userId} and e.approve_status = 1 and e.del_flag = 0
        and w.tenant_id = ${actor.tenantId} and ${ticketIn('inApproval')}
      union all
      select distinct 'ticket', w.id, w.id, w.work_no, w.work_name,
        to_char(coalesce(w.valid_end, w.plan_end), 'YYYY-MM-DD HH24:MI:SS'), 2
      from lo_work_person p join lo_work w on w.id = p.work_id
      where p.user_id = ${actor.userId} and p.state = 1 and p.del_flag = 0 and w.tenant_id = ${actor.tenantId}
        and ${ticketIn('live')}
    ) todo order by place, due_time nulls last limit 50`.execute(ctx.db)
  const of = (kind: BoardTodo['kind'][]): BoardTodo[] =>
    rows
      .filter((row) => kind.includes(row.kind))
      .map(({ kind: own, id, workId, workNo, title, dueTime }) => ({
        kind: own,
        id,
        workId,
        workNo,
        title,
        dueTime,
        turn: pieceOfKind[own],
      }))
  const turns = (await ownTurns(ctx, actor)).flatMap(
    ({ mine, workId, workNo, workName, validEnd }): BoardTodo[] =>
      mine === null || mine.isOwnWay || decided.includes(mine.act)
        ? []
        : [
            {
              kind: 'turn',
              id: workId,
              workId,
              workNo,
              title: `${mine.text}（${workName}）`,
              dueTime: validEnd,
              turn: pieceOf(mine),
            },
          ],
  )
  const alarms = (await ownAlarms(ctx, actor)).map(({ id, alarmNo, text }): BoardTodo => ({
    kind: 'alarm',
    id,
    workId: '',
    workNo: alarmNo,
    title: text,
    dueTime: null,
    turn: null,
  }))
  return [...of(['review', 'examine']), ...turns, ...alarms, ...of(['ticket'])]
}
