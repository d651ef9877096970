import { sql } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import { fail } from '@suoan/platform/fail'
import { dispatch, storeCommand } from '../../locks/index.ts'

/** `lo_device_status` 禁用: refused at its next connection. */
const DISABLED = 3

/**
 * A phone or smart key is lost (3-domain.md §5.8, §9.2): its tokens are revoked, the device is cut off, and
 * every lock it could open gets a higher epoch, so that at its next contact it refuses the tokens whoever shows them.
 * Returns how many tokens and locks that were.
 */
export async function revokeCarrier(
  ctx: Context,
  actor: Actor,
  deviceSn: string,
): Promise<{ tokens: number; locks: number }> {
  const now = ctx.clock.now()
  const { tokens, commands } = await inTransaction(ctx, async (tx, emit) => {
    const known = await sql`update lo_device set status = ${DISABLED}, update_by = ${actor.username},
        update_time = ${new Date(now)}
      where tenant_id = ${actor.tenantId} and device_sn = ${deviceSn} and del_flag = 0`.execute(tx)
    const revoked = await sql<{ lockIds: string[] }>`update lo_grant_token set status = 4
      where tenant_id = ${actor.tenantId} and device_sn = ${deviceSn} and status <> 4 returning lock_ids`.execute(
      tx,
    )
    if ((known.numAffectedRows ?? 0n) === 0n && revoked.rows.length === 0) throw fail('NOT_FOUND')
    emit('device.disabled', { tenantId: actor.tenantId, sn: deviceSn })
    const ids = [...new Set(revoked.rows.flatMap(({ lockIds }) => lockIds))]
    const { rows: bumped } = await sql<{
      id: string
      sn: string | null
      parentSn: string | null
      epoch: number
    }>`update lo_lock l set rev_epoch = l.rev_epoch + 1 where l.id = any(${ids}::text[])
      returning l.id, l.device_sn as sn, l.rev_epoch::int as epoch,
        (select d.parent_sn from lo_device d where d.tenant_id = l.tenant_id and d.device_sn = l.device_sn
          and d.del_flag = 0) as parent_sn`.execute(tx)
    const orders = bumped
      .flatMap(({ id, sn, parentSn, epoch }) => (sn === null ? [] : [{ id, sn, parentSn, epoch }]))
      // Two revocations take their devices in the same order.
      .toSorted((a, b) => (a.sn < b.sn ? -1 : 1))
    const stored = []
    for (const { id, sn, parentSn, epoch } of orders) {
      const order = {
        tenantId: actor.tenantId,
        lockId: id,
        sn,
        parentSn,
        type: 'GRANT',
        by: actor.userId,
      } as const
      const command = await storeCommand(tx, emit, { ...order, params: { epoch } }, now)
      // It replaces the one before it, so it always finds a place.
      if ('refused' in command) throw new Error(command.refused)
      stored.push(command)
    }
    return { tokens: revoked.rows.length, commands: stored }
  })
  // What cannot be reached now waits for its device (GRANT is stored, §5.6).
  for (const command of commands) await dispatch(ctx, command)
  return { tokens, locks: commands.length }
}
