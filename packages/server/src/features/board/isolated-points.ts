import { sql } from 'kysely'
import type { Actor, Context } from '../../context.ts'

/** Points held now, each with its tickets and the people whose locks are on it. */
export async function isolatedPoints(
  ctx: Context,
  actor: Actor,
  areaCode: string,
): Promise<Record<string, unknown>[]> {
  const like = `${areaCode.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  const { rows } = await sql<Record<string, unknown>>`
    select p.id as point_id, p.point_code, p.point_name, p.area_code, a.area_name, e.equip_code, e.equip_name,
      count(*)::int as hold_count, array_agg(distinct w.work_no) as work_nos,
      array_remove(array_agg(distinct u.realname), null) as holders,
      array_remove(array_agg(distinct l.lock_code), null) as lock_codes,
      to_char(min(h.placed_time), 'YYYY-MM-DD HH24:MI:SS') as since
    from lo_point_hold h
    join lo_point p on p.id = h.point_id
    join lo_work w on w.id = h.work_id
    left join lo_area a on a.id = p.area_id
    left join lo_equip e on e.id = p.equip_id
    left join sys_user u on u.id = h.user_id
    left join lo_lock l on l.id = h.lock_id
    where h.tenant_id = ${actor.tenantId} and h.state = 1 and p.area_code like ${like}
    group by p.id, a.area_name, e.equip_code, e.equip_name order by p.point_code limit 500`.execute(ctx.db)
  return rows
}
