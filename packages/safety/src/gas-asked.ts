import type { Emit } from '@suoan/contract/events'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { ticketIn } from './ticket-sets.ts'

/**
 * What is asked of the air may be another for the tickets (`w`) of a tenant that `which` names, drafts among them: each is
 * asked again what its gas reads, in a transaction of its own (decision 1025).
 */
export async function askGasAnew(
  tx: Tx,
  emit: Emit,
  tenantId: number,
  which: RawBuilder<unknown>,
): Promise<void> {
  const { rows } = await sql<{ workId: string }>`select w.id as work_id from lo_work w
    where w.tenant_id = ${tenantId} and ${ticketIn('notEnded')} and ${which} order by w.id`.execute(tx)
  for (const { workId } of rows) emit('ticket.gasAsked', { tenantId, workId })
}
