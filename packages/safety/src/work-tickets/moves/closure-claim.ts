import { itemState, lockStatus, powerType, stateTrust } from '@suoan/domain/dictionaries'
import { fail } from '@suoan/platform/fail'
import type { Tx } from '@suoan/platform/context'
import { sql } from 'kysely'

/** States of an item whose lock hangs: only then there is a closure that somebody can have seen. */
const lockHangs: readonly number[] = [
  itemState.locked,
  itemState.tagged,
  itemState.residualReleased,
  itemState.verified,
]

/** Refuses what somebody says he has seen of a lock that does not hang at the point now (G11). */
export function mustCarryLock(item: {
  readonly state: number | null
  readonly actualLockId: string | null
}): void {
  if (item.actualLockId === null || !lockHangs.includes(item.state ?? itemState.waiting))
    throw fail('REFUSED', { detail: '该隔离点现在没有上锁，请先由隔离人上锁' })
}

/**
 * A person with a picture says at `at` (epoch ms) that a passive lock of the ticket is shut (G11). A claim never talks over
 * what a device has reported: only a lock whose state nobody has read takes it.
 */
export async function claimShut(tx: Tx, workId: string, lockId: string, at: number): Promise<void> {
  await sql`update lo_lock l set lock_status = ${lockStatus.closed}, state_trust = ${stateTrust.claimed},
      state_time = ${new Date(at)}
    from lo_lock_type y, lo_work_lock x
    where y.id = l.lock_type_id and y.power_type = ${powerType.passive} and l.state_trust <> ${stateTrust.confirmed}
      and x.lock_id = l.id and x.work_id = ${workId} and l.id = ${lockId}`.execute(tx)
}

/**
 * The lock of a point came off or is put on anew: picture, witness and look speak of the time before and prove nothing
 * (G11). A passive lock tells by itself neither that it came off nor that it is on again, so its state is unknown until
 * somebody has seen it; `unlessReadSince` (epoch ms) keeps what a key has read after that moment.
 */
export async function forgetClosure(
  tx: Tx,
  { workId, pointId, lockId, unlessReadSince }: Forgotten,
): Promise<void> {
  await tx
    .updateTable('loWorkPoint')
    .set({ claimPhoto: null, witnessId: null, visualCheckTime: null })
    .where('workId', '=', workId)
    .where('pointId', '=', pointId)
    .execute()
  await sql`update lo_lock l set lock_status = ${lockStatus.unknown}, state_trust = ${stateTrust.unknown}
    from lo_lock_type y
    where y.id = l.lock_type_id and y.power_type = ${powerType.passive} and l.id = ${lockId}
      and (l.state_trust <> ${stateTrust.confirmed} or l.state_time is null
        or l.state_time < ${new Date(unlessReadSince)})`.execute(tx)
}

interface Forgotten {
  readonly workId: string
  readonly pointId: string
  readonly lockId: string | null
  readonly unlessReadSince: number
}
