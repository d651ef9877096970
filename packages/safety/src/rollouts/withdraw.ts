import type { PendingCommand } from '@suoan/domain/device'
import { commandStatus } from '@suoan/domain/dictionaries'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import type { Emit } from '@suoan/platform/db/transaction'
import { replaceCommands } from '../locks/index.ts'
import { deviceState } from './states.ts'

/**
 * Takes back what no device has acknowledged: it leaves no more, and is not repeated to a device that comes back (decision
 * 0581). Its devices wait again. What a device has acknowledged it does, and its answer is still counted.
 */
export async function withdraw(tx: Tx, emit: Emit, tenantId: number, rolloutId: string): Promise<void> {
  const { rows } = await sql<PendingCommand & { sn: string }>`
    select c.cmd_id, c.cmd_type as type, c.status, r.device_sn as sn from lo_rollout_device r
    join lo_cmd c on c.tenant_id = r.tenant_id and c.cmd_id = r.cmd_id
    where r.rollout_id = ${rolloutId} and r.tenant_id = ${tenantId} and r.state = ${deviceState.sent}
      and c.status in (${commandStatus.queued}, ${commandStatus.sent})
    order by c.cmd_id for update of c`.execute(tx)
  await replaceCommands(tx, emit, tenantId, rows, '下发任务已停止或取消，不再发送')
  await sql`update lo_rollout_device set state = ${deviceState.waits}, cmd_id = null, sent_time = null
    where rollout_id = ${rolloutId} and device_sn = any(${rows.map(({ sn }) => sn)}::text[])`.execute(tx)
}
