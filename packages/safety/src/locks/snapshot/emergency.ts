import type { Snapshot } from '@suoan/domain/interlock'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { holdIn } from '../../hold-sets.ts'

export interface LoadedEmergency {
  readonly fact: NonNullable<Snapshot['emergency']>
  /** The ticket on which the lock hangs; a rescue needs none. */
  readonly workId: string | null
}

interface Asked {
  readonly tenantId: number
  readonly lockId: string
  readonly userId: string
  readonly at: number
  readonly rescue: boolean
}

/**
 * What opens leg L7: a rescue that was called for, or an approved removal that names this very user as the remover. Its
 * age and use are R14's to judge; anybody else keeps the ways he has anyway (the owner takes his own lock off by L5).
 */
export async function loadEmergency(tx: Tx, asked: Asked): Promise<LoadedEmergency | null> {
  const { tenantId, lockId, userId, at, rescue } = asked
  if (rescue) {
    const fact = { kind: 'RESCUE', approvedAt: at, used: false, removerId: userId, witnessId: null } as const
    return { fact, workId: null }
  }
  const { rows } = await sql<{ workId: string; approveTime: Date; witnessId: string | null; used: boolean }>`
    select r.work_id, r.approve_time, r.witness_id, coalesce(g.used_count, 1) > 0 or g.status <> 1 as used
    from lo_emergency_removal r left join lo_lock_user g on g.id = r.grant_id
    where r.tenant_id = ${tenantId} and r.lock_id = ${lockId} and r.state = 1 and r.remover_id = ${userId}
      -- The lock its owner has taken off and hung again is not the one that two people agreed to remove.
      and exists (select 1 from lo_point_hold h where h.id = r.hold_id and ${holdIn('personal')})
    order by r.approve_time desc limit 1`.execute(tx)
  const [row] = rows
  if (!row) return null
  const { workId, approveTime, witnessId, used } = row
  return {
    fact: { kind: 'REMOVAL', approvedAt: approveTime.getTime(), used, removerId: userId, witnessId },
    workId,
  }
}
