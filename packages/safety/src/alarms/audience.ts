import type { Audience } from '@suoan/domain/warning'
import { groupBy } from '@suoan/kit/group'
import { sql } from 'kysely'
import type { Context, Tx } from '@suoan/platform/context'
import { belongsTo } from '@suoan/platform/db/belongs-to'
import { runsAt } from '../duty-shifts/index.ts'

export interface About {
  readonly id: string
  readonly tenantId: number
  readonly lockId: string | null
  readonly workId: string | null
  readonly openUserId: string | null
  readonly areaCode: string | null
}

/**
 * Who is what to each of these (a warning or an alarm), in one question. The area's owner is its manager or that of the
 * nearest area above, else whoever holds the post DEPT in the territory's department; the head of a department is its
 * superior. To the duty room and to SAFETY belongs, beside the holders of the post, whoever is on duty there at `now`
 * (decision 0831). Frozen and removed accounts are nobody.
 */
export async function audienceFor(
  tx: Tx | Context['db'],
  about: readonly About[],
  now: number,
): Promise<Map<string, { audience: Audience; userId: string }[]>> {
  if (about.length === 0) return new Map()
  const given = about.map((each) => ({
    id: each.id,
    tenant_id: each.tenantId,
    lock_id: each.lockId,
    work_id: each.workId,
    open_user_id: each.openUserId,
    area_code: each.areaCode,
  }))
  const { rows } = await sql<{ id: string; audience: Audience; userId: string }>`
    with g as (select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as g(id text, tenant_id integer, lock_id text, work_id text, open_user_id text, area_code text)),
      territory as (
        select g.id, g.tenant_id, a.id as area_id, a.manager_id, da.depart_id, d.org_code, length(a.area_code) as depth
        from g join lo_area a on a.tenant_id = g.tenant_id and a.del_flag = 0
            and g.area_code like a.area_code || '%'
          left join lo_depart_area da on da.area_id = a.id and da.rel_type = 1 and da.del_flag = 0
          left join sys_depart d on d.id = da.depart_id),
      manager as (select distinct on (id) id, manager_id from territory where manager_id is not null
        order by id, depth desc),
      own as (select distinct on (id) id, tenant_id, depart_id, org_code from territory where depart_id is not null
        order by id, depth desc),
      holder as (select u.id as user_id, r.tenant_id, r.role_code, d.org_code
        from sys_user_role ur join sys_role r on r.id = ur.role_id join sys_user u on u.id = ur.user_id
          left join sys_user_depart ud on ud.user_id = u.id left join sys_depart d on d.id = ud.dep_id
        where r.role_code in ('DEPT', 'SAFETY', 'DUTY') and u.status = 1 and u.del_flag = 0),
      told as (
        select id, 'opener' as audience, open_user_id as user_id from g
        union select g.id, 'guardian', p.user_id from g join lo_work_person p
          on p.work_id = g.work_id and p.role_tag = 'GUARD' and p.state = 1
        union select g.id, 'leader', w.leader_id from g join lo_work w on w.id = g.work_id
        union select g.id, 'leader', p.user_id from g join lo_work_person p
          on p.work_id = g.work_id and p.role_tag = 'LEAD' and p.state = 1
        union select g.id, 'keeper', l.keeper_id from g join lo_lock l on l.id = g.lock_id
        union select id, 'areaOwner', manager_id from manager
        union select o.id, 'areaOwner', h.user_id from own o join holder h
          on h.role_code = 'DEPT' and h.tenant_id = o.tenant_id and h.org_code like o.org_code || '%'
          where not exists (select 1 from manager m where m.id = o.id)
        union select o.id, 'departHead', u.id from own o join sys_user u
          on string_to_array(u.depart_ids, ',') @> array[o.depart_id::text]
        union select g.id, 'safety', h.user_id from g join holder h on h.role_code = 'SAFETY' and h.tenant_id = g.tenant_id
        union select g.id, 'dutyRoom', h.user_id from g join holder h on h.role_code = 'DUTY' and h.tenant_id = g.tenant_id
        union select g.id, case s.duty_post when 'DUTY' then 'dutyRoom' else 'safety' end, s.user_id
          from g join lo_duty_shift s on s.tenant_id = g.tenant_id and s.duty_post in ('DUTY', 'SAFETY')
            and ${runsAt(new Date(now), sql.ref('g.area_code'))})
    -- One look-up by index per person: a guess of many thousands would read the whole table of users each time.
    select t.id, t.audience, t.user_id from told t join g on g.id = t.id cross join lateral (
      select 1 from sys_user u where u.id = t.user_id and u.status = 1 and u.del_flag = 0
        and ${belongsTo('u', sql.ref('g.tenant_id'))} offset 0) known
    order by t.id, t.user_id`.execute(tx)
  return groupBy(rows, ({ id }) => id)
}
