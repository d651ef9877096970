import type { Pool, PoolClient } from 'pg'
import type { Actor } from '../context.ts'

/** What a user holds: roles, departments, and the permission codes that both kinds of role give. */
export type Grants = Pick<Actor, 'orgCodes' | 'roleIds' | 'roleCodes' | 'permissions'>

// 4-api.md §3.5: permissions of the user's roles and of his department roles.
const text = `
  with roles as (
    select r.id, r.role_code from sys_user_role ur join sys_role r on r.id = ur.role_id where ur.user_id = $1
  ), granted as (
    select rp.permission_id from sys_role_permission rp join roles on roles.id = rp.role_id
    union
    select drp.permission_id from sys_depart_role_user dru
      join sys_depart_role_permission drp on drp.role_id = dru.drole_id where dru.user_id = $1
  )
  select
    array(select id from roles order by id) as role_ids,
    array(select role_code from roles order by id) as role_codes,
    array(select d.org_code from sys_user_depart ud join sys_depart d on d.id = ud.dep_id
      where ud.user_id = $1 order by d.org_code) as org_codes,
    array(select p.perms from sys_permission p join granted on granted.permission_id = p.id
      where p.menu_type = 2 and coalesce(p.del_flag, 0) = 0 and p.perms <> '') as perms`

interface GrantsRow {
  role_ids: string[]
  role_codes: string[]
  org_codes: string[]
  perms: string[]
}

/** Reads a user's grants in one statement. */
export async function loadGrants(db: Pool | PoolClient, userId: string): Promise<Grants> {
  const { rows } = await db.query<GrantsRow>({ name: 'load-grants', text, values: [userId] })
  const row = rows[0]
  return {
    roleIds: row?.role_ids ?? [],
    roleCodes: row?.role_codes ?? [],
    orgCodes: row?.org_codes ?? [],
    // A row may hold several codes, joined by commas (4-api.md §3.3).
    permissions: new Set(row?.perms.flatMap((codes) => codes.split(',').map((code) => code.trim()))),
  }
}
