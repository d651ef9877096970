import { sql, type RawBuilder } from 'kysely'
import { minute } from '@suoan/domain/verdict'
import type { Tx } from '@suoan/platform/context'

/** What a detector sent that nobody can read: as good as a detector that says nothing, and nobody would notice. */
export interface UnreadGas {
  readonly tenantId: number
  readonly sn: string
  /** Epoch ms. */
  readonly at: number
  /** Why, Chinese. */
  readonly note: string
}

/** Without another such word for so long, readings that can be read count again. [D] */
const strangeForMs = 5 * minute

/** Remembers the newest of each detector. */
export async function noteUnreadGas(tx: Tx, unread: readonly UnreadGas[]): Promise<void> {
  for (const { tenantId, sn, at, note } of unread)
    await sql`update lo_device set gas_unread_time = ${new Date(at)}, gas_unread_note = ${note.slice(0, 200)}
      where tenant_id = ${tenantId} and device_sn = ${sn} and kind = 'GAS' and del_flag = 0
        and (gas_unread_time is null or gas_unread_time <= ${new Date(at)})`.execute(tx)
}

/**
 * SQL over a row `d` of `lo_device`: what this detector sends cannot be read at `now` (epoch ms), in whole or in part: such a
 * word came a moment ago, or nothing that can be read has come since.
 */
export const sendsUnread = (now: number): RawBuilder<boolean> => sql`(d.gas_unread_time is not null
  and (d.gas_unread_time > ${new Date(now - strangeForMs)} or not exists (select 1 from lo_gas_reading r
    join lo_gas_std s on s.tenant_id = r.tenant_id and upper(s.gas_code) = r.gas_code and s.del_flag = 0
    where r.tenant_id = d.tenant_id and r.device_sn = d.device_sn and r.recv_time > d.gas_unread_time)))`
