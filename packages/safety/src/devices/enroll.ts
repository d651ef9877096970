import type { deviceEndpoints, DeviceLogin, InputOf } from '@suoan/contract'
import { deviceStatus, labelOf } from '@suoan/domain/dictionaries'
import { newId } from '@suoan/kit/id'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import { fail, failUnseen } from '@suoan/platform/fail'
import { originOf, recordAudit } from '@suoan/platform/resource'
import { heldBehind, heldText } from '../locks/index.ts'
import { hashDeviceSecret } from '../lock-records/index.ts'

type In<N extends keyof typeof deviceEndpoints> = InputOf<(typeof deviceEndpoints)[N]>
type New = In<'enroll'>['devices'][number]

/** 192 random bits: there is nothing to guess. */
const newSecret = (): string => randomBytes(24).toString('base64url')

/** `lo_auth_mode`. */
const ownSecret = 2
const throughCarrier = 4

/**
 * Registers devices, all of them or none, and answers what each signs in with; the secrets are kept as hashes and never
 * shown again. A lock behind a gateway or key has none: its carrier signs in.
 */
export async function enroll(
  ctx: Context,
  actor: Actor,
  { devices }: In<'enroll'>,
  request: FastifyRequest,
): Promise<DeviceLogin[]> {
  const now = ctx.clock.now()
  return await inTransaction(ctx, async (tx, emit) => {
    await refuseProblems(tx, actor.tenantId, devices)
    const logins: DeviceLogin[] = []
    const ids: string[] = []
    for (const device of devices) {
      const isCarried = device.kind === 'LOCK' && Boolean(device.parentSn)
      const secret = isCarried ? null : newSecret()
      const id = newId()
      ids.push(id)
      await tx
        .insertInto('loDevice')
        .values({
          id,
          tenantId: actor.tenantId,
          sysOrgCode: actor.orgCode || null,
          deviceSn: device.deviceSn,
          kind: device.kind,
          deviceName: device.deviceName || device.deviceSn,
          parentSn: device.parentSn || null,
          areaCode: device.areaCode || null,
          calibValidTo: device.calibValidTo || null,
          authMode: isCarried ? throughCarrier : ownSecret,
          secretHash: secret === null ? null : hashDeviceSecret(secret),
          status: deviceStatus.notActivated,
          createBy: actor.username,
          createTime: new Date(now),
        })
        .execute()
      logins.push({ ...loginOf(actor.tenantId, device.deviceSn, secret), oldUntil: null })
    }
    // A gateway hears at its next connection what is behind it.
    const carriers = new Set(devices.flatMap(({ parentSn }) => parentSn || []))
    for (const sn of carriers) emit('device.disabled', { tenantId: actor.tenantId, sn })
    emit('resource.changed', { resource: 'device', tenantId: actor.tenantId, ids })
    const names = devices.slice(0, 20).map(({ deviceSn }) => deviceSn)
    const content = `网关与设备：登记 ${names.join('、')}${devices.length > 20 ? ` 等 ${devices.length} 台` : ''}`
    await recordAudit(tx, { actor, content, operateType: 2, origin: originOf(request), now })
    return logins
  })
}

const loginOf = (tenantId: number, deviceSn: string, secret: string | null) => ({
  deviceSn,
  username: `${tenantId}/${deviceSn}`,
  secret,
})

async function refuseProblems(tx: Tx, tenantId: number, devices: readonly New[]): Promise<void> {
  const serials = devices.map(({ deviceSn }) => deviceSn)
  const twice = serials.filter((sn, at) => serials.indexOf(sn) !== at)
  const { rows } = await sql<{ sn: string; kind: string }>`
    select device_sn as sn, kind from lo_device where tenant_id = ${tenantId} and del_flag = 0
      and device_sn = any(${[...serials, ...devices.map(({ parentSn }) => parentSn ?? '')]}::text[])`.execute(
    tx,
  )
  const known = new Map([
    ...rows.map(({ sn, kind }) => [sn, kind] as const),
    ...devices.map(({ deviceSn, kind }) => [deviceSn, kind] as const),
  ])
  const stored = new Set(rows.map(({ sn }) => sn))
  const { rows: areas } = await sql<{ areaCode: string }>`
    select area_code from lo_area where tenant_id = ${tenantId} and del_flag = 0
      and area_code = any(${devices.map(({ areaCode }) => areaCode ?? '')}::text[])`.execute(tx)
  const areaCodes = new Set(areas.map(({ areaCode }) => areaCode))
  const problems = devices.flatMap(({ deviceSn, kind, parentSn, areaCode, calibValidTo }) => {
    const carrier = parentSn ? known.get(parentSn) : undefined
    const found = [
      twice.includes(deviceSn) ? '在清单中重复' : '',
      stored.has(deviceSn) ? '已登记，请核对序列号' : '',
      parentSn && parentSn === deviceSn ? '不能是自己的上级' : '',
      parentSn && carrier === undefined ? `的上级 ${parentSn} 没有登记` : '',
      carrier !== undefined && carrier !== 'GW' && carrier !== 'KEY'
        ? `的上级 ${parentSn} 是${labelOf('lo_device_kind', carrier)}，只能是网关或智能钥匙`
        : '',
      areaCode && !areaCodes.has(areaCode) ? `的区域 ${areaCode} 不存在` : '',
      kind === 'GAS' && !calibValidTo ? '是气体检测仪，须填写检定有效期' : '',
    ]
    return found.filter((text) => text !== '').map((text) => `设备 ${deviceSn} ${text}`)
  })
  if (problems.length > 0) throw fail('BAD_INPUT', { detail: [...new Set(problems)].join('；') })
}

interface Row {
  id: string
  kind: string
  status: number
  parentSn: string | null
  secretHash: string | null
}

/** The device, locked; refused where the tenant has none of this serial number. */
export async function deviceRow(tx: Tx, tenantId: number, sn: string): Promise<Row> {
  const { rows } = await sql<Row>`
    select id, kind, status, parent_sn, secret_hash from lo_device
    where tenant_id = ${tenantId} and device_sn = ${sn} and del_flag = 0 for update`.execute(tx)
  const [row] = rows
  if (row === undefined) throw failUnseen([['lo_device', 'device_sn']], [sn])
  return row
}

/** Gives a device a new secret; the old one works beside it for `graceHours` (§5.3), so that nothing is cut off meanwhile. */
export async function rotate(
  ctx: Context,
  actor: Actor,
  { deviceSn, graceHours }: In<'rotate'>,
  request: FastifyRequest,
): Promise<DeviceLogin> {
  const now = ctx.clock.now()
  return await inTransaction(ctx, async (tx, emit) => {
    const row = await deviceRow(tx, actor.tenantId, deviceSn)
    if (row.kind === 'LOCK' && row.parentSn !== null)
      throw fail('REFUSED', {
        detail: `锁 ${deviceSn} 经由 ${row.parentSn} 通信，没有自己的密钥，请更换 ${row.parentSn} 的密钥`,
      })
    if (row.status === deviceStatus.scrapped)
      throw fail('REFUSED', { detail: `设备 ${deviceSn} 已报废，不能再用` })
    // Its connection would end at once, and what it says of the locks behind it with it.
    if (row.secretHash !== null && graceHours === 0) {
      const held = await heldBehind(tx, actor.tenantId, [deviceSn])
      if (held.length > 0)
        throw fail('IN_USE', {
          detail: `${heldText(held)}，经由设备 ${deviceSn} 通信，旧密钥不能立即失效，请填写旧密钥保留时间；设备被盗请用“报失”`,
        })
    }
    const until = row.secretHash === null || graceHours === 0 ? null : now + graceHours * 3_600_000
    const login = await giveSecret(tx, actor, deviceSn, until, now)
    emit('resource.changed', { resource: 'device', tenantId: actor.tenantId, ids: [row.id] })
    const content = `网关与设备：更换密钥 ${deviceSn}，${until === null ? '旧密钥立即失效' : `旧密钥有效至 ${login.oldUntil}`}`
    await recordAudit(tx, { actor, content, operateType: 3, origin: originOf(request), now })
    // Whoever is connected with a secret that ended may be somebody else.
    if (until === null) emit('device.disabled', { tenantId: actor.tenantId, sn: deviceSn })
    return login
  })
}

/** Stores a new secret; `oldUntil` in epoch ms, null ends the old one at once. */
export async function giveSecret(
  tx: Tx,
  actor: Actor,
  deviceSn: string,
  oldUntil: number | null,
  now: number,
): Promise<DeviceLogin> {
  const secret = newSecret()
  const until = oldUntil === null ? null : new Date(oldUntil)
  await sql`update lo_device set secret_hash_old = case when ${until}::timestamptz is null then null else secret_hash end,
      secret_old_until = ${until}, secret_hash = ${hashDeviceSecret(secret)}, auth_mode = ${ownSecret},
      update_by = ${actor.username}, update_time = ${new Date(now)}, revision = revision + 1
    where tenant_id = ${actor.tenantId} and device_sn = ${deviceSn} and del_flag = 0`.execute(tx)
  return {
    ...loginOf(actor.tenantId, deviceSn, secret),
    oldUntil: oldUntil === null ? null : shanghaiTime(oldUntil),
  }
}
