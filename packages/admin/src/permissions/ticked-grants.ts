import type { Resource } from '@suoan/contract'
import { sql } from 'kysely'
import type { FastifyRequest } from 'fastify'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import { scopeFor } from '@suoan/platform/resource/scope'
import { inTransaction } from '@suoan/platform/db/transaction'
import { fail, failUnseen } from '@suoan/platform/fail'
import { originOf, recordAudit, resourceStore } from '@suoan/platform/resource'
import { mentionedIn, refuseBeyondOwn, watchSight } from '../users/index.ts'

type Ids = string | readonly string[]

/** What a drawer sends: what is ticked now, and what was ticked when it opened (4-api.md §3.7). */
export interface TickedGrants {
  readonly permissionIds: Ids
  readonly lastpermissionIds: Ids
}

interface TicksChanged {
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

/** Who holds grants, and the table of what he holds. */
export interface GrantHolder {
  readonly resource: Resource
  readonly table: string
  readonly column: string
}

/** What one kind of holder does within a change of its grants; `name` is what the log calls the one it found. */
interface GrantChange<Found extends { readonly name: string }> {
  readonly holder: GrantHolder
  readonly id: string
  readonly ticks: TickedGrants
  /** Locks the holder; undefined when there is none within the caller's reach. */
  lock(tx: Tx, changed: TicksChanged): Promise<Found | undefined>
  /** Adds the rows of what was ticked, once the caller is known to be allowed to give it. */
  add(tx: Tx, added: readonly string[], found: Found): Promise<void>
  /** Whoever can feel the change with his next request. */
  people(tx: Tx): Promise<readonly string[]>
  /** What follows from what was taken; answers what else the log says of it. */
  follow?(tx: Tx, removed: readonly string[]): Promise<string>
}

/** Ids of the menus and buttons that a holder in the caller's reach has. */
export async function grantedIds(
  ctx: Context,
  actor: Actor,
  { resource, table, column }: GrantHolder,
  id: string,
): Promise<string[]> {
  const scope = await scopeFor(ctx, actor, resource)
  if (!(await resourceStore(resource).find(ctx.pool, scope, id))) throw failUnseen(resource.table, [id])
  const { rows } = await sql<{ permissionId: string }>`
    select g.permission_id from ${sql.table(table)} g join sys_permission p on p.id = g.permission_id
    where ${sql.ref(`g.${column}`)} = ${id} and p.del_flag = 0 order by g.permission_id`.execute(ctx.db)
  return rows.map(({ permissionId }) => permissionId)
}

/**
 * Applies the difference between what the drawer showed and what is ticked now (4-api.md §3.7). Nobody gives or takes a
 * permission that he does not hold himself; the change is logged, and felt with the next request. Answers what still
 * relies on the people from whom something was taken.
 */
export async function changeGrants<Found extends { readonly name: string }>(
  ctx: Context,
  actor: Actor,
  { holder: { resource, table, column }, id, ticks, lock, add, people, follow }: GrantChange<Found>,
  request: FastifyRequest,
): Promise<string> {
  const changed = ticksChanged(ticks.permissionIds, ticks.lastpermissionIds)
  const { added, removed } = changed
  return inTransaction(ctx, async (tx, emit) => {
    const found = await lock(tx, changed)
    if (!found) throw failUnseen(resource.table, [id])
    if (added.length === 0 && removed.length === 0) return ''
    const codes = await grantableCodes(tx, actor, added, removed)
    const userIds = await people(tx)
    const refuseWider = await watchSight(ctx, tx, actor, userIds)
    await add(tx, added, found)
    await sql`delete from ${sql.table(table)}
      where ${sql.ref(column)} = ${id} and permission_id = any(${removed}::text[])`.execute(tx)
    const also = (await follow?.(tx, removed)) ?? ''
    await refuseWider()
    await recordAudit(tx, {
      actor,
      content: `${found.name} ${grantText(added, removed, codes)}${also}`,
      operateType: 3,
      origin: originOf(request),
      now: ctx.clock.now(),
    })
    emit('permissions.changed', { userIds: [...userIds] })
    return removed.length === 0 ? '' : mentionedIn(ctx, tx, actor.tenantId, userIds)
  })
}

/** Ids that were ticked, and ids whose tick was taken away, since the drawer opened. */
export function ticksChanged(now: Ids, before: Ids): TicksChanged {
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
function grantText(added: readonly string[], removed: readonly string[], codes: readonly string[]): string {
  const shown = `（${codes.slice(0, 20).join('、')}${codes.length > 20 ? ' 等' : ''}）`
  return `授权增加 ${added.length} 项、取消 ${removed.length} 项${codes.length === 0 ? '' : shown}`
}
