import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'
import { recordAudit, type HookCall } from '@suoan/platform/resource'
import {
  ADMIN_ROLE,
  isAdmin,
  refuseForOtherTenants,
  refuseLastAdmin,
  refuseStrongerRoles,
  rolesHeld,
  rolesNamed,
} from './powers.ts'
import { watchSight } from './sight.ts'

type Call = Pick<HookCall, 'ctx' | 'tx' | 'actor' | 'emit' | 'now'>

/** `selectedroles`, `selecteddeparts`: a comma list or an array; undefined when the request does not say. */
export function linksIn(value: unknown): string[] | undefined {
  if (value === undefined || value === null) return undefined
  const parts = Array.isArray(value) ? value.map(String) : String(value).split(',')
  const ids = [...new Set(parts.map((part) => part.trim()))].filter((part) => part !== '')
  if (ids.length > 200 || ids.some((id) => id.length > 64 || id.includes('\0')))
    throw fail('BAD_INPUT', { detail: '所选角色或部门不正确，请重新选择' })
  return ids
}

/** Makes `roleIds` the roles of a user; whether any was taken. What is added must not be stronger than the caller. */
export async function replaceRoles(
  call: Call,
  user: { readonly id: string; readonly label: string },
  roleIds: readonly string[],
): Promise<boolean> {
  const { ctx, tx, actor, emit, now } = call
  const roles = await rolesNamed(tx, actor, roleIds)
  await sql`select 1 from sys_user_role ur where ur.user_id = ${user.id} for update of ur`.execute(tx)
  const held = await rolesHeld(tx, actor, user.id)
  const added = roleIds.filter((id) => !held.some((role) => role.id === id))
  const removed = held.filter(({ id }) => !roleIds.includes(id))
  if (added.length === 0 && removed.length === 0) return false
  const changed = [...added, ...removed.map(({ id }) => id)]
  await refuseStrongerRoles(tx, actor, changed)
  await refuseForOtherTenants(tx, actor, user, changed)
  if (removed.some(({ roleCode }) => roleCode === ADMIN_ROLE)) await refuseLastAdmin(tx, [user.id])
  const refuseWider = await watchSight(ctx, tx, actor, [user.id])
  await unlinkRoles(
    tx,
    [user.id],
    removed.map(({ id }) => id),
  )
  await linkRoles(tx, [user.id], added)
  await refuseWider()
  await recordAudit(tx, {
    actor,
    content: `用户：${user.label} 的角色改为 ${roles.map(({ roleName }) => roleName).join('、') || '无'}`,
    operateType: 3,
    now,
  })
  emit('permissions.changed', { userIds: [user.id] })
  return removed.length > 0
}

/** Adds missing pairs of users and roles. */
export async function linkRoles(
  tx: Tx,
  userIds: readonly string[],
  roleIds: readonly string[],
): Promise<void> {
  const pairs = userIds.flatMap((userId) => roleIds.map((roleId) => ({ id: newId(), userId, roleId })))
  if (pairs.length === 0) return
  await tx
    .insertInto('sysUserRole')
    .values(pairs)
    .onConflict((on) => on.columns(['userId', 'roleId']).doNothing())
    .execute()
}

/** Takes these roles from these users; what they do not have is nothing to take. */
export async function unlinkRoles(
  tx: Tx,
  userIds: readonly string[],
  roleIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0 || roleIds.length === 0) return
  await tx
    .deleteFrom('sysUserRole')
    .where('userId', 'in', [...userIds])
    .where('roleId', 'in', [...roleIds])
    .execute()
}

/** The departments of these ids in the tenant, by code; refuses when one is missing. */
async function departsNamed(
  tx: Tx,
  tenantId: number,
  departIds: readonly string[],
): Promise<{ id: string; orgCode: string; departName: string }[]> {
  if (departIds.length === 0) return []
  const { rows } = await sql<{ id: string; orgCode: string; departName: string }>`
    select id, org_code, depart_name from sys_depart
    where id = any(${[...departIds]}::text[]) and tenant_id = ${tenantId}
    order by org_code collate "C"`.execute(tx)
  if (rows.length < new Set(departIds).size)
    throw fail('BAD_INPUT', { detail: '所选部门不存在，请刷新后重新选择' })
  return rows
}

/** Makes `departIds` the departments of a user, and says whether any was taken; a current department he no longer has is given up everywhere. */
export async function replaceDeparts(
  call: Call,
  user: { readonly id: string; readonly label: string },
  departIds: readonly string[],
): Promise<boolean> {
  const { ctx, tx, actor, emit, now } = call
  const departs = await departsNamed(tx, actor.tenantId, departIds)
  // Of this tenant only: somebody of several tenants keeps his departments in the others.
  const { rows: held } = await sql<{ depId: string }>`
    select ud.dep_id from sys_user_depart ud join sys_depart d on d.id = ud.dep_id
    where ud.user_id = ${user.id} and d.tenant_id = ${actor.tenantId}`.execute(tx)
  const added = departIds.filter((id) => !held.some(({ depId }) => depId === id))
  const removed = held.map(({ depId }) => depId).filter((id) => !departIds.includes(id))
  if (added.length === 0 && removed.length === 0) return false
  // Belonging to a department widens what one sees; nobody does that for himself.
  if (added.length > 0 && user.id === actor.userId && !isAdmin(actor))
    throw fail('REFUSED', { detail: '不能给自己增加部门，请联系系统管理员' })
  const refuseWider = await watchSight(ctx, tx, actor, [user.id])
  await unlinkDeparts(tx, [user.id], removed)
  if (added.length > 0)
    await tx
      .insertInto('sysUserDepart')
      .values(added.map((depId) => ({ id: newId(), userId: user.id, depId })))
      .onConflict((on) => on.columns(['userId', 'depId']).doNothing())
      .execute()
  await refuseWider()
  await settleCurrentDeparts(tx, [user.id])
  await recordAudit(tx, {
    actor,
    content: `用户：${user.label} 的部门改为 ${departs.map(({ departName }) => departName).join('、') || '无'}`,
    operateType: 3,
    now,
  })
  emit('permissions.changed', { userIds: [user.id] })
  return removed.length > 0
}

/** Takes users out of departments, with the roles they had there. */
export async function unlinkDeparts(
  tx: Tx,
  userIds: readonly string[],
  departIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0 || departIds.length === 0) return
  await tx
    .deleteFrom('sysUserDepart')
    .where('userId', 'in', [...userIds])
    .where('depId', 'in', [...departIds])
    .execute()
  await sql`delete from sys_depart_role_user u using sys_depart_role r
    where r.id = u.drole_id and u.user_id = any(${[...userIds]}::text[])
      and r.depart_id = any(${[...departIds]}::text[])`.execute(tx)
}

/**
 * The current department decides what data rules show: one that a user does not belong to is replaced by his first
 * (or by none), in his row and in his live sessions.
 */
export async function settleCurrentDeparts(tx: Tx, userIds: readonly string[]): Promise<void> {
  const first = sql`(select d.org_code from sys_user_depart ud join sys_depart d on d.id = ud.dep_id
    where ud.user_id = u.id order by d.org_code collate "C" limit 1)`
  const isHis = sql`exists (select 1 from sys_user_depart ud join sys_depart d on d.id = ud.dep_id
    where ud.user_id = u.id and d.org_code = u.org_code)`
  await sql`update sys_user u set org_code = ${first}
    where u.id = any(${[...userIds]}::text[]) and not ${isHis}`.execute(tx)
  await sql`update sys_session s set org_code = coalesce(u.org_code, '') from sys_user u
    where u.id = s.user_id and u.id = any(${[...userIds]}::text[]) and not exists (
      select 1 from sys_user_depart ud join sys_depart d on d.id = ud.dep_id
      where ud.user_id = u.id and d.org_code = s.org_code)`.execute(tx)
}
