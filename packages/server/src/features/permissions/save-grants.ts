import { role } from '@suoan/contract'
import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import type { FastifyRequest } from 'fastify'
import type { Actor, Context, Tx } from '../../context.ts'
import { scopeFor } from '../../db/scope.ts'
import { inTransaction } from '../../db/transaction.ts'
import { fail } from '../../http/fail.ts'
import { originOf, recordAudit, resourceStore } from '../../resource/index.ts'
import { ADMIN_ROLE, refuseBeyondOwn } from '../users/index.ts'

type Ids = string | readonly string[]

/** What a drawer sends: what is ticked now, and what was ticked when it opened (4-api.md §3.7). */
export interface TickedGrants {
  readonly permissionIds: Ids
  readonly lastpermissionIds: Ids
}

/** Ids of the menus and buttons of a role in the caller's tenant. */
export async function grantsOf(ctx: Context, actor: Actor, roleId: string): Promise<string[]> {
  const scope = await scopeFor(ctx, actor, role)
  if (!(await resourceStore(role).find(ctx.pool, scope, roleId))) throw fail('NOT_FOUND')
  const { rows } = await ctx.pool.query<{ permission_id: string }>(
    `select rp.permission_id from sys_role_permission rp join sys_permission p on p.id = rp.permission_id
     where rp.role_id = $1 and p.del_flag = 0 order by rp.permission_id`,
    [roleId],
  )
  return rows.map((row) => row.permission_id)
}

/**
 * Applies the difference between what the drawer showed and what is ticked now (4-api.md §3.7). Nobody gives or takes a
 * permission that he does not hold; the administrator role keeps everything. Effective with the next request.
 */
export async function saveGrants(
  ctx: Context,
  actor: Actor,
  input: TickedGrants & { readonly roleId: string },
  request: FastifyRequest,
): Promise<void> {
  const { added, removed } = ticksChanged(input.permissionIds, input.lastpermissionIds)
  const scope = await scopeFor(ctx, actor, role, 'edit')
  await inTransaction(ctx, async (tx, emit) => {
    const [found] = await resourceStore(role).findMany(tx, scope, [input.roleId], { lock: true })
    if (!found) throw fail('NOT_FOUND')
    if (added.length === 0 && removed.length === 0) return
    if (found['roleCode'] === ADMIN_ROLE && removed.length > 0)
      throw fail('REFUSED', { detail: '系统管理员角色须保留全部权限，不能取消' })
    const codes = await grantableCodes(tx, actor, added, removed)
    const now = new Date(ctx.clock.now())
    await sql`insert into sys_role_permission (id, role_id, permission_id, operate_date, operate_ip)
      select * from unnest(${added.map(() => newId())}::text[], ${added.map(() => input.roleId)}::text[],
        ${added}::text[], ${added.map(() => now)}::timestamptz[], ${added.map(() => request.ip)}::text[])
      on conflict (role_id, permission_id) do nothing`.execute(tx)
    await sql`delete from sys_role_permission
      where role_id = ${input.roleId} and permission_id = any(${removed}::text[])`.execute(tx)
    await recordAudit(tx, {
      actor,
      content: `角色：${String(found['roleName'])} ${grantText(added, removed, codes)}`,
      operateType: 3,
      origin: originOf(request),
      now: ctx.clock.now(),
    })
    const { rows: members } = await sql<{ userId: string }>`
      select user_id from sys_user_role where role_id = ${input.roleId}`.execute(tx)
    emit('permissions.changed', { userIds: members.map(({ userId }) => userId) })
  })
}

/** Ids that were ticked, and ids whose tick was taken away, since the drawer opened. */
export function ticksChanged(
  now: Ids,
  before: Ids,
): { readonly added: readonly string[]; readonly removed: readonly string[] } {
  const [wanted, last] = [idSet(now), idSet(before)]
  return {
    added: [...wanted].filter((id) => !last.has(id)),
    removed: [...last].filter((id) => !wanted.has(id)),
  }
}

function idSet(ids: Ids): Set<string> {
  const parts = typeof ids === 'string' ? ids.split(',') : ids
  return new Set(parts.map((part) => part.trim()).filter((part) => part !== ''))
}

/**
 * Permission codes of the buttons that are given or taken. Refuses an added row that does not exist (a removed one is
 * gone anyway) and a code that the caller does not hold himself (security.md V10, V12).
 */
export async function grantableCodes(
  tx: Tx,
  actor: Actor,
  added: readonly string[],
  removed: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string; menuType: number; perms: string | null }>`
    select id, menu_type, perms from sys_permission
    where id = any(${[...added, ...removed]}::text[]) and del_flag = 0`.execute(tx)
  const known = new Set(rows.map(({ id }) => id))
  if (added.some((id) => !known.has(id)))
    throw fail('BAD_INPUT', { detail: '所选菜单已被删除，请关闭后重新打开授权窗口' })
  const codes = rows
    .filter(({ menuType }) => menuType === 2)
    .flatMap(({ perms }) => (perms ?? '').split(','))
    .map((code) => code.trim())
    .filter((code) => code !== '')
  refuseBeyondOwn(actor, codes)
  return codes
}

/** How the log says a change of grants. */
export function grantText(
  added: readonly string[],
  removed: readonly string[],
  codes: readonly string[],
): string {
  const shown = `（${codes.slice(0, 20).join('、')}${codes.length > 20 ? ' 等' : ''}）`
  return `授权增加 ${added.length} 项、取消 ${removed.length} 项${codes.length === 0 ? '' : shown}`
}
