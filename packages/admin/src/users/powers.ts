import { roleTags } from '@suoan/domain/dictionaries'
import { sql } from 'kysely'
import type { Actor, Tx } from '@suoan/platform/context'
import { belongsTo } from '@suoan/platform/db/belongs-to'
import { runSql, type Queryable } from '@suoan/platform/db/run-sql'
import { fail } from '@suoan/platform/fail'

/** The built-in role that may give everything (4-api.md §7.2). */
export const ADMIN_ROLE = 'admin'

/** Whether somebody may hand out permissions that he does not hold himself. */
export function isAdmin(actor: Pick<Actor, 'roleCodes'>): boolean {
  return actor.roleCodes.includes(ADMIN_ROLE)
}

/** Nobody gives or takes what he does not hold: `codes` are the permission codes concerned (security.md V10, V12). */
export function refuseBeyondOwn(actor: Actor, codes: Iterable<string>): void {
  if (isAdmin(actor)) return
  const foreign = [...new Set(codes)].filter((code) => !actor.permissions.has(code))
  if (foreign.length === 0) return
  const shown = foreign.slice(0, 3).join('、')
  throw fail('REFUSED', {
    detail: `不能授予或取消自己没有的权限（${shown}${foreign.length > 3 ? ` 等 ${foreign.length} 项` : ''}），请联系系统管理员`,
  })
}

/** Codes of roles that the program itself asks for: whoever has one may do what no permission code names. */
export const posts: ReadonlySet<string> = new Set([ADMIN_ROLE, ...roleTags, 'DUTY'])

/** Whether a role's code alone can do more than the caller. */
const isForeignPost = (actor: Actor, roleCode: string): boolean =>
  posts.has(roleCode) && !actor.roleCodes.includes(roleCode)

/** A role by its id, code and name. */
export interface NamedRole {
  readonly id: string
  readonly roleCode: string
  readonly roleName: string
}

/**
 * The roles of the platform that the caller may give inside his tenant, by code: not the administrator's, none that gives
 * what he does not hold himself, administrator of the tenant or not (V10), and none whose code his tenant has a role of its
 * own for. Empty on the platform, whose own roles they are.
 */
export async function platformRoles(db: Queryable, actor: Actor): Promise<NamedRole[]> {
  if (actor.tenantId === 0) return []
  const rows = await runSql<{ id: string; roleCode: string; roleName: string; perms: string[] }>(
    db,
    `select r.id, r.role_code as "roleCode", r.role_name as "roleName", array(
       select p.perms from sys_role_permission rp join sys_permission p on p.id = rp.permission_id
       where rp.role_id = r.id and p.menu_type = 2 and p.perms <> '') as perms
     from sys_role r where r.tenant_id = 0 and r.role_code <> $1 and not exists (
       select 1 from sys_role o where o.tenant_id = $2 and o.role_code = r.role_code)
     order by r.role_code collate "C"`,
    [ADMIN_ROLE, actor.tenantId],
  )
  return rows
    .filter(({ perms }) =>
      perms.every((codes) => codes.split(',').every((code) => actor.permissions.has(code.trim()))),
    )
    .map(({ id, roleCode, roleName }) => ({ id, roleCode, roleName }))
}

/** The roles of a user that the caller can name: those of his tenant, and those of `platformRoles`. */
export async function rolesHeld(db: Queryable, actor: Actor, userId: string): Promise<NamedRole[]> {
  const ofPlatform = await platformRoles(db, actor)
  return await runSql<{ id: string; roleCode: string; roleName: string }>(
    db,
    `select r.id, r.role_code as "roleCode", r.role_name as "roleName"
     from sys_user_role ur join sys_role r on r.id = ur.role_id
     where ur.user_id = $1 and (r.tenant_id = $2 or r.id = any($3::text[])) order by r.id`,
    [userId, actor.tenantId, ofPlatform.map(({ id }) => id)],
  )
}

/** A role of the platform holds in every tenant of a person: only he who is in the caller's alone is given one there. */
export async function refuseForOtherTenants(
  tx: Tx,
  actor: Actor,
  user: { readonly id: string; readonly label: string },
  roleIds: readonly string[],
): Promise<void> {
  const ofPlatform = new Set((await platformRoles(tx, actor)).map(({ id }) => id))
  if (!roleIds.some((id) => ofPlatform.has(id))) return
  const { rows } = await sql`select 1 from sys_user u where u.id = ${user.id}
    and u.rel_tenant_ids = ${String(actor.tenantId)}`.execute(tx)
  if (rows.length === 0)
    throw fail('REFUSED', {
      detail: `“${user.label}”还属于其他租户，平台的角色在各租户都有效，请由平台管理员分配`,
    })
}

/** The roles of these ids that the caller can name; refuses when one is missing, as if it did not exist (V11). */
export async function rolesNamed(tx: Tx, actor: Actor, roleIds: readonly string[]): Promise<NamedRole[]> {
  if (roleIds.length === 0) return []
  const { rows } = await sql<NamedRole>`
    select id, role_code, role_name from sys_role
    where id = any(${[...roleIds]}::text[]) and tenant_id = ${actor.tenantId} order by id`.execute(tx)
  const asked = new Set(roleIds)
  if (rows.length < asked.size)
    rows.push(...(await platformRoles(tx, actor)).filter(({ id }) => asked.has(id)))
  if (rows.length < asked.size) throw fail('BAD_INPUT', { detail: '所选角色不存在，请刷新后重新选择' })
  return rows
}

/** Refuses to give somebody a role that can do more than the caller; the administrator role only passes among its own. */
export async function refuseStrongerRoles(tx: Tx, actor: Actor, roleIds: readonly string[]): Promise<void> {
  if (isAdmin(actor) || roleIds.length === 0) return
  const roles = await rolesNamed(tx, actor, roleIds)
  if (roles.some(({ roleCode }) => roleCode === ADMIN_ROLE))
    throw fail('REFUSED', { detail: '只有系统管理员可以授予或取消系统管理员角色' })
  const post = roles.find(({ roleCode }) => isForeignPost(actor, roleCode))
  if (post)
    throw fail('REFUSED', {
      detail: `您没有担任岗位“${post.roleName}”，不能授予或取消，请联系系统管理员`,
    })
  const { rows } = await sql<{ perms: string }>`
    select distinct p.perms from sys_role_permission rp join sys_permission p on p.id = rp.permission_id
    where rp.role_id = any(${[...roleIds]}::text[]) and p.menu_type = 2 and p.del_flag = 0 and p.perms <> ''`.execute(
    tx,
  )
  refuseBeyondOwn(
    actor,
    rows.flatMap(({ perms }) => perms.split(',').map((code) => code.trim())),
  )
}

/**
 * Refuses to take over or shut out people who may do more than the caller: setting such a person's password would be a
 * way to his rights (security.md V13).
 */
export async function refuseStrongerPeople(tx: Tx, actor: Actor, userIds: readonly string[]): Promise<void> {
  if (isAdmin(actor)) return
  const { rows } = await sql<{ realname: string; perms: string[]; roleCodes: string[] }>`
    select coalesce(u.realname, u.username) as realname, array(
      select p.perms from (
        select rp.permission_id from sys_user_role ur join sys_role_permission rp on rp.role_id = ur.role_id
          where ur.user_id = u.id
        union
        select dp.permission_id from sys_depart_role_user du
          join sys_depart_role_permission dp on dp.role_id = du.drole_id where du.user_id = u.id
      ) held join sys_permission p on p.id = held.permission_id
      where p.menu_type = 2 and p.del_flag = 0 and p.perms <> '') as perms,
      array(select r.role_code from sys_user_role ur join sys_role r on r.id = ur.role_id
        where ur.user_id = u.id) as role_codes
    from sys_user u where u.id = any(${[...userIds]}::text[]) order by u.id`.execute(tx)
  const stronger = rows.find(
    ({ perms, roleCodes }) =>
      roleCodes.some((code) => isForeignPost(actor, code)) ||
      perms.some((codes) => codes.split(',').some((code) => !actor.permissions.has(code.trim()))),
  )
  if (stronger) throw fail('REFUSED', { detail: `“${stronger.realname}”的权限高于您，请联系系统管理员操作` })
}

/**
 * Keeps one working administrator of each tenant, and one of the platform: refuses when the last would go, be frozen or
 * lose the role. Counted by the roles that these people hold, wherever the caller stands; an administrator of the platform
 * who can only enter other tenants administers no platform.
 */
export async function refuseLastAdmin(tx: Tx, losing: readonly string[]): Promise<void> {
  // The locks on the roles make two removals at the same moment see each other.
  const { rows: roles } = await sql<{ id: string; tenantId: number }>`
    select r.id, r.tenant_id from sys_role r where r.role_code = ${ADMIN_ROLE} and exists (
      select 1 from sys_user_role ur where ur.role_id = r.id and ur.user_id = any(${[...losing]}::text[]))
    order by r.id for update`.execute(tx)
  for (const role of roles) {
    const { rows } = await sql<{ id: string }>`
      select u.id from sys_user_role ur join sys_user u on u.id = ur.user_id
      where ur.role_id = ${role.id} and u.del_flag = 0 and coalesce(u.status, 1) = 1
        and ${belongsTo('u', role.tenantId)}`.execute(tx)
    const isLosing = rows.some(({ id }) => losing.includes(id))
    if (isLosing && rows.every(({ id }) => losing.includes(id)))
      throw fail('REFUSED', {
        detail:
          role.tenantId === 0
            ? '至少要保留一名可用的平台系统管理员，请先指定另一名管理员'
            : '至少要保留一名可用的系统管理员，请先指定另一名管理员',
      })
  }
}
