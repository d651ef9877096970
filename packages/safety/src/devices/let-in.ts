import type { deviceEndpoints, DeviceGap, DeviceLogin, InputOf } from '@suoan/contract'
import { deviceStatus, labelOf } from '@suoan/domain/dictionaries'
import { gasSilentMin } from '@suoan/domain/work-ticket'
import { shanghaiTime } from '@suoan/kit/shanghai'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import { fail } from '@suoan/platform/fail'
import { originOf, recordAudit } from '@suoan/platform/resource'
import { deviceRow, giveSecret } from './enroll.ts'
import { askForKey, heldBehind, heldText } from '../locks/index.ts'
import { placesOf, placeText, ticketsMeasuredBy } from './standing.ts'

type In<N extends keyof typeof deviceEndpoints> = InputOf<(typeof deviceEndpoints)[N]>

/**
 * Cuts a device off at once, or lets it in again, or for the first time a gas detector that will never connect. What a live ticket relies on is not cut off by this: it would go silent.
 * A gas detector is: what it says may be false, and nobody is to breathe by it. Its places are silent from then on (G30);
 * returns what follows (Chinese), '' where nothing does.
 */
export async function setEnabled(
  ctx: Context,
  actor: Actor,
  { deviceSn, reason }: In<'enable'>,
  enabled: boolean,
  request: FastifyRequest,
): Promise<string> {
  const now = ctx.clock.now()
  return await inTransaction(ctx, async (tx, emit) => {
    const row = await deviceRow(tx, actor.tenantId, deviceSn)
    const isOff = row.status === deviceStatus.disabled
    const isNew = enabled && isHandHeldAndNew(row)
    const state = labelOf('lo_device_status', row.status)
    if (row.status === deviceStatus.scrapped || (isOff !== enabled && !isNew))
      throw fail('REFUSED', { detail: `设备 ${deviceSn} 当前为“${state}”，不能${enabled ? '启用' : '停用'}` })
    if (!enabled) {
      const held = await heldBehind(tx, actor.tenantId, [deviceSn])
      if (held.length > 0)
        throw fail('IN_USE', {
          detail: `${heldText(held)}，经由设备 ${deviceSn} 通信，不能停用；设备被盗请用“报失”`,
        })
    }
    if (enabled) await refuseLockOutOfUse(tx, actor.tenantId, deviceSn)
    // To activate takes back nothing: there is nothing good of it from before (decision 0664).
    await sql`update lo_device set status = ${enabled ? deviceStatus.offline : deviceStatus.disabled},
        cut_off_time = case when ${isNew} then cut_off_time else ${new Date(now)} end, update_by = ${actor.username}, update_time = ${new Date(now)}, revision = revision + 1
      where id = ${row.id}`.execute(tx)
    await askForKey(tx, actor.tenantId, deviceSn, now)
    emit('resource.changed', { resource: 'device', tenantId: actor.tenantId, ids: [row.id] })
    if (!enabled) emit('device.disabled', { tenantId: actor.tenantId, sn: deviceSn })
    const content = `网关与设备：${isNew ? '激活' : enabled ? '启用' : '停用'} ${deviceSn}，原因：${reason}`
    await recordAudit(tx, { actor, content, operateType: 3, origin: originOf(request), now })
    if (enabled) return ''
    const relied = await ticketsMeasuredBy(tx, actor.tenantId, deviceSn)
    const lost =
      relied === 0
        ? ''
        : `；它在 ${relied} 张未结束工作票上测得的合格读数不再作数，须换用其他检测仪重新检测，作业中的票 ${gasSilentMin.stop} 分钟内未重新检测将自动停止`
    const [standing] = await placesOf(tx, actor.tenantId, [deviceSn])
    if (standing === undefined) return lost
    return standing.isWatch
      ? `${lost}；它正在连续监测${placeText(standing)}，请立即换上其他检测仪，否则作业将在 ${gasSilentMin.stop} 分钟内自动停止`
      : `${lost}；它指派在${placeText(standing)}，该部位不再有读数`
  })
}

/** A gas detector without a radio never connects: a person who has seen it activates it. */
const isHandHeldAndNew = ({ kind, status }: { readonly kind: string; readonly status: number }): boolean =>
  kind === 'GAS' && status === deviceStatus.notActivated

/** The device of a lost lock comes back with its lock (LoLockCustody), not past it. */
async function refuseLockOutOfUse(
  tx: Parameters<Parameters<typeof inTransaction>[1]>[0],
  tenantId: number,
  sn: string,
): Promise<void> {
  const { rows } = await sql<{ lockCode: string; custody: number }>`
    select lock_code, custody from lo_lock where tenant_id = ${tenantId} and device_sn = ${sn} and del_flag = 0
      and custody in (4, 5, 6)`.execute(tx)
  const [lock] = rows
  if (lock)
    throw fail('REFUSED', {
      detail: `锁具 ${lock.lockCode} 处于“${labelOf('lo_custody', lock.custody)}”，请先在锁具管理中登记找回或入库`,
    })
}

/** A lost device is back: whoever had it may have read its secret, so it gets a new one and the old one is over. */
export async function deviceFound(
  ctx: Context,
  actor: Actor,
  { deviceSn, reason }: In<'found'>,
  request: FastifyRequest,
): Promise<DeviceLogin> {
  const now = ctx.clock.now()
  return await inTransaction(ctx, async (tx, emit) => {
    const row = await deviceRow(tx, actor.tenantId, deviceSn)
    if (row.status !== deviceStatus.disabled)
      throw fail('REFUSED', {
        detail: `设备 ${deviceSn} 当前为“${labelOf('lo_device_status', row.status)}”，没有报失或停用`,
      })
    await refuseLockOutOfUse(tx, actor.tenantId, deviceSn)
    const login = await giveSecret(tx, actor, deviceSn, null, now)
    await sql`update lo_device set status = ${deviceStatus.offline}, cut_off_time = ${new Date(now)} where id = ${row.id}`.execute(
      tx,
    )
    emit('resource.changed', { resource: 'device', tenantId: actor.tenantId, ids: [row.id] })
    const content = `网关与设备：找回 ${deviceSn}，已换新密钥，原因：${reason}`
    await recordAudit(tx, { actor, content, operateType: 3, origin: originOf(request), now })
    return login
  })
}

/** What of a device's log has not arrived, newest first. */
export async function gapsOf(ctx: Context, actor: Actor, deviceSn: string): Promise<DeviceGap[]> {
  const { rows } = await sql<
    Omit<DeviceGap, 'openedTime' | 'askedTime' | 'closedTime'> & {
      openedTime: Date
      askedTime: Date | null
      closedTime: Date | null
    }
  >`select g.id, g.device_sn, g.boot_id, g.from_seq::float8 as from_seq, g.to_seq::float8 as to_seq, g.state, g.asks,
      g.opened_time, g.asked_time, g.closed_time, g.close_reason,
      (select coalesce(sum(upper(r) - lower(r)), 0)::float8 from unnest(g.missing) r) as missing
    from lo_device_gap g where g.tenant_id = ${actor.tenantId} and g.device_sn = ${deviceSn}
    order by g.opened_time desc, g.id desc limit 200`.execute(ctx.db)
  const wire = (at: Date | null): string | null => (at === null ? null : shanghaiTime(at.getTime()))
  return rows.map((row) => ({
    ...row,
    openedTime: shanghaiTime(row.openedTime.getTime()),
    askedTime: wire(row.askedTime),
    closedTime: wire(row.closedTime),
  }))
}

/** Nobody will ever know what the missing numbers were; a person says so, with his reason. */
export async function declareLost(
  ctx: Context,
  actor: Actor,
  { gapId, reason }: In<'gapLost'>,
  request: FastifyRequest,
): Promise<void> {
  const now = ctx.clock.now()
  await inTransaction(ctx, async (tx) => {
    const { rows } = await sql<{ sn: string; fromSeq: string; toSeq: string }>`
      update lo_device_gap set state = 3, closed_time = ${new Date(now)}, closed_by = ${actor.userId},
        close_reason = ${reason}
      where id = ${gapId} and tenant_id = ${actor.tenantId} and state = 1
      returning device_sn as sn, from_seq, to_seq`.execute(tx)
    const [gap] = rows
    if (gap === undefined) throw fail('REFUSED', { detail: '该断号不存在或已补齐，无须确认丢失' })
    const content = `网关与设备：${gap.sn} 断号 ${gap.fromSeq}–${gap.toSeq} 确认丢失，原因：${reason}`
    await recordAudit(tx, { actor, content, operateType: 3, origin: originOf(request), now })
  })
}
