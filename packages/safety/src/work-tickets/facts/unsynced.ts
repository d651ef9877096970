import { unsyncedText } from '@suoan/domain/offline'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'

interface Row {
  userName: string
  issuedTime: Date
  lastSeen: Date | null
  pending: number
  overrideReason: string | null
  secondReason: string | null
}

/**
 * Capsules that are out and may hold operations we do not know (G27), and the word of two people for them: it counts only
 * when both cover every one, for a capsule taken after it is news again.
 */
export async function loadUnsynced(
  tx: Tx,
  workId: string,
  now: number,
): Promise<{ unsyncedOps: string[]; unsyncedOverride: string; unsyncedAsked: string }> {
  const { rows } = await sql<Row>`
    select coalesce(u.realname, c.user_id) as user_name, c.issued_time, c.last_seen, c.pending, c.override_reason, c.second_reason
    from lo_capsule c left join sys_user u on u.id = c.user_id
    where c.work_id = ${workId} and c.returned_time is null order by c.issued_time, c.id`.execute(tx)
  const out = rows.map((row) => {
    const text = unsyncedText(
      {
        userName: row.userName,
        issuedAt: row.issuedTime.getTime(),
        lastSeenAt: row.lastSeen?.getTime() ?? null,
        pending: row.pending,
      },
      now,
    )
    const { overrideReason: first, secondReason: second } = row
    const both = first !== null && second !== null ? `${first}；${second}` : ''
    return { text, override: both, asked: first ?? '' }
  })
  const reasons = out.map(({ override }) => override)
  return {
    unsyncedOps: out.map(({ text }) => text),
    unsyncedOverride: reasons.includes('') ? '' : [...new Set(reasons)].join('；'),
    unsyncedAsked: [...new Set(out.map(({ asked }) => asked).filter((text) => text !== ''))].join('；'),
  }
}
