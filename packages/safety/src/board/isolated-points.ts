import { point, type IsolatedPoint } from '@suoan/contract'
import type { Actor, Context } from '@suoan/platform/context'
import { runSql } from '@suoan/platform/db/run-sql'
import { whereInArea } from './summarise.ts'

/** Points held now that the caller may see, each with its tickets and the people whose locks are on it. */
export async function isolatedPoints(ctx: Context, actor: Actor, areaCode: string): Promise<IsolatedPoint[]> {
  const where = await whereInArea(ctx, actor, point, areaCode)
  return await runSql<IsolatedPoint & Record<string, unknown>>(
    ctx.pool,
    `select t.id as "pointId", t.point_code as "pointCode", t.point_name as "pointName", t.area_code as "areaCode",
      a.area_name as "areaName", e.equip_code as "equipCode", e.equip_name as "equipName",
      count(*)::int as "holdCount", array_agg(distinct w.work_no) as "workNos",
      array_remove(array_agg(distinct u.realname), null) as holders,
      array_remove(array_agg(distinct l.lock_code), null) as "lockCodes",
      to_char(min(h.placed_time), 'YYYY-MM-DD HH24:MI:SS') as since
    from lo_point_hold h
    join lo_point t on t.id = h.point_id
    join lo_work w on w.id = h.work_id
    left join lo_area a on a.id = t.area_id
    left join lo_equip e on e.id = t.equip_id
    left join sys_user u on u.id = h.user_id
    left join lo_lock l on l.id = h.lock_id
    where h.state = 1 and ${where.text}
    group by t.id, a.area_name, e.equip_code, e.equip_name order by t.point_code limit 500`,
    where.values,
  )
}
