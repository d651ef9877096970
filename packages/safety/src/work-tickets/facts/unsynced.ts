import { unsyncedText } from '@suoan/domain/offline'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'

interface Row {
  userName: string
  issuedTime: Date
  lastSeen: Date | null
  pending: number
  overrideReason: string | null
}

/**
 * Capsules that are out and may hold operations we do not know (G27), and the supervisor's word for them: it counts only
 * when it covers every one, for a capsule taken after it is news again.
 */
export async function loadUnsynced(
  tx: Tx,
  workId: string,
  now: number,
): Promise<{ unsyncedOps: string[]; unsyncedOverride: string }> {
  const { rows } = await sql<Row>`
    select coalesce(u.realname, c.user_id) as user_name, c.issued_time, c.last_seen, c.pending, c.override_reason
    from lo_capsule c left join sys_user u on u.id = c.user_id
    where c.work_id = ${workId} and c.returned_time is null order by c.issued_time, c.id`.execute(tx)
  const out = rows.flatMap((row) => {
    const text = unsyncedText(
      {
        userName: row.userName,
        issuedAt: row.issuedTime.getTime(),
        lastSeenAt: row.lastSeen?.getTime() ?? null,
        pending: row.pending,
      },
      now,
    )
    return text === null ? [] : [{ text, override: row.overrideReason ?? '' }]
  })
  const reasons = out.map(({ override }) => override)
  return {
    unsyncedOps: out.map(({ text }) => text),
    unsyncedOverride: reasons.includes('') ? '' : [...new Set(reasons)].join('；'),
  }
}
