import { category } from '@suoan/contract'
import { nextCode } from '@suoan/kit/tree'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'
import { defineHooks } from '@suoan/platform/resource'

/** Every change of a tenant's tree waits at this number, so that two new children cannot get one code. */
const TREE_LOCK = 7_140_031

/**
 * 分类字典 (4-api.md §7.8): the code spells the place it was made at and stays when it moves, `hasChild` follows the
 * children, what is below goes along when it is deleted.
 */
export const categoryHooks = defineHooks(category, {
  async beforeAdd(draft, { tx, actor, treeCode }) {
    const pid = draft.pid || '0'
    const next = await nextCategoryCode(tx, actor.tenantId, pid)
    Object.assign(draft, { pid, code: treeCode ?? next, hasChild: '0' })
  },
  afterAdd: (row, { tx, actor }) => markParents(tx, actor.tenantId, [row.pid]),
  async beforeEdit(draft, _before, { tx, actor }) {
    if (draft.pid === undefined) return
    draft.pid ||= '0'
    await lockParent(tx, actor.tenantId, draft.pid)
  },
  afterEdit: (row, before, { tx, actor }) => markParents(tx, actor.tenantId, [row.pid, before.pid]),
  async beforeDelete(rows, { tx, actor }) {
    await sql`select pg_advisory_xact_lock(${TREE_LOCK}, ${actor.tenantId})`.execute(tx)
    const ids = rows.map(({ id }) => String(id))
    await sql`
      with recursive below as (
        select id from sys_category where tenant_id = ${actor.tenantId} and pid = any(${ids}::text[])
        union select c.id from sys_category c join below b on c.pid = b.id where c.tenant_id = ${actor.tenantId}
      ) delete from sys_category where id in (select id from below) and id <> all(${ids}::text[])`.execute(tx)
  },
  afterDelete: (rows, { tx, actor }) =>
    markParents(
      tx,
      actor.tenantId,
      rows.map(({ pid }) => pid),
    ),
})

/** The code of a new category below `pid` ('0' = the top level); the tree stays locked until the transaction ends. */
export async function nextCategoryCode(tx: Tx, tenantId: number, pid: string): Promise<string> {
  const parentCode = await lockParent(tx, tenantId, pid)
  const { rows } = await sql<{ code: string }>`
    select code from sys_category where tenant_id = ${tenantId}
      and code like ${`${parentCode ?? ''}___`}`.execute(tx)
  return nextCode(
    parentCode,
    rows.map((row) => row.code),
  )
}

/** Locks the tree; answers the code of the parent, null for the top level. */
async function lockParent(tx: Tx, tenantId: number, pid: string): Promise<string | null> {
  await sql`select pg_advisory_xact_lock(${TREE_LOCK}, ${tenantId})`.execute(tx)
  if (pid === '0') return null
  const { rows } = await sql<{ code: string }>`
    select code from sys_category where id = ${pid} and tenant_id = ${tenantId}`.execute(tx)
  const [parent] = rows
  if (!parent) throw fail('BAD_INPUT', { detail: '父级节点不存在，请重新选择' })
  return parent.code
}

/** `hasChild` is "1" while there are children (4-api.md §7.8). */
async function markParents(tx: Tx, tenantId: number, pids: readonly (string | null)[]): Promise<void> {
  await sql`
    update sys_category p set has_child =
      case when exists (select 1 from sys_category c where c.pid = p.id and c.tenant_id = p.tenant_id)
        then '1' else '0' end
    where p.tenant_id = ${tenantId} and p.id = any(${[...pids]}::text[])`.execute(tx)
}
