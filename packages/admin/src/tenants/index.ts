import { tenant, tenantEndpoints } from '@suoan/contract'
import { and, eq, everything, ge, isIn, le, type Filter } from '@suoan/kit/filter'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { systemScope } from '@suoan/platform/resource/scope'
import { fail } from '@suoan/platform/fail'
import type { Feature } from '@suoan/platform/http/route'
import { defineHooks, engineOf, mountResource, resourceStore } from '@suoan/platform/resource'

/** 租户 (4-api.md §7.11). A tenant that has people stays. */
export const tenants: Feature = (mount) => {
  mountResource(mount, tenant, hooks)
  mount.bind(tenantEndpoints.queryList, async ({ input, actor }) => {
    // Who else is a tenant here is the platform's business.
    const own = actor.tenantId === 0 ? everything : isIn('id', [actor.tenantId])
    const ids = (input.ids ?? '')
      .split(',')
      .map(Number)
      .filter((id) => Number.isSafeInteger(id) && id > 0)
    const chosen = ids.length === 0 ? everything : isIn('id', ids)
    return await resourceStore(tenant).list(mount.ctx.pool, systemScope(0), and(eq('status', 1), chosen, own))
  })
}

const hooks = defineHooks(tenant, {
  // @NOTE The two dates are bounds of a range on the wire, without `_begin` and `_end`.
  filter({ input }): Filter {
    const { beginDate, endDate } = input
    delete input['beginDate']
    delete input['endDate']
    const day = (value: unknown): string | undefined =>
      typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value) ? value.slice(0, 10) : undefined
    const [from, to] = [day(beginDate), day(endDate)]
    return and(
      from === undefined ? everything : ge('beginDate', `${from} 00:00:00`),
      to === undefined ? everything : le('endDate', `${to} 23:59:59`),
    )
  },
  async beforeAdd(draft, { tx }) {
    const { rows } = await sql`select 1 from sys_tenant where id = ${Number(draft.id)}`.execute(tx)
    // The client compares this very text (4-api.md §7.11).
    if (rows.length > 0) throw fail('REFUSED', { detail: '该编号已存在!' })
  },
  /** A tenant is never there without its roles and its rules. */
  async afterAdd(row, { tx, ctx, now }) {
    await engineOf(ctx).newTenants.begin(tx, Number(row.id), now)
  },
  async beforeDelete(rows, { tx }) {
    const used = await usedTenants(
      tx,
      rows.map(({ id }) => Number(id)),
    )
    if (used.length === 0) return
    throw fail('IN_USE', {
      detail:
        rows.length === 1 ? '该租户已被引用，无法删除！' : `租户 ${used.join('、')} 已被引用，无法删除！`,
    })
  },
})

async function usedTenants(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select t.id from sys_tenant t where t.id = any(${ids}::integer[]) and exists (
      select 1 from sys_user u where u.tenant_id = t.id
        or ',' || coalesce(u.rel_tenant_ids, '') || ',' like '%,' || t.id || ',%')`.execute(tx)
  return rows.map(({ id }) => id)
}
