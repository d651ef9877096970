import type { Context } from '../context.ts'

/** A session with what of its user decides whether it may go on. Times in epoch ms. */
export interface LiveSession {
  readonly id: string
  readonly userId: string
  readonly username: string
  readonly realname: string
  readonly userDeleted: boolean
  readonly userFrozen: boolean
  readonly tenantId: number
  /** Tenants of the user that are in force now; empty for a user without tenants. */
  readonly tenantIds: readonly number[]
  readonly orgCode: string
  readonly mustChangePassword: boolean
  readonly lastSeenAt: number
  readonly expiresAt: number
}

// One statement: a foreign or frozen tenant, a deleted user and an ended session all show in it.
const text = `
  select s.id, s.user_id, u.username, coalesce(u.realname, '') as realname,
    coalesce(u.del_flag, 0) <> 0 as deleted, coalesce(u.status, 1) = 2 as frozen,
    s.tenant_id, s.org_code, s.must_change_password, s.last_seen_at, s.expires_at,
    coalesce(u.rel_tenant_ids, '') <> '' as has_tenants,
    array(select t.id from sys_tenant t
      where t.id::text = any(string_to_array(u.rel_tenant_ids, ',')) and t.status = 1 and coalesce(t.del_flag, 0) = 0
        and (t.begin_date is null or t.begin_date <= $2) and (t.end_date is null or t.end_date >= $2)) as tenant_ids
  from sys_session s join sys_user u on u.id = s.user_id
  where s.token_hash = $1`

interface SessionRow {
  id: string
  user_id: string
  username: string
  realname: string
  deleted: boolean
  frozen: boolean
  tenant_id: number
  org_code: string
  must_change_password: boolean
  last_seen_at: Date
  expires_at: Date
  has_tenants: boolean
  tenant_ids: number[]
}

/** The session of a token's hash, whatever its state; undefined when there is none. */
export async function loadSession(ctx: Context, tokenHash: string): Promise<LiveSession | undefined> {
  const { rows } = await ctx.pool.query<SessionRow>({
    name: 'load-session',
    text,
    values: [tokenHash, new Date(ctx.clock.now())],
  })
  const row = rows[0]
  if (!row) return undefined
  return {
    id: row.id,
    userId: row.user_id,
    username: row.username,
    realname: row.realname,
    userDeleted: row.deleted,
    userFrozen: row.frozen,
    tenantId: row.tenant_id,
    // A user all of whose tenants are frozen keeps none; -1 is nobody's tenant, so every request is refused.
    tenantIds: row.has_tenants && row.tenant_ids.length === 0 ? [-1] : row.tenant_ids,
    orgCode: row.org_code,
    mustChangePassword: row.must_change_password,
    lastSeenAt: row.last_seen_at.getTime(),
    expiresAt: row.expires_at.getTime(),
  }
}
