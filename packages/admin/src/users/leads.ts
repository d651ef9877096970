import { department } from '@suoan/contract'
import { sql, type Kysely } from 'kysely'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import type { Database } from '@suoan/platform/db/schema'
import { fail } from '@suoan/platform/fail'
import { resourceStore } from '@suoan/platform/resource'
import { dataScope } from '@suoan/platform/resource/scope'
import { linksIn } from './links.ts'
import { isAdmin } from './powers.ts'

/** Whoever may edit departments manages all that his data rules show; others manage those that they lead (5-screens.md §6.8). */
export const managesAllDeparts = (actor: Actor): boolean => actor.permissions.has('system:depart:edit')

/** The departments that somebody is responsible for (部门负责人), with everything below them. */
export async function departsLedBy(
  db: Kysely<Database>,
  actor: Pick<Actor, 'userId' | 'tenantId'>,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive led as (
      select d.id from sys_user u join sys_depart d on d.id = any(string_to_array(u.depart_ids, ','))
      where u.id = ${actor.userId} and u.user_identity = 2 and u.depart_ids <> '' and d.tenant_id = ${actor.tenantId}
      union
      select d.id from sys_depart d join led on led.id = d.parent_id where d.tenant_id = ${actor.tenantId}
    )
    select id from led order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Refuses to make somebody responsible for departments that the caller does not manage himself: their head sees their
 * people and manages their roles (security.md V12). What the person leads already is not asked about.
 */
export async function refuseForeignLead(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  departIds: string,
  before: string | null = null,
): Promise<void> {
  if (isAdmin(actor)) return
  const held = linksIn(before) ?? []
  const added = (linksIn(departIds) ?? []).filter((id) => !held.includes(id))
  if (added.length === 0) return
  const managed = managesAllDeparts(actor)
    ? await seenOf(ctx, tx, actor, added)
    : await departsLedBy(tx, actor)
  if (added.some((id) => !managed.includes(id)))
    throw fail('REFUSED', {
      detail: '“负责部门”只能选择您自己管理或负责的部门，请重新选择或联系系统管理员',
    })
}

async function seenOf(ctx: Context, tx: Tx, actor: Actor, ids: readonly string[]): Promise<string[]> {
  const scope = await dataScope(ctx, actor, department, 'system:depart:edit')
  return (await resourceStore(department).findMany(tx, scope, ids)).map(({ id }) => String(id))
}
