import { sql } from 'kysely'
import type { Context, Tx } from '@suoan/platform/context'

export interface EndedSession {
  readonly id: string
  readonly userId: string
}

/** Ends one session by its handle; undefined when it is not live. Announce it after the commit. */
export async function endSession(tx: Tx, sessionId: string): Promise<EndedSession | undefined> {
  return tx
    .deleteFrom('sysSession')
    .where('id', '=', sessionId)
    .returning(['id', 'userId'])
    .executeTakeFirst()
}

/**
 * Ends every session of the users, except `keep`, and every sign-in that is half done. Announce them after the commit.
 */
export async function endSessionsOf(
  tx: Tx,
  userIds: readonly string[],
  keep: string | null = null,
): Promise<EndedSession[]> {
  if (userIds.length === 0) return []
  await tx
    .deleteFrom('signInChallenge')
    .where('userId', 'in', [...userIds])
    .execute()
  let ending = tx.deleteFrom('sysSession').where('userId', 'in', [...userIds])
  if (keep !== null) ending = ending.where('id', '<>', keep)
  return ending.returning(['id', 'userId']).execute()
}

/**
 * Ends what a user has beyond `most` sessions, the longest unused first and `newest` never (security.md §5.1 b). Announce
 * them after the commit.
 */
export async function endSurplusSessions(
  tx: Tx,
  userId: string,
  newest: string,
  most: number,
): Promise<readonly EndedSession[]> {
  // Two sign-ins at the same moment end each what the other does not hold.
  const { rows } = await sql<EndedSession>`
    delete from sys_session where id in (
      select id from sys_session where user_id = ${userId} and id <> ${newest}
      order by last_seen_at desc, created_at desc, id desc offset ${most - 1} for update skip locked
    ) returning id, user_id`.execute(tx)
  return rows
}

/** Tells caches and sockets, after the commit, that sessions are over. */
export function announceEnded(ctx: Context, ended: readonly EndedSession[], reason: string): void {
  for (const { id, userId } of ended) ctx.broadcasts.emit('session.ended', { sessionId: id, userId, reason })
}
