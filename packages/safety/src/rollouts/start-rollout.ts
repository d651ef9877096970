import type { InputOf, rolloutEndpoints } from '@suoan/contract'
import { configGap, stageOf } from '@suoan/domain/device'
import { labelOf } from '@suoan/domain/dictionaries'
import { newId } from '@suoan/kit/id'
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import { fail, failUnseen } from '@suoan/platform/fail'
import { originOf, recordAudit } from '@suoan/platform/resource'
import { scheduleTimer } from '@suoan/platform/timers'
import { shortestHeartbeat } from './shortest-heartbeat.ts'
import { rolloutState } from './states.ts'

type Target = Pick<
  InputOf<(typeof rolloutEndpoints)['firmware']>,
  'title' | 'deviceSns' | 'areaCode' | 'stopAt'
>
type What =
  | { readonly what: 'OTA'; readonly firmwareId: string }
  | { readonly what: 'CONFIG'; readonly kind: string; readonly config: Readonly<Record<string, unknown>> }

/** Begins a roll-out: chooses its devices and puts each into a stage. Returns its id. */
export async function startRollout(
  ctx: Context,
  actor: Actor,
  given: What & Target,
  request: FastifyRequest,
): Promise<string> {
  const now = ctx.clock.now()
  const { tenantId } = actor
  return await inTransaction(ctx, async (tx) => {
    const { kind, version, config } = await contentOf(tx, tenantId, given)
    const chosen = await choose(tx, tenantId, kind, version, given)
    if (given.what === 'CONFIG') {
      const gap = configGap(kind, given.config, await shortestHeartbeat(tx, tenantId, chosen))
      if (gap !== null) throw fail('REFUSED', { detail: gap })
    }
    const id = newId()
    await sql`insert into lo_rollout (id, tenant_id, what, title, kind, firmware_id, config, stop_at, state, create_by, create_time)
      values (${id}, ${tenantId}, ${given.what}, ${given.title}, ${kind}, ${given.what === 'OTA' ? given.firmwareId : null},
        ${config === null ? null : JSON.stringify(config)}, ${given.stopAt}, ${rolloutState.running}, ${actor.username},
        ${new Date(now)})`.execute(tx)
    // In an order that says nothing of where they are: a fault of one building must not be the whole first stage.
    const shuffled = chosen.toSorted((one, other) => (orderOf(id, one) < orderOf(id, other) ? -1 : 1))
    await sql`insert into lo_rollout_device (rollout_id, tenant_id, device_sn, stage)
      select ${id}, ${tenantId}, g.sn, g.stage from unnest(${shuffled}::text[],
        ${shuffled.map((_, at) => stageOf(at, shuffled.length))}::smallint[]) as g(sn, stage)`.execute(tx)
    if (version !== null)
      await sql`update lo_device set fw_target = ${version}, ota_status = 1
        where tenant_id = ${tenantId} and device_sn = any(${chosen}::text[]) and del_flag = 0`.execute(tx)
    await scheduleTimer(tx, { tenantId, kind: 'rollout.step', subjectId: id, dueAt: now, data: {} })
    const content = `${version === null ? '下发配置' : `升级固件到 ${version}`}“${given.title}”：${labelOf('lo_device_kind', kind)} ${chosen.length} 台`
    await recordAudit(tx, { actor, content, operateType: 2, origin: originOf(request), now })
    return id
  })
}

async function contentOf(
  tx: Tx,
  tenantId: number,
  given: What,
): Promise<{ kind: string; version: string | null; config: object | null }> {
  if (given.what === 'CONFIG') return { kind: given.kind, version: null, config: given.config }
  const { rows } = await sql<{ kind: string; version: string }>`
    select kind, version from lo_firmware where id = ${given.firmwareId} and tenant_id = ${tenantId}`.execute(
    tx,
  )
  const [firmware] = rows
  if (firmware === undefined) throw failUnseen('lo_firmware', [given.firmwareId])
  return { ...firmware, config: null }
}

/** Refused with the devices that cannot take part, so that nobody believes a device was updated that was left out. */
async function choose(
  tx: Tx,
  tenantId: number,
  kind: string,
  version: string | null,
  { deviceSns, areaCode }: Target,
): Promise<string[]> {
  const { rows } = await sql<{ sn: string; fwVersion: string | null; isBusy: boolean }>`
    select d.device_sn as sn, d.fw_version, exists (select 1 from lo_rollout_device r
      where r.tenant_id = d.tenant_id and r.device_sn = d.device_sn and r.state in (0, 1)) as is_busy
    from lo_device d where d.tenant_id = ${tenantId} and d.kind = ${kind} and d.del_flag = 0 and d.status not in (3, 5)
      and (${deviceSns.length === 0}::boolean or d.device_sn = any(${deviceSns}::text[]))
      and (${areaCode} = '' or starts_with(d.area_code, ${areaCode}))
    order by d.device_sn for update of d`.execute(tx)
  const found = new Set(rows.map(({ sn }) => sn))
  const missing = deviceSns.filter((sn) => !found.has(sn))
  if (missing.length > 0)
    throw fail('REFUSED', {
      detail: `设备 ${missing.slice(0, 10).join('、')} 不是可用的${labelOf('lo_device_kind', kind)}，请核对序列号、区域与状态`,
    })
  const busy = rows.filter(({ isBusy }) => isBusy).map(({ sn }) => sn)
  if (busy.length > 0)
    throw fail('REFUSED', {
      detail: `设备 ${busy.slice(0, 10).join('、')} 还在另一个下发任务中，请等它结束或先取消`,
    })
  const chosen = rows.filter(({ fwVersion }) => version === null || fwVersion !== version).map(({ sn }) => sn)
  if (chosen.length === 0)
    throw fail('REFUSED', {
      detail:
        rows.length === 0
          ? '没有符合条件的设备，请核对设备类别与区域'
          : `所选设备都已是版本 ${version ?? ''}，无须升级`,
    })
  return chosen
}

const orderOf = (id: string, sn: string): string => createHash('sha256').update(`${id}/${sn}`).digest('hex')
