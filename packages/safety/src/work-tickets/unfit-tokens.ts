import { sql } from 'kysely'
import type { Context } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import { revokeTokens, tokenStatus } from '../offline-tokens.ts'
import { presenceColumns, presenceGaps, presenceJoins, type PresentPerson } from '../presence-gaps.ts'
import { policyJoin } from '../ticket-policy.ts'

/** How often it is looked for tokens of people who may not be there any more, ms. */
const lookMs = 5000

interface Carried extends PresentPerson {
  readonly tokenId: string
}

/** Looks, on every server, for such tokens. */
export function watchUnfitTokens(ctx: Context): void {
  let nextAt = Number.NEGATIVE_INFINITY
  ctx.timers.onLook(async (looking) => {
    const now = looking.clock.now()
    if (now < nextAt) return
    nextAt = now + lookMs
    await endUnfitTokens(looking)
  })
}

/**
 * Ends the offline tokens of everybody whose certificate, admission or account has ended since they were signed (R03 offline,
 * decision 0635): a lock without network asks nobody. It is a state, whatever ended it. One for his own lock stays: he leaves
 * with it, unless his account itself is over (`recheckTokens`). Returns how many were ended.
 */
export async function endUnfitTokens(ctx: Context): Promise<number> {
  return await inTransaction(ctx, async (tx) => {
    const now = ctx.clock.now()
    const { rows } = await sql<Carried>`
      select ${presenceColumns}, k.token_id
      from lo_grant_token k join lo_work w on w.id = k.work_id
      join lo_work_person p on p.work_id = k.work_id and p.user_id = k.user_id and p.state = 1 ${policyJoin} ${presenceJoins}
      where k.status <> ${tokenStatus.revoked} and k.exp > ${now} and k.phase is not null
        and not exists (select 1 from lo_work_person first where first.work_id = p.work_id
          and first.user_id = p.user_id and first.state = 1 and first.id < p.id)
      order by k.id for update of k skip locked`.execute(tx)
    if (rows.length === 0) return 0
    const gaps = await presenceGaps(tx, rows, now)
    const over = rows.filter(({ id }) => (gaps.get(id) ?? null) !== null).map(({ tokenId }) => tokenId)
    if (over.length > 0) await revokeTokens(tx, sql`t.token_id = any(${over}::text[])`, now)
    return over.length
  })
}
