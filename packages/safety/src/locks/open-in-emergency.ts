import type { Snapshot } from '@suoan/domain/interlock'
import { sql } from 'kysely'
import type { Actor, Tx } from '@suoan/platform/context'
import type { Emit } from '@suoan/platform/db/transaction'
import { fail } from '@suoan/platform/fail'
import { raiseAlarms } from '../alarms/index.ts'

/** What an allowed opening by leg L7 does beside the opening, in the transaction of its decision. */
export async function noteEmergency(tx: Tx, emit: Emit, actor: Actor, snapshot: Snapshot): Promise<void> {
  const { emergency, lock, at } = snapshot
  if (emergency?.kind === 'RESCUE') await noteRescue(tx, emit, actor, snapshot)
  if (emergency?.kind === 'REMOVAL') await useGrant(tx, lock.lockId, actor.userId, at)
}

/** The one-shot grant is spent by the order itself, so that of two presses only one opens (R14). */
async function useGrant(tx: Tx, lockId: string, userId: string, at: number): Promise<void> {
  const used = await sql`update lo_lock_user g set used_count = 1, update_time = ${new Date(at)}
    from lo_emergency_removal r
    where r.lock_id = ${lockId} and r.state = 1 and r.remover_id = ${userId} and g.id = r.grant_id and g.used_count = 0
      and g.status = 1`.execute(tx)
  if (used.numAffectedRows === 0n) throw fail('REFUSED', { detail: '应急授权已使用，请重新申请应急拆锁' })
}

/** Life first: the lock opens, a level-3 alarm stands, and the ticket behind it stops. */
async function noteRescue(tx: Tx, emit: Emit, actor: Actor, { lock, ticket, at }: Snapshot): Promise<void> {
  const { tenantId, userId } = actor
  const fact = {
    tenantId,
    alarmType: 'A19',
    sourceKind: 'MAN',
    sourceSn: lock.lockId,
    lockId: lock.lockId,
    workId: ticket?.workId ?? null,
    areaCode: lock.areaCode,
    at,
    value: `${actor.realname} 救援开锁`,
    threshold: null,
    logId: null,
  } as const
  await raiseAlarms(tx, emit, [fact], at)
  if (ticket) emit('lock.rescued', { tenantId, lockId: lock.lockId, workId: ticket.workId, userId })
}
