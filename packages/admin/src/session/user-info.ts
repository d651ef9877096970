import type { DepartInfo, TenantInfo, UserInfo } from '@suoan/contract'
import { sql, type Kysely } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import type { Database } from '@suoan/platform/db/schema'

type Reader = Kysely<Database> | Tx

/** A user as the session answers show him, with the department and the password state of his session. */
export async function loadUserInfo(
  db: Reader,
  userId: string,
  session: { readonly orgCode: string; readonly mustChangePassword: boolean },
): Promise<UserInfo> {
  const { rows } = await sql<Omit<UserInfo, 'mustChangePassword' | 'orgCode' | 'homePath'>>`
    select u.id, u.username, u.realname, u.avatar, to_char(u.birthday, 'YYYY-MM-DD') as birthday, u.sex, u.email,
      u.phone, u.status, u.del_flag, u.work_no, u.post, u.telephone, u.user_identity, u.depart_ids,
      u.rel_tenant_ids, u.create_by, left(u.create_time::text, 19) as create_time, u.update_by,
      left(u.update_time::text, 19) as update_time, u.activiti_sync, u.client_id,
      (select string_agg(d.depart_name, ',' order by d.org_code) from sys_user_depart ud
        join sys_depart d on d.id = ud.dep_id where ud.user_id = u.id) as org_code_txt
    from sys_user u where u.id = ${userId}`.execute(db)
  const row = rows[0]
  if (!row) throw new Error(`user ${userId} of a live session is gone`)
  return {
    ...row,
    orgCode: session.orgCode,
    homePath: null,
    mustChangePassword: session.mustChangePassword,
  }
}

/** The departments a user belongs to, by code. */
export async function loadDeparts(db: Reader, userId: string): Promise<DepartInfo[]> {
  const { rows } = await sql<DepartInfo>`
    select d.id, d.parent_id, d.depart_name, d.org_code, d.org_category, d.org_type, d.depart_order
    from sys_user_depart ud join sys_depart d on d.id = ud.dep_id
    where ud.user_id = ${userId} and coalesce(d.del_flag::text, '0') = '0'
    order by d.org_code`.execute(db)
  return rows
}

/** The tenants of a comma list that are in force at `now` (epoch ms): not frozen, not before or after their dates. */
export async function loadTenants(
  db: Reader,
  relTenantIds: string | null,
  now: number,
): Promise<TenantInfo[]> {
  if (!relTenantIds) return []
  const at = new Date(now)
  const { rows } = await sql<TenantInfo>`
    select t.id, t.name, left(t.begin_date::text, 19) as begin_date, left(t.end_date::text, 19) as end_date, t.status, t.logo
    from sys_tenant t
    where t.id::text = any(string_to_array(${relTenantIds}, ',')) and t.status = 1 and coalesce(t.del_flag, 0) = 0
      and (t.begin_date is null or t.begin_date <= ${at}) and (t.end_date is null or t.end_date >= ${at})
    order by t.id`.execute(db)
  return rows
}
