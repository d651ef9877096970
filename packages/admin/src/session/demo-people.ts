import type { DemoPerson } from '@suoan/contract'
import type { Context } from '@suoan/platform/context'
import { sql } from 'kysely'

/**
 * The people of the demo plant whom the login page of a demo offers: those of the platform that the demo seed made (told by
 * the ids of their departments) and that have a password. Nobody whom a real plant has added is ever among them.
 */
export async function demoPeople(ctx: Context): Promise<DemoPerson[]> {
  const { rows } = await sql<DemoPerson>`
    select u.username, u.realname, string_agg(r.role_name, '、' order by r.role_sort, r.id) as role
    from sys_user u
    join sys_user_depart d on d.user_id = u.id and d.id = 'demo-ud-' || u.username
    join sys_user_role ur on ur.user_id = u.id
    join sys_role r on r.id = ur.role_id
    where u.tenant_id = 0 and u.status = 1 and u.del_flag = 0
      and exists (select from sys_password p where p.user_id = u.id)
    group by u.id, u.username, u.realname, u.work_no order by u.work_no`.execute(ctx.db)
  return rows
}
