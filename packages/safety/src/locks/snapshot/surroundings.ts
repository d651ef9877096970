import { labelOf } from '@suoan/domain/dictionaries'
import type { InterlockLock } from '@suoan/domain/interlock'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { alarmsOnTheWay, handlersOf, type Handled } from '../../alarms/index.ts'

/**
 * Level-3 alarms at the lock or in its area that nobody has resolved, in words, and who can close them (R11); those just
 * reported and not raised yet count too. What rings for a whole area (gas, not a lock) rings for the places in it.
 */
export async function alarmsAround(
  tx: Tx,
  tenantId: number,
  lockId: string,
  areaCode: string,
  now: number,
): Promise<{ alarms: string[]; alarmHandlers: string[] }> {
  const [{ rows }, coming] = await Promise.all([
    sql<Handled>`
    select id, tenant_id, lock_id, work_id, area_code, alarm_type from lo_alarm
    where tenant_id = ${tenantId} and alarm_level = 3 and status in (0, 1)
      -- A duress signal must not be read from the answer to an opening (A15).
      and alarm_type <> 'A15'
      and (lock_id = ${lockId} or area_code = ${areaCode}
        or (lock_id is null and area_code <> '' and starts_with(${areaCode}, area_code)))
    order by alarm_type limit 10`.execute(tx),
    alarmsOnTheWay(tx, tenantId, sql`l.id = ${lockId} or l.area_code = ${areaCode}`),
  ])
  const handlers = await handlersOf(tx, rows, now)
  const raised = rows.map(({ alarmType }) => labelOf('lo_alarm_type', alarmType))
  const reported = coming.flatMap(({ rule: { level, title } }) =>
    level === 3 && !raised.includes(title) ? [`${title}（刚上报，正在处理）`] : [],
  )
  return {
    alarms: [...new Set([...raised, ...reported])],
    alarmHandlers: [...new Set([...handlers.values()].flat())],
  }
}

/** Whether somebody who hung the personal lock, or its owner while it hangs nowhere, is inside for any ticket (R07). */
export async function isWearerOnSite(
  tx: Tx,
  { wornBy = [], ownerUserId }: Pick<InterlockLock, 'wornBy' | 'ownerUserId'>,
): Promise<boolean> {
  const ids =
    wornBy.length > 0 ? wornBy.map(({ userId }) => userId) : ownerUserId === null ? [] : [ownerUserId]
  if (ids.length === 0) return false
  const { rows } = await sql<{ inside: boolean }>`
    select exists (select 1 from lo_work_person
      where person_id = any(${ids}::text[]) and on_state = 1) as inside`.execute(tx)
  return rows[0]?.inside ?? false
}
