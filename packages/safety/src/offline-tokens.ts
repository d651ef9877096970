import { commandStatus } from '@suoan/domain/dictionaries'
import { opensStill } from '@suoan/domain/offline'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { scheduleTimer } from '@suoan/platform/timers'
import { personName } from './person-name.ts'

/** `lo_grant_token.status`. */
export const tokenStatus = { issued: 0, used: 2, revoked: 4 } as const

/** SQL: the token `t` may still be used by its time, and nobody has taken it back. `now` epoch ms. */
export const isTokenOut = (now: number) =>
  sql<boolean>`(t.status <> ${tokenStatus.revoked} and t.exp > ${now})`

/** SQL: the token `t` names one of these locks. */
export const tokenNames = (lockIds: readonly string[]) => sql<boolean>`t.lock_ids ?| ${[...lockIds]}::text[]`

/**
 * Takes tokens back (3-domain.md §5.8): those that are out and of which `which` is true (the row is `t`). The server refuses them
 * from the commit on; their locks are told by a higher epoch as soon as they can be reached. `now` epoch ms.
 */
export async function revokeTokens(tx: Tx, which: RawBuilder<boolean>, now: number): Promise<void> {
  const { rows } = await sql<{ tenantId: number; lockIds: string[] }>`
    update lo_grant_token t set status = ${tokenStatus.revoked}, revoked_time = ${new Date(now)} where ${isTokenOut(now)} and ${which}
    returning t.tenant_id, t.lock_ids`.execute(tx)
  const locks = new Map(rows.flatMap(({ tenantId, lockIds }) => lockIds.map((lockId) => [lockId, tenantId])))
  for (const [lockId, tenantId] of locks)
    await scheduleTimer(tx, { tenantId, kind: 'lock.epoch', subjectId: lockId, dueAt: now, data: {} })
}

/**
 * Of other people's tokens for a lock, the one that the lock may still open to for longest, taken back or not; null when it opens to
 * none. Whose it is (by name), for which lock (by code), and until when (epoch ms).
 */
export async function tokenOfOthers(
  tx: Tx,
  of: { readonly tenantId: number; readonly lockId: string; readonly userId: string; readonly at: number },
): Promise<{ readonly name: string; readonly lockCode: string; readonly until: number } | null> {
  const { tenantId, lockId, userId, at } = of
  const { rows } = await sql<{
    name: string
    lockCode: string
    exp: string
    revEpochs: Record<string, number>
    confirmed: number
  }>`
    select ${personName('t.user_id')} as name, l.lock_code, t.exp, t.rev_epochs, coalesce((select max((c.params ->> 'epoch')::int) from lo_cmd c
        where c.lock_id = ${lockId} and c.tenant_id = t.tenant_id and c.cmd_type = 'GRANT'
          and c.status = ${commandStatus.success}), 0) as confirmed
    from lo_grant_token t join lo_lock l on l.id = ${lockId}
    where t.tenant_id = ${tenantId} and t.exp > ${at} and t.user_id <> ${userId}
      and ${tokenNames([lockId])} order by t.exp desc`.execute(tx)
  for (const { name, lockCode, exp, revEpochs, confirmed } of rows)
    if (opensStill({ exp: Number(exp), revEpochs }, { lockId, at, confirmed }))
      return { name, lockCode, until: Number(exp) }
  return null
}
