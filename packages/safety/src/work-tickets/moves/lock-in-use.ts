import { labelOf, type Custody } from '@suoan/domain/dictionaries'
import { isOutOfUse } from '@suoan/domain/lock'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'

/**
 * A lock that is lost, in repair or scrapped protects nobody: somebody else may have it, or its key. It is asked for again
 * where it is hung, as much may have happened since the plan was checked (G07).
 * @throws REFUSED with the state of the lock
 */
export async function mustBeInUse(tx: Tx, tenantId: number, lockId: string): Promise<void> {
  const { rows } = await sql<{ lockCode: string; custody: Custody; isUpdating: boolean; brokenOff: boolean }>`
    select lock_code, custody, exists (select 1 from lo_cmd c where c.tenant_id = lo_lock.tenant_id
      and c.device_sn = lo_lock.device_sn and c.cmd_type = 'OTA' and c.status in (1, 2)) as is_updating,
      exists (select 1 from lo_emergency_removal r where r.tenant_id = lo_lock.tenant_id and r.lock_id = lo_lock.id
        and r.state in (2, 3) and r.remove_means = 3 and not exists (select 1 from lo_lock_custody y
          where y.lock_id = r.lock_id and y.action = 'REPAIR' and y.time > r.remove_time)) as broken_off
    from lo_lock where id = ${lockId} and tenant_id = ${tenantId} and del_flag = 0
    for update`.execute(tx)
  const [lock] = rows
  if (lock === undefined) return
  // It restarts in the middle of protecting somebody (§5.9).
  if (lock.isUpdating)
    throw fail('REFUSED', {
      detail: `锁具 ${lock.lockCode} 正在升级固件，不能用于上锁，请等待升级结束或更换锁具`,
    })
  // Cut through, its sensors may go on saying that it is shut (T48).
  if (lock.brokenOff)
    throw fail('REFUSED', {
      detail: `锁具 ${lock.lockCode} 在应急拆锁中被破拆，不能再用于上锁，请更换锁具；修复后由保管人登记送修和入库`,
    })
  if (!isOutOfUse(lock.custody)) return
  const state = labelOf('lo_custody', lock.custody)
  throw fail('REFUSED', { detail: `锁具 ${lock.lockCode} 处于“${state}”，不能用于上锁，请更换锁具` })
}
