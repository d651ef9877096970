import { department } from '@suoan/contract'
import { everything } from '@suoan/kit/filter'
import { levelOfCode, nextCode } from '@suoan/kit/tree'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'
import { defineHooks, recordAudit, resourceStore } from '@suoan/platform/resource'
import { settleCurrentDeparts, unlinkDeparts, watchSight } from '../users/index.ts'
import { addDirectors, replaceDirectors } from './directors.ts'
import { refuseUsed, subtreeOf } from './subtree.ts'

/** Twenty levels of three characters fit the column of the code. */
const DEEPEST = 20
/** Roots have no row to lock: every change of the top level waits at this number. */
const ROOT_LOCK = 7_140_002

/** What departments respect beside plain CRUD (4-api.md §7.3): the code is the server's, a deletion takes all below. */
export const departmentHooks = defineHooks(department, {
  async beforeAdd(draft, { tx, actor, treeCode }) {
    const parentId = draft.parentId ?? ''
    const next = await nextOrgCode(tx, actor.tenantId, parentId)
    const orgCode = treeCode ?? next
    Object.assign(draft, { parentId, orgCode, orgType: String(levelOfCode(orgCode)), status: '1' })
  },
  async afterAdd(row, call) {
    await replaceDirectors(call, row)
  },

  async beforeEdit(draft, before, { tx, actor }) {
    if (draft.parentId === undefined || (draft.parentId ?? '') === (before.parentId ?? '')) return
    draft.parentId = draft.parentId ?? ''
    await lockParent(tx, actor.tenantId, draft.parentId)
  },
  async afterEdit(row, _before, call) {
    await replaceDirectors(call, row)
    // The current department shows up in every session; its name or place may matter to caches.
    call.emit('permissions.changed', { userIds: await membersOf(call.tx, [row.id]) })
  },

  async beforeDelete(rows, { ctx, tx, actor, scope, now, emit }) {
    const all = await subtreeOf(
      tx,
      actor.tenantId,
      rows.map(({ id }) => id),
    )
    await refuseUsed(ctx, tx, actor.tenantId, all)
    const ids = all.map(({ id }) => id)
    const people = await membersOf(tx, ids)
    const refuseWider = await watchSight(ctx, tx, actor, people)
    await unlinkDeparts(tx, people, ids)
    await sql`delete from sys_depart_role_permission where depart_id = any(${ids}::text[])`.execute(tx)
    await sql`delete from sys_depart_role where depart_id = any(${ids}::text[])`.execute(tx)
    await sql`delete from sys_depart_permission where depart_id = any(${ids}::text[])`.execute(tx)
    await sql`
      update sys_user set depart_ids = nullif(array_to_string(array(
          select part from unnest(string_to_array(depart_ids, ',')) as part where part <> all(${ids}::text[])), ','), ''),
        user_identity = case when exists (
          select 1 from unnest(string_to_array(depart_ids, ',')) as part where part <> all(${ids}::text[]))
          then user_identity else 1 end
      where tenant_id = ${actor.tenantId} and string_to_array(depart_ids, ',') && ${ids}::text[]`.execute(tx)
    // The engine removes the chosen ones; those below them go here, each with its line in the log.
    const chosen = new Set(rows.map(({ id }) => id))
    const below = ids.filter((id) => !chosen.has(id))
    if (below.length > 0) {
      const store = resourceStore(department)
      const before = await store.findMany(tx, { ...scope, filter: everything }, below)
      await recordAudit(
        tx,
        {
          actor,
          content: `部门：随上级一起删除 ${before
            .slice(0, 20)
            .map((row) => String(row['departName']))
            .join('、')}${before.length > 20 ? ` 等 ${before.length} 个` : ''}`,
          operateType: 4,
          now,
        },
        before.map((row) => ({ resource: department, before: row, after: null })),
      )
      await sql`delete from sys_depart where id = any(${below}::text[]) and tenant_id = ${actor.tenantId}`.execute(
        tx,
      )
    }
    await settleCurrentDeparts(tx, people)
    await refuseWider()
    emit('permissions.changed', { userIds: people })
  },

  async present(rows, { ctx, actor }) {
    await addDirectors(ctx.pool, actor.tenantId, rows)
  },
})

/** The code of a new department below `parentId` ('' = the top level), whose place stays locked until the transaction ends. */
export async function nextOrgCode(tx: Tx, tenantId: number, parentId: string): Promise<string> {
  const parentCode = await lockParent(tx, tenantId, parentId)
  if (parentCode !== null && levelOfCode(parentCode) >= DEEPEST)
    throw fail('REFUSED', { detail: `部门最多 ${DEEPEST} 级，请在上一级新增` })
  // By code, not by parent: a department that was moved away keeps its code.
  const { rows } = await sql<{ orgCode: string }>`
    select org_code from sys_depart where tenant_id = ${tenantId}
      and starts_with(org_code, ${parentCode ?? ''}) and length(org_code) = ${(parentCode ?? '').length + 3}`.execute(
    tx,
  )
  return nextCode(
    parentCode,
    rows.map((row) => row.orgCode),
  )
}

/** Locks the parent (or the top level) so that two new children cannot get one code; answers the parent's code. */
async function lockParent(tx: Tx, tenantId: number, parentId: string): Promise<string | null> {
  if (parentId === '') {
    await sql`select pg_advisory_xact_lock(${ROOT_LOCK}, ${tenantId})`.execute(tx)
    return null
  }
  const { rows } = await sql<{ orgCode: string }>`
    select org_code from sys_depart where id = ${parentId} and tenant_id = ${tenantId} for update`.execute(tx)
  const [parent] = rows
  if (!parent) throw fail('BAD_INPUT', { detail: '上级部门不存在，请重新选择' })
  return parent.orgCode
}

/** Everybody who belongs to one of the departments. */
async function membersOf(tx: Tx, departIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select distinct user_id from sys_user_depart where dep_id = any(${[...departIds]}::text[])`.execute(tx)
  return rows.map(({ userId }) => userId)
}
