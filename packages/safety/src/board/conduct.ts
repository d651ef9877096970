import type { BoardIndex, BoardShare } from '@suoan/contract'
import { sql } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import { ticketIn } from '../ticket-sets.ts'

const DAYS_MS = 30 * 86_400_000

const axes = [
  { title: '按时收尾', text: '参加并已开始的工作票中，在有效期内完工的' },
  { title: '凭票开锁', text: '开锁中，凭工作票开的' },
  { title: '按时关锁', text: '已关闭的开锁中，没有超过限时的' },
  { title: '警告响应', text: '自己开锁引起的未关锁警告中，已确认或已关闭的' },
  { title: '资质有效', text: '登记的资质中，今天有效的' },
] as const

type Counts = Record<'axis' | `${'own' | 'team' | 'depart'}${'Done' | 'Of'}`, number>

/**
 * What the radar of the workplace shows (5-screens.md §9.6, decision 0300): the caller, the department in force, and the
 * one above it with everything below. A ticket of five people counts once for their team.
 */
export async function judgeConduct(ctx: Context, actor: Actor): Promise<BoardIndex> {
  const now = new Date(ctx.clock.now())
  const since = new Date(ctx.clock.now() - DAYS_MS)
  const { tenantId, userId, orgCode } = actor
  const { rows } = await sql<Counts>`
    with place as (
      select d.org_code as team, coalesce(p.org_code, d.org_code) as above
      from sys_depart d left join sys_depart p on p.id = d.parent_id and p.del_flag = '0'
      where d.tenant_id = ${tenantId} and d.org_code = ${orgCode} and d.del_flag = '0' limit 1
    ), member as (
      select ud.user_id, bool_or(d.org_code = place.team) as in_team
      from place join sys_depart d on starts_with(d.org_code, place.above) and d.tenant_id = ${tenantId}
        and d.del_flag = '0'
      join sys_user_depart ud on ud.dep_id = d.id group by 1
    ), ticket as (
      select p.user_id, w.id, ${ticketIn('finished')} and w.real_end <= coalesce(w.valid_end, w.plan_end) as good
      from lo_work w join lo_work_person p on p.work_id = w.id and p.state = 1 and p.del_flag = 0
      where w.tenant_id = ${tenantId} and (${ticketIn('finished')} or ${ticketIn('expired')})
        and w.real_start is not null and coalesce(w.real_end, w.valid_end, w.plan_end) >= ${since}
    ), opening as (
      select open_user_id as user_id, count(*) as opened, count(work_id) as ticketed,
        count(*) filter (where state = 2) as closed,
        count(*) filter (where state = 2 and coalesce(over_sec, 0) <= 0) as in_time
      from lo_lock_onoff
      where tenant_id = ${tenantId} and open_time >= ${since} and open_user_id is not null group by 1
    ), fact as (
      select 1 as axis, user_id, opened as all_of, ticketed as good from opening
      union all
      select 2, user_id, closed, in_time from opening
      union all
      select 3, open_user_id, count(*), count(*) filter (where ack_time is not null or status = 3)
      from lo_unclose_lock where tenant_id = ${tenantId} and raise_time >= ${since} and open_user_id is not null
        and status <> 4 group by 2
      union all
      select 4, user_id, count(*),
        count(*) filter (where status = 1 and ${now}::timestamptz::date between valid_from and valid_to)
      from lo_person_cert where tenant_id = ${tenantId} and del_flag = 0 group by 2
    )
    select 0 as axis,
      (count(distinct t.id) filter (where t.user_id = ${userId} and good))::int as own_done,
      (count(distinct t.id) filter (where t.user_id = ${userId}))::int as own_of,
      (count(distinct t.id) filter (where m.in_team and good))::int as team_done,
      (count(distinct t.id) filter (where m.in_team))::int as team_of,
      (count(distinct t.id) filter (where m.user_id is not null and good))::int as depart_done,
      (count(distinct t.id) filter (where m.user_id is not null))::int as depart_of
    from ticket t left join member m on m.user_id = t.user_id
    union all
    select f.axis,
      coalesce(sum(good) filter (where f.user_id = ${userId}), 0)::int,
      coalesce(sum(all_of) filter (where f.user_id = ${userId}), 0)::int,
      coalesce(sum(good) filter (where m.in_team), 0)::int,
      coalesce(sum(all_of) filter (where m.in_team), 0)::int,
      coalesce(sum(good) filter (where m.user_id is not null), 0)::int,
      coalesce(sum(all_of) filter (where m.user_id is not null), 0)::int
    from fact f left join member m on m.user_id = f.user_id group by 1`.execute(ctx.db)
  const share = (done: number | undefined, of: number | undefined): BoardShare => ({
    done: done ?? 0,
    of: of ?? 0,
  })
  return {
    axes: axes.map((axis, index) => {
      const found = rows.find((row) => row.axis === index)
      return {
        ...axis,
        own: share(found?.ownDone, found?.ownOf),
        team: share(found?.teamDone, found?.teamOf),
        depart: share(found?.departDone, found?.departOf),
      }
    }),
  }
}
