import type { InputOf, offlineEndpoints } from '@suoan/contract'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import { fail, failUnseen } from '@suoan/platform/fail'
import { originOf, recordAudit } from '@suoan/platform/resource'
import { dispatch, endKeyGrants, raiseEpochs } from '../../locks/index.ts'
import { tokenStatus } from '../../offline-tokens.ts'
import { notePhoneFound, notePhoneLost } from './carriers.ts'

/** `lo_device_status` 禁用: refused at its next connection. */
const DISABLED = 3

/**
 * A phone or smart key is lost (3-domain.md §5.8, §9.2): its tokens are revoked, the grants that recognise somebody by it
 * end, the device is cut off, it carries nothing new until it is found (`carrierGap`), and every lock it could open gets a higher epoch, so that at its next contact it refuses
 * whoever shows it. Returns how many tokens, grants and locks that were.
 */
export async function revokeCarrier(
  ctx: Context,
  actor: Actor,
  deviceSn: string,
): Promise<{ tokens: number; grants: number; locks: number }> {
  const now = ctx.clock.now()
  const { tokens, grants, commands } = await inTransaction(ctx, async (tx, emit) => {
    const isPhone = await notePhoneLost(tx, actor, deviceSn, now)
    const known =
      await sql`update lo_device set status = ${DISABLED}, cut_off_time = ${new Date(now)}, update_by = ${actor.username},
        update_time = ${new Date(now)}
      where tenant_id = ${actor.tenantId} and device_sn = ${deviceSn} and del_flag = 0`.execute(tx)
    const revoked = await sql<{
      lockIds: string[]
    }>`update lo_grant_token set status = ${tokenStatus.revoked},
        revoked_time = ${new Date(now)}
      where tenant_id = ${actor.tenantId} and device_sn = ${deviceSn} and status <> ${tokenStatus.revoked} returning lock_ids`.execute(
      tx,
    )
    const keyed = await endKeyGrants(tx, { tenantId: actor.tenantId, deviceSn, by: actor.username }, now)
    const isKnown = isPhone || (known.numAffectedRows ?? 0n) > 0n
    if (!isKnown && revoked.rows.length === 0 && keyed.grants === 0)
      throw failUnseen([['lo_device', 'device_sn']], [deviceSn])
    emit('device.disabled', { tenantId: actor.tenantId, sn: deviceSn })
    const ids = [...new Set([...revoked.rows.flatMap(({ lockIds }) => lockIds), ...keyed.lockIds])]
    const stored = await raiseEpochs(
      tx,
      emit,
      { tenantId: actor.tenantId, lockIds: ids, by: actor.userId },
      now,
    )
    return { tokens: revoked.rows.length, grants: keyed.grants, commands: stored }
  })
  // What cannot be reached now waits for its device (GRANT is stored, §5.6).
  for (const command of commands) await dispatch(ctx, command)
  return { tokens, grants, locks: commands.length }
}

/**
 * A phone that was lost is back with its owner and may carry again; one that is not lost is nobody's from now on, for whoever has
 * it next. What was signed on it while it was away is not believed all the same (`lostCapsuleGap`). Returns what was done, Chinese.
 */
export async function carrierFound(
  ctx: Context,
  actor: Actor,
  { deviceSn, reason, as }: InputOf<typeof offlineEndpoints.carrierFound>,
  request: FastifyRequest,
): Promise<string> {
  const now = ctx.clock.now()
  return await inTransaction(ctx, async (tx) => {
    const done = await notePhoneFound(tx, actor, deviceSn, now)
    if (done === null) throw failUnseen([['lo_phone', 'device_sn']], [deviceSn])
    if (as && as !== done)
      throw fail('REFUSED', {
        detail: `手机 ${deviceSn} 现为“${done === 'found' ? '已报失' : '未报失'}”，与您看到的不同，请刷新后重新办理`,
      })
    const what = done === 'found' ? '已登记找回' : '已解除登记'
    const content = `手机：${deviceSn} ${what}，原因：${reason}`
    await recordAudit(tx, { actor, content, operateType: 3, origin: originOf(request), now })
    return `${deviceSn} ${what}`
  })
}
