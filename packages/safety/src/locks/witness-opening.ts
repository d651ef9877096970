import type { InputOf, lockEndpoints, OutputOf } from '@suoan/contract'
import { presenceMinutes } from '@suoan/domain/interlock'
import { sql } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import { fail, failUnseen } from '@suoan/platform/fail'
import { spendScan } from '../site-tags/index.ts'
import { presenceOf } from './snapshot/load-snapshot.ts'
import { loadLock } from './snapshot/lock.ts'
import { takeLockProof } from './snapshot/take-lock-proof.ts'

const use = (now: number) => ({ question: 'lock.witness', workId: null, now })

type Witness = (typeof lockEndpoints)['witness']

/**
 * Somebody says, with a tag touched at the lock, that he stands there: the second credential of a lock for two (R13),
 * or the person on site of a remote opening (R12). A position is only claimed: where two people are the safeguard, the second one
 * touches the tag. He opens nothing himself; his word lasts a minute or two, and one opening uses it up.
 */
export async function witnessOpening(
  ctx: Context,
  actor: Actor,
  { lockId, proof }: InputOf<Witness>,
): Promise<OutputOf<Witness>> {
  const now = ctx.clock.now()
  return await inTransaction(ctx, async (tx) => {
    const lock = await loadLock(tx, actor.tenantId, lockId)
    if (lock === null) throw failUnseen('lo_lock', [lockId])
    const shown = await takeLockProof(tx, actor, lockId, proof, now)
    const presence = presenceOf(shown, lock, now)
    if (presence === null || presence.kind === 'GEO' || !presence.matches)
      throw fail('REFUSED', { detail: '到场证明与该锁具不符，请碰触或扫描该锁具或其隔离点的标签' })
    if (now - presence.at > presenceMinutes * 60_000)
      throw fail('REFUSED', { detail: `到场证明已超过 ${presenceMinutes} 分钟，请重新碰触标签或扫码` })
    if (presence.used === true || (shown?.scan && !(await spendScan(tx, shown.scan.scanId, use(now)))))
      throw fail('REFUSED', { detail: '该次扫码已用过一次，请重新扫码' })
    await sql`
      insert into lo_open_witness (tenant_id, lock_id, user_id, witness_time)
      values (${actor.tenantId}, ${lockId}, ${actor.userId}, ${new Date(now)})
      on conflict (tenant_id, lock_id, user_id) do update set witness_time = excluded.witness_time`.execute(
      tx,
    )
    return { lockCode: lock.fact.lockCode, validSec: 60 }
  })
}
