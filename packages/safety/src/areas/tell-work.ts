import type { Emit } from '@suoan/contract/events'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { ticketIn } from '../ticket-sets.ts'

/** The energy map of a tenant has changed: every ticket that people work behind is looked at again (G05, T32; decision 0639). */
export async function tellWorkOfMap(tx: Tx, emit: Emit, tenantId: number): Promise<void> {
  const { rows } = await sql<{ workId: string }>`select w.id as work_id from lo_work w
    where w.tenant_id = ${tenantId} and w.need_isolation = 1 and ${ticketIn('peopleMayBeInside')} order by w.id`.execute(
    tx,
  )
  for (const { workId } of rows) emit('ticket.energyChanged', { tenantId, workId })
}
