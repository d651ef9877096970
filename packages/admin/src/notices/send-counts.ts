import { sql } from 'kysely'
import { belongsTo } from '@suoan/platform/db/belongs-to'
import type { ListCall, RowRecord } from '@suoan/platform/resource'

/**
 * Completes announcements with `readCount` and `unreadCount`: of named users those who have (not) read it; of everybody
 * also those who have not looked since, because their receipts are made when they look (4-api.md §7.13).
 */
export async function presentCounts(
  rows: readonly RowRecord[],
  { ctx, scope }: Pick<ListCall, 'ctx' | 'scope'>,
): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map((row) => String(row['id']))
  const found = await sql<{ id: string; read: number; unread: number }>`
    select a.id, r.read, case when a.msg_type = 'ALL' then greatest(u.total - r.read, 0) else r.unread end as unread
    from sys_announcement a
      cross join lateral (
        select count(*) filter (where s.read_flag = '1')::int as read,
          count(*) filter (where s.read_flag <> '1')::int as unread
        from sys_announcement_send s where s.annt_id = a.id
      ) r
      cross join (
        select count(*)::int as total from sys_user
        where ${belongsTo('sys_user', scope.tenantId)} and del_flag = 0 and status = 1
      ) u
    where a.tenant_id = ${scope.tenantId} and a.id = any(${ids}::text[])`.execute(ctx.db)
  const counts = new Map(found.rows.map((row) => [row.id, row]))
  for (const row of rows) {
    row['readCount'] = counts.get(String(row['id']))?.read ?? 0
    row['unreadCount'] = counts.get(String(row['id']))?.unread ?? 0
  }
}
