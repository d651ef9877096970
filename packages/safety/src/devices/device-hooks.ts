import { device } from '@suoan/contract'
import { calibrationGap } from '@suoan/domain/device'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { fail } from '@suoan/platform/fail'
import { askNamed } from '@suoan/platform/db/named-statements'
import { defineHooks } from '@suoan/platform/resource'
import { sql } from 'kysely'
import { looserChange } from '../strict-in-use.ts'
import { endKeyGrants, heldBehind, heldText } from '../locks/index.ts'
import { placesOf, placeText } from './standing.ts'

/** 网关与设备: what a live ticket relies on stays connected, and what is deleted loses its connection at once (§5.3). */
export const deviceHooks = defineHooks(device, {
  async beforeEdit(draft, before, { tx, actor, now }) {
    const gap = calibrationGap(before, { ...before, ...draft }, shanghaiTime(now).slice(0, 10))
    if (gap !== null) throw fail('BAD_INPUT', { detail: `设备 ${before.deviceSn} ${gap}` })
    const looser = looserChange(device, before, draft)
    if (looser === null) return
    const held = await heldBehind(tx, actor.tenantId, [String(before.deviceSn)])
    if (held.length > 0)
      throw fail('IN_USE', {
        detail: `${heldText(held)}，经由设备 ${before.deviceSn} 通信，不能放宽或更改${looser}，请在作业结束后再试`,
      })
  },
  async beforeDelete(rows, { tx, actor }) {
    const serials = rows.map(({ deviceSn }) => String(deviceSn))
    const held = await heldBehind(tx, actor.tenantId, serials)
    if (held.length > 0)
      throw fail('IN_USE', {
        detail: `${heldText(held)}，经由所选设备通信，不能删除设备；设备被盗请用“报失”`,
      })
    const [standing] = await placesOf(tx, actor.tenantId, serials)
    if (standing !== undefined)
      throw fail('IN_USE', {
        detail: `检测仪 ${standing.deviceSn} 正在${placeText(standing)}，不能删除，请先在该票撤回；检测仪故障或被盗请用“停用”`,
      })
  },
  async afterDelete(rows, { tx, emit, actor, now }) {
    const { tenantId, username } = actor
    for (const { deviceSn } of rows) {
      await endKeyGrants(tx, { tenantId, deviceSn: String(deviceSn), by: username }, now)
      emit('device.disabled', { tenantId, sn: String(deviceSn) })
    }
  },
  /** A device's number goes on with every message: it is kept where messages are ordered, and not in its row as well. */
  async present(rows, { ctx, scope }) {
    const serials = rows.map(({ deviceSn }) => String(deviceSn))
    const known = await askNamed(
      ctx.db,
      sql<{ sn: string; seq: number }>`
      select device_sn as sn, (boots->-1->>'seq')::float8 as seq from lo_device_ingest
      where tenant_id = ${scope.tenantId} and device_sn = any(${serials}::text[]) and jsonb_array_length(boots) > 0`,
    )
    const seqs = new Map(known.map(({ sn, seq }) => [sn, seq]))
    for (const row of rows) row['lastSeq'] = seqs.get(String(row['deviceSn'])) ?? row['lastSeq']
  },
})
