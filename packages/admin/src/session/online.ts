import type { OnlineRow, Page } from '@suoan/contract'
import { sql } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import { answered, type Answered } from '@suoan/platform/http/route'
import { shownTo } from '@suoan/platform/resource'
import { announceEnded, endSession } from './end-sessions.ts'
import { recordLogin } from './login-log.ts'

const liveIn = (ctx: Context, actor: Actor) => {
  const now = ctx.clock.now()
  // In tenant 0 whoever may see the list sees everybody; elsewhere only the members of the tenant.
  return sql`s.expires_at > ${new Date(now)}
    and s.last_seen_at > ${new Date(now - ctx.config.sessionIdleMinutes * 60_000)}
    and (${actor.tenantId} = 0 or ${String(actor.tenantId)} = any(string_to_array(coalesce(u.rel_tenant_ids, ''), ',')))`
}

/** Live sessions, newest first, one row per session (4-api.md §7.20). */
export async function listOnline(
  ctx: Context,
  actor: Actor,
  query: { readonly username?: string | undefined; readonly pageNo: number; readonly pageSize: number },
): Promise<Page<OnlineRow>> {
  const name = `%${(query.username ?? '').replaceAll('*', '').replace(/[\\%_]/g, '\\$&')}%`
  const from = sql`from sys_session s join sys_user u on u.id = s.user_id
    where ${liveIn(ctx, actor)} and u.username like ${name}`
  const { rows } = await sql<OnlineRow>`
    select s.id, s.id as token, u.id as user_id, u.username, u.realname, u.avatar,
      to_char(u.birthday, 'YYYY-MM-DD') as birthday, u.sex, u.phone, s.ip, s.user_agent,
      left(s.created_at::text, 19) as login_time, left(s.last_seen_at::text, 19) as last_seen,
      s.id = ${actor.sessionId} as current
    ${from} order by s.created_at desc, s.id desc
    limit ${query.pageSize} offset ${(query.pageNo - 1) * query.pageSize}`.execute(ctx.db)
  const counted = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(ctx.db)
  const total = counted.rows[0]?.total ?? 0
  return {
    records: rows.map((row) => ({ ...row, phone: shownTo(actor, 'phone', row.phone, row.userId) })),
    total,
    size: query.pageSize,
    current: query.pageNo,
    pages: Math.ceil(total / query.pageSize),
  }
}

/** Ends somebody's session by its handle; his next call answers as an expired token. */
export async function forceLogout(
  ctx: Context,
  actor: Actor,
  handle: string,
  ip: string,
): Promise<Answered<null>> {
  if (handle === '') return answered(null, 'Token无效!', 500, false)
  const ended = await ctx.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ username: string; realname: string | null; tenantId: number }>`
      select u.username, u.realname, s.tenant_id from sys_session s join sys_user u on u.id = s.user_id
      where s.id = ${handle} and ${liveIn(ctx, actor)}`.execute(tx)
    const victim = rows[0]
    const session = victim ? await endSession(tx, handle) : undefined
    if (!victim || !session) return undefined
    await recordLogin(
      tx,
      ctx.clock.now(),
      { ip, userAgent: null },
      victim,
      `被 ${actor.username} 强制退出登录`,
    )
    return session
  })
  if (!ended) return answered(null, 'Token无效!', 500, false)
  announceEnded(ctx, [ended], 'forced')
  return answered(null, '退出登录成功！')
}
