import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { ticketsHolding } from './held-locks.ts'

export interface HeldLock {
  readonly lockCode: string
  /** Numbers of the tickets that rely on it. */
  readonly workNos: readonly string[]
}

/** `锁具 LK1、LK2 正用于工作票 A01-…`: the sentence goes on with what is refused. */
export function heldText(held: readonly HeldLock[]): string {
  const codes = held.map(({ lockCode }) => lockCode)
  const workNos = [...new Set(held.flatMap((each) => each.workNos))]
  return `锁具 ${codes.join('、')} 正用于工作票 ${workNos.join('、')}`
}

/** The locks that live tickets rely on and that speak through these devices: their own or their gateway's. */
export async function heldBehind(tx: Tx, tenantId: number, serials: readonly string[]): Promise<HeldLock[]> {
  const { rows } = await sql<{ id: string; lockCode: string }>`
    select l.id, l.lock_code from lo_lock l
    left join lo_device d on d.tenant_id = l.tenant_id and d.device_sn = l.device_sn and d.del_flag = 0
    where l.tenant_id = ${tenantId} and l.del_flag = 0
      and (l.device_sn = any(${serials}::text[]) or d.parent_sn = any(${serials}::text[]))
    order by l.id for update of l`.execute(tx)
  const held = await ticketsHolding(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.flatMap(({ id, lockCode }) => {
    const workNos = held.get(id)
    return workNos === undefined ? [] : [{ lockCode, workNos }]
  })
}
