import { alarmOfEvent, alarmRule, type AlarmRule } from '@suoan/domain/alarm'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Tx } from '@suoan/platform/context'

/** The consumer that raises the alarm of what a lock has reported (`warnings/react.ts`). */
export const alarmsOfLocks = 'warnings.alarms'

export interface AlarmOnTheWay {
  readonly rule: AlarmRule
  readonly lockCode: string
}

/**
 * Alarms whose report is stored while the reaction that raises them has not been done, or fails again and again: what an
 * alarm holds up (G16, R11) it holds up from its report on, so that a fault of ours stops work and exposes nobody.
 * Never a duress signal, which must not be read from an answer (A15).
 * @param where which locks, as a condition on `l` (lo_lock)
 */
export async function alarmsOnTheWay(
  tx: Tx,
  tenantId: number,
  where: RawBuilder<SqlBool>,
): Promise<AlarmOnTheWay[]> {
  const { rows } = await sql<{ eventType: string; lockCode: string }>`
    select distinct r.data->>'eventType' as event_type, l.lock_code
    from reaction r join lo_lock l on l.id = r.subject and l.tenant_id = r.tenant_id
    where r.consumer = ${alarmsOfLocks} and r.tenant_id = ${tenantId} and (${where})`.execute(tx)
  return rows.flatMap(({ eventType, lockCode }) => {
    const alarmType = alarmOfEvent(eventType)
    const rule = alarmType === null ? null : alarmRule(alarmType)
    return rule === null || rule.silent === true ? [] : [{ rule, lockCode }]
  })
}
