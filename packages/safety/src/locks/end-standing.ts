import { grantStatus } from '@suoan/domain/dictionaries'
import { sql, type RawBuilder } from 'kysely'
import type { Context, Tx } from '@suoan/platform/context'
import { oneByOne } from '@suoan/platform/reactions'
import { isActiveAccount } from '../active-account.ts'
import { askForKept } from './standing-grants.ts'
import { askForGrantSync } from './sync-grants.ts'

interface Ended {
  tenantId: number
  lockId: string | null
}

/** Ends the grants `g` of which `which` is true; those of tickets are ended by their tickets. */
async function end(tx: Tx, which: RawBuilder<unknown>, by: string, now: number): Promise<Ended[]> {
  const { rows } = await sql<Ended>`
    update lo_lock_user g set status = ${grantStatus.revoked}, update_by = ${by}, update_time = ${new Date(now)},
      revision = revision + 1
    where g.work_id is null and g.del_flag = 0 and g.status = any(${running}::int[]) and (${which})
    returning g.tenant_id, g.lock_id`.execute(tx)
  return rows
}

const running: readonly number[] = [grantStatus.pending, grantStatus.active, grantStatus.frozen]
const namesKey = (sn: string) => sql`g.cred_ref ? ${`key:${sn}`}::text`

/** The locks of what was ended, in the order in which locks are taken. */
const locksOf = (ended: readonly Ended[]): string[] =>
  [...new Set(ended.flatMap(({ lockId }) => lockId ?? []))].toSorted()

/**
 * A smart key is in nobody's hand, or nobody knows in whose: the grants that recognise their holders by it end (§5.8, §9.2).
 * Returns how many, and their locks, which the caller gives a higher epoch. `now` epoch ms.
 */
export async function endKeyGrants(
  tx: Tx,
  { tenantId, deviceSn, by }: { tenantId: number; deviceSn: string; by: string },
  now: number,
): Promise<{ grants: number; lockIds: string[] }> {
  const ended = await end(tx, sql`g.tenant_id = ${tenantId} and ${namesKey(deviceSn)}`, by, now)
  const lockIds = locksOf(ended)
  await askForGrantSync(tx, tenantId, lockIds, now)
  return { grants: ended.length, lockIds }
}

/** A smart key was switched off, or on again: the locks that know somebody by it are told anew. `now` epoch ms. */
export async function askForKey(tx: Tx, tenantId: number, deviceSn: string, now: number): Promise<void> {
  const { rows } = await sql<Ended>`
    select g.tenant_id, g.lock_id from lo_lock_user g where g.tenant_id = ${tenantId} and ${namesKey(deviceSn)}`.execute(
    tx,
  )
  await askForKept(tx, tenantId, locksOf(rows), now)
}

/** What locks keep for an account ends when it is frozen, deleted or taken out of the tenant (R03). */
export function withdrawFromAccounts(ctx: Context): void {
  ctx.reactions.declare({
    name: 'locks.accountsEnded',
    title: '账号冻结、删除或移出后收回锁内的授权',
    event: 'account.ended',
    key: ({ userId }) => userId,
    handle: oneByOne(async ({ tx, now }, { userId }) => {
      const gone = sql`g.user_id = ${userId} and (g.offline_flag = 1 or g.sync_status is not null)
        and not ${isActiveAccount(sql.ref('g.user_id'), sql.ref('g.tenant_id'))}`
      const ended = await end(tx, gone, 'system', now)
      for (const tenantId of new Set(ended.map((each) => each.tenantId)))
        await askForGrantSync(tx, tenantId, locksOf(ended.filter((each) => each.tenantId === tenantId)), now)
    }),
  })
}
