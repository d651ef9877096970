import { work } from '@suoan/contract'
import type { Actor, Context } from '@suoan/platform/context'
import { runSql } from '@suoan/platform/db/run-sql'
import { ticketFilter } from '../ticket-sets.ts'
import { whereInArea } from './summarise.ts'

/** A ticket under way, as the board of a control room lists it. */
export interface LiveTicket extends Record<string, unknown> {
  readonly workNo: string
  readonly workName: string
  readonly workType: string
  readonly workLevel: string
  readonly workStatus: number
  readonly execPhase: number
  readonly areaName: string | null
  readonly place: string
  readonly leaderName: string | null
  readonly guardians: string | null
  /** `YYYY-MM-DD HH24:MI`, Asia/Shanghai. */
  readonly planStart: string
  readonly validEnd: string
  readonly onSite: number
  readonly points: number
  readonly locked: number
}

/** Tickets that are live and that the caller may see, the first to end first. */
export async function liveTickets(ctx: Context, actor: Actor, areaCode: string): Promise<LiveTicket[]> {
  const where = await whereInArea(ctx, actor, work, areaCode, ticketFilter('live'))
  const time = (column: string) => `to_char(${column} at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI')`
  return await runSql<LiveTicket>(
    ctx.pool,
    `select t.work_no as "workNo", t.work_name as "workName", t.work_type as "workType", t.work_level as "workLevel",
      t.work_status as "workStatus", t.exec_phase as "execPhase", a.area_name as "areaName", t.place,
      l.realname as "leaderName", ${time('t.plan_start')} as "planStart",
      ${time('coalesce(t.valid_end, t.plan_end)')} as "validEnd", coalesce(t.on_site_count, 0) as "onSite",
      (select string_agg(coalesce(u.realname, p.person_name), '、' order by p.id) from lo_work_person p
        left join sys_user u on u.id = p.user_id
        where p.work_id = t.id and p.role_tag = 'GUARD' and p.state = 1) as guardians,
      (select count(*)::int from lo_work_point i where i.work_id = t.id) as points,
      (select count(*)::int from lo_work_point i where i.work_id = t.id and i.state between 2 and 5) as locked
    from lo_work t left join lo_area a on a.id = t.area_id left join sys_user l on l.id = t.leader_id
    where ${where.text} order by coalesce(t.valid_end, t.plan_end), t.work_no limit 500`,
    where.values,
  )
}
