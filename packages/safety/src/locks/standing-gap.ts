import { standingGap, type StandingLock } from '@suoan/domain/interlock'
import type { Tx } from '@suoan/platform/context'
import { ticketsHolding } from './held-locks.ts'
import { loadLegsOff } from './snapshot/legs-off.ts'
import { loadLock } from './snapshot/lock.ts'

/**
 * Why a lock may keep no standing grant now (§5.8, leg L8), Chinese; null when it may. The caller holds the row of the lock:
 * a ticket takes a lock under it.
 */
export async function standingGapOf(tx: Tx, tenantId: number, lockId: string): Promise<string | null> {
  const found = await loadLock(tx, tenantId, lockId)
  if (found === null) return '锁具不存在，请重新选择'
  const held = await ticketsHolding(tx, [lockId])
  const patrolOff = (await loadLegsOff(tx, tenantId)).includes('L8')
  const lock: StandingLock = { ...found.fact, heldBy: held.get(lockId) ?? [], patrolOff }
  return standingGap(lock)
}
