import { sql } from 'kysely'
import type { Context } from '@suoan/platform/context'
import type { LoggedPerson } from './login-log.ts'
import { loadTenants } from './user-info.ts'

/** A user as signing in needs him. */
export interface Account {
  readonly id: string
  readonly username: string
  readonly realname: string | null
  readonly status: number | null
  readonly delFlag: number | null
  readonly orgCode: string | null
  readonly relTenantIds: string | null
  readonly phone: string | null
  readonly email: string | null
  readonly passwordHash: string | null
  readonly mustChange: boolean | null
  readonly passwordChangedAt: Date | null
}

/** The account of a name, a number or an id; undefined when there is none. Frozen and deleted ones are found too. */
export async function findAccount(
  ctx: Context,
  by: { readonly username: string } | { readonly phone: string } | { readonly id: string },
): Promise<Account | undefined> {
  const condition =
    'username' in by
      ? sql`u.username = ${by.username}`
      : 'phone' in by
        ? sql`u.phone = ${by.phone}`
        : sql`u.id = ${by.id}`
  const { rows } = await sql<Account>`
    select u.id, u.username, u.realname, u.status, u.del_flag, u.org_code, u.rel_tenant_ids, u.phone, u.email,
      p.password_hash, p.must_change, p.changed_at as password_changed_at
    from sys_user u left join sys_password p on p.user_id = u.id
    where ${condition}`.execute(ctx.db)
  return rows[0]
}

/** Why an account that has proved itself may not come in. */
export async function accountObjection(ctx: Context, account: Account): Promise<string | undefined> {
  if (account.delFlag === 1) return '该用户已注销'
  if (account.status === 2) return '该用户已冻结'
  if (account.relTenantIds) {
    const tenants = await loadTenants(ctx.db, account.relTenantIds, ctx.clock.now())
    if (tenants.length === 0) return '与该用户关联的租户均已被冻结，无法登录！'
  }
  return undefined
}

/** The tenant in which an account begins, as its log knows it; 0 for one of the platform and for no account at all. */
export const tenantOf = (account: Pick<Account, 'relTenantIds'> | undefined): number =>
  Number(account?.relTenantIds?.split(',')[0] ?? 0)

/** An account as the login log names it. */
export const loggedAs = (account: Account): Account & LoggedPerson => ({
  ...account,
  tenantId: tenantOf(account),
})

/** Whether somebody works with it: neither deleted nor frozen. */
export function isInUse(account: Account | undefined): account is Account {
  return account !== undefined && account.delFlag !== 1 && account.status !== 2
}
