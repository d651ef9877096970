import { tenant, tenantEndpoints, user } from '@suoan/contract'
import { and, eq, everything, ge, isIn, le, type Filter } from '@suoan/kit/filter'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { systemScope } from '@suoan/platform/resource/scope'
import { fail } from '@suoan/platform/fail'
import {
  compile,
  defineHooks,
  engineOf,
  mountResource,
  resourceStore,
  type HookCall,
  type MountedResource,
} from '@suoan/platform/resource'
import { answered, type Feature } from '@suoan/platform/http/route'
import { belongsTo } from '@suoan/platform/db/belongs-to'
import { endSessionsOf } from '../session/index.ts'
import { userHooks } from '../users/index.ts'
import { changeTenant, membersOf } from './members.ts'
import { addTenant } from './new-tenant.ts'
import { resetAdmin } from './reset-admin.ts'

/** 租户 (4-api.md §7.11). A tenant that has people stays. */
export const tenants: Feature = (mount) => {
  const { ctx } = mount
  const mounted: MountedResource = {
    ctx,
    resource: tenant,
    compiled: compile(tenant),
    store: resourceStore(tenant),
    hooks,
  }
  // Adding makes an administrator too, so it has a call of its own.
  mountResource(mount, { ...tenant, verbs: tenant.verbs.filter((verb) => verb !== 'add') }, hooks)
  // Its picture stands in the shell of everybody who works in it.
  engineOf(ctx).fileReaders.on(tenant, {
    mayRead: (_, actor, ids) =>
      Promise.resolve(
        // The roles of every tenant hold the permission; who else is a tenant is the platform's to see.
        ids.includes(String(actor.tenantId)) ||
          (actor.tenantId === 0 && actor.permissions.has('system:tenant:list')),
      ),
  })
  mount.bind(tenantEndpoints.add, ({ input, actor, request }) => addTenant(mounted, actor, input, request))
  mount.bind(tenantEndpoints.resetAdmin, ({ input, actor, request }) =>
    resetAdmin(ctx, actor, input.id, request),
  )
  mount.bind(tenantEndpoints.members, ({ input, actor }) => membersOf(ctx, actor, input))
  const people: MountedResource = {
    ctx,
    resource: user,
    compiled: compile(user),
    store: resourceStore(user),
    hooks: userHooks,
  }
  mount.bind(tenantEndpoints.addMembers, async ({ input, actor, request }) => {
    const { tenantId, userIdList: userIds } = input
    await changeTenant(people, actor, { tenantId, userIds }, 'add', request)
    return answered(null, '添加成功!')
  })
  mount.bind(tenantEndpoints.removeMembers, async ({ input, actor, request }) => {
    await changeTenant(people, actor, input, 'remove', request)
    return answered(null, '移出成功!')
  })
  mount.bind(tenantEndpoints.queryList, async ({ input, actor }) => {
    // Who else is a tenant here is the platform's business.
    const own = actor.tenantId === 0 ? everything : isIn('id', [actor.tenantId])
    const ids = (input.ids ?? '')
      .split(',')
      .map(Number)
      .filter((id) => Number.isSafeInteger(id) && id > 0)
    const chosen = ids.length === 0 ? everything : isIn('id', ids)
    const found = await resourceStore(tenant).list(
      mount.ctx.pool,
      systemScope(0),
      and(eq('status', 1), chosen, own),
    )
    return found.map((row) => ({ ...row, id: Number(row['id']), name: String(row['name'] ?? '') }))
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
  async beforeEdit(draft, before, { tx, ctx }) {
    if (draft.status === undefined || draft.status === 1) return
    // People inside and locks on points need their devices: what is alive is ended first.
    const id = Number(before.id)
    const reasons = await engineOf(ctx).holders.of(tenant.name, tx, id, [String(id)], 'freeze')
    if (reasons.length > 0)
      throw fail('IN_USE', {
        detail: `租户“${before.name ?? id}”仍有${reasons.join('、')}，不能冻结，请先完工或作废`,
      })
  },
  async afterEdit(row, before, call) {
    if (before.status === 1 && row.status !== 1) await endTenant(Number(row.id), call)
  },
  async afterDelete(rows, call) {
    for (const row of rows) await endTenant(Number(row.id), call)
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

/** Nobody stays signed in to a tenant that is out of use, and nothing of it stays connected. */
async function endTenant(tenantId: number, { tx, emit }: HookCall): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from sys_user where ${belongsTo('sys_user', tenantId)}`.execute(tx)
  const userIds = rows.map(({ id }) => id)
  for (const { id, userId } of await endSessionsOf(tx, userIds))
    emit('session.ended', { sessionId: id, userId, reason: 'tenant' })
  emit('permissions.changed', { userIds })
  emit('tenant.ended', { tenantId })
}

/** A tenant is used by everybody in it beside the account that was made with it. */
async function usedTenants(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select t.id from sys_tenant t where t.id = any(${ids}::integer[]) and exists (
      select 1 from sys_user u where u.id is distinct from t.admin_user_id and (u.tenant_id = t.id
        or ',' || coalesce(u.rel_tenant_ids, '') || ',' like '%,' || t.id || ',%'))`.execute(tx)
  return rows.map(({ id }) => id)
}
