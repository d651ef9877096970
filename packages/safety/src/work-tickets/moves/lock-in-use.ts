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
  const { rows } = await sql<{ lockCode: string; custody: Custody }>`
    select lock_code, custody from lo_lock where id = ${lockId} and tenant_id = ${tenantId} and del_flag = 0
    for update`.execute(tx)
  const [lock] = rows
  if (lock === undefined || !isOutOfUse(lock.custody)) return
  const state = labelOf('lo_custody', lock.custody)
  throw fail('REFUSED', { detail: `锁具 ${lock.lockCode} 处于“${state}”，不能用于上锁，请更换锁具` })
}
