import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'

/**
 * A scan proves where somebody stands (R12): the text on a lock or a point is that of no other lock and of no other point.
 * `ownId` is the row that carries it, '' for a new one; `label` is what the field is called.
 */
export async function refuseTakenCode(
  tx: Tx,
  tenantId: number,
  { ownId, label, code }: { readonly ownId: string; readonly label: string; readonly code: string },
): Promise<void> {
  const { rows } = await sql<{ what: string }>`
    select '锁具 ' || l.lock_code as what from lo_lock l where l.tenant_id = ${tenantId} and l.del_flag = 0
      and l.id <> ${ownId} and ${code} in (l.qr_code, l.lock_code)
    union all select '隔离点 ' || p.point_code from lo_point p where p.tenant_id = ${tenantId} and p.del_flag = 0
      and p.id <> ${ownId} and ${code} in (p.qr_code, p.nfc_uid, p.point_code)
    limit 1`.execute(tx)
  const [taken] = rows
  if (taken)
    throw fail('BAD_INPUT', { detail: `${label}“${code}”已用于${taken.what}，扫码会认错位置，请换一个` })
}
