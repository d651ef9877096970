import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import type { Emit } from '@suoan/platform/db/transaction'
import { askForGrantSync } from './sync-grants.ts'
import { storeCommand, type StoredCommand } from './issue-command.ts'

/**
 * Gives locks a higher epoch, so that at their next contact they refuse every token of before (3-domain.md §5.8). The
 * answered commands are to be dispatched after the commit; what cannot be reached then waits for its device. `now` epoch ms.
 */
export async function raiseEpochs(
  tx: Tx,
  emit: Emit,
  { tenantId, lockIds, by }: { tenantId: number; lockIds: readonly string[]; by: string },
  now: number,
): Promise<StoredCommand[]> {
  const { rows } = await sql<{ id: string; sn: string | null; parentSn: string | null; epoch: number }>`
    update lo_lock l set rev_epoch = l.rev_epoch + 1 where l.id = any(${lockIds}::text[])
    returning l.id, l.device_sn as sn, l.rev_epoch::int as epoch,
      (select d.parent_sn from lo_device d where d.tenant_id = l.tenant_id and d.device_sn = l.device_sn
        and d.del_flag = 0) as parent_sn`.execute(tx)
  const orders = rows
    .flatMap(({ id, sn, parentSn, epoch }) => (sn === null ? [] : [{ id, sn, parentSn, epoch }]))
    // Two revocations take their devices in the same order.
    .toSorted((a, b) => (a.sn < b.sn ? -1 : 1))
  const stored = []
  for (const { id, sn, parentSn, epoch } of orders) {
    const order = { tenantId, lockId: id, sn, parentSn, type: 'GRANT', by } as const
    const command = await storeCommand(tx, emit, { ...order, params: { epoch } }, now)
    // It replaces the one before it, so it always finds a place.
    if ('refused' in command) throw new Error(command.refused)
    stored.push(command)
  }
  // The higher epoch took the place of a package that was on its way.
  const { rows: kept } = await sql<{ lockId: string }>`
    select distinct lock_id from lo_lock_user where lock_id = any(${lockIds}::text[]) and sync_status is not null`.execute(
    tx,
  )
  await askForGrantSync(
    tx,
    tenantId,
    kept.map(({ lockId }) => lockId),
    now,
  )
  return stored
}
