import { user, type Page, type TenantMember } from '@suoan/contract'
import { sql } from 'kysely'
import type { FastifyRequest } from 'fastify'
import type { Actor, Context } from '@suoan/platform/context'
import { belongsTo } from '@suoan/platform/db/belongs-to'
import { inTransaction } from '@suoan/platform/db/transaction'
import { fail } from '@suoan/platform/fail'
import {
  changeRow,
  idsOf,
  originOf,
  recordAudit,
  shownTo,
  type MountedResource,
  type RowChange,
} from '@suoan/platform/resource'
import { scopeFor } from '@suoan/platform/resource/scope'
import { ADMIN_ROLE } from '../users/index.ts'

/** Who belongs to a tenant, a page of them by name. */
export async function membersOf(
  ctx: Context,
  actor: Actor,
  input: {
    readonly tenantId: number
    readonly username?: string | undefined
    readonly pageNo: number
    readonly pageSize: number
  },
): Promise<Page<TenantMember>> {
  const { tenantId, pageNo, pageSize } = input
  const word = `%${(input.username ?? '').replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<TenantMember & { total: string }>`
    select u.id, u.username, coalesce(u.realname, u.username) as realname, u.phone, coalesce(u.status, 1) = 2 as is_frozen,
      u.tenant_id = ${tenantId} as is_home,
      exists (select 1 from sys_user_role ur join sys_role r on r.id = ur.role_id where ur.user_id = u.id
        and r.tenant_id = ${tenantId} and r.role_code = ${ADMIN_ROLE}) as is_admin,
      count(*) over () as total
    from sys_user u where u.del_flag = 0 and ${belongsTo('u', tenantId)}
      and (u.username like ${word} or u.realname like ${word})
    order by u.username, u.id limit ${pageSize} offset ${(pageNo - 1) * pageSize}`.execute(ctx.db)
  const total = Number(rows[0]?.total ?? 0)
  return {
    records: rows.map(({ id, username, realname, phone, isFrozen, isHome, isAdmin }) => ({
      id,
      username,
      realname,
      phone: shownTo(actor, 'phone', phone, id),
      isFrozen,
      isHome,
      isAdmin,
    })),
    total,
    size: pageSize,
    current: pageNo,
    pages: Math.ceil(total / pageSize),
  }
}

/**
 * Puts people of the platform into a tenant or takes them out, all of them or none. Whoever enters one works in tenants
 * alone from then on; an account that was made in the tenant stays there.
 */
export async function changeTenant(
  mounted: MountedResource,
  actor: Actor,
  { tenantId, userIds }: { readonly tenantId: number; readonly userIds: string | readonly string[] },
  change: 'add' | 'remove',
  request: FastifyRequest,
): Promise<void> {
  const { ctx, store } = mounted
  const ids = idsOf(userIds)
  const scope = await scopeFor(ctx, actor, user, 'edit')
  await inTransaction(ctx, async (tx, emit) => {
    const now = ctx.clock.now()
    const { rows: tenants } = await sql<{ name: string }>`
      select name from sys_tenant where id = ${tenantId} and del_flag = 0`.execute(tx)
    const [tenant] = tenants
    if (!tenant) throw fail('REFUSED', { detail: '所选租户不存在，请刷新后重试' })
    const { rows: home } = await sql<{ realname: string }>`
      select coalesce(realname, username) as realname from sys_user
      where id = any(${ids}::text[]) and tenant_id = ${tenantId} limit 1`.execute(tx)
    if (home[0] && change === 'remove')
      throw fail('REFUSED', {
        detail: `“${home[0].realname}”是在该租户中建立的账号，不能移出，请在租户内冻结或删除`,
      })
    const rows = await store.findMany(tx, scope, ids, { lock: true })
    if (rows.length < ids.length) throw fail('REFUSED', { detail: '所选用户不存在或已删除，请刷新后重试' })
    const changes: RowChange[] = []
    for (const before of rows) {
      const held = String(before['relTenantIds'] ?? '')
        .split(',')
        .filter((part) => part !== '')
      const isIn = held.includes(String(tenantId))
      if (isIn === (change === 'add')) continue
      const next =
        change === 'add' ? [...held, String(tenantId)] : held.filter((part) => part !== String(tenantId))
      const draft = { relTenantIds: next.join(',') }
      const call = { tx, ctx, actor, scope, now, input: draft, emit }
      const after = await changeRow(mounted, draft, new Map(), before, call)
      changes.push({ resource: user, before, after })
    }
    if (changes.length === 0)
      throw fail('REFUSED', { detail: change === 'add' ? '所选用户已在该租户中' : '所选用户不在该租户中' })
    const names = changes.slice(0, 20).map(({ before }) => String(before?.['realname'] ?? ''))
    await recordAudit(
      tx,
      {
        actor,
        content: `租户：${tenant.name} ${change === 'add' ? '加入' : '移出'} ${names.join('、')}${changes.length > 20 ? ` 等 ${changes.length} 人` : ''}`,
        operateType: 3,
        origin: originOf(request),
        now,
      },
      changes,
    )
  })
}
