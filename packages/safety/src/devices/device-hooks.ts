import { device } from '@suoan/contract'
import { fail } from '@suoan/platform/fail'
import { defineHooks } from '@suoan/platform/resource'
import { lockCodesHeldBehind } from './held-behind.ts'

/** 网关与设备: what a live ticket relies on stays connected, and what is deleted loses its connection at once (§5.3). */
export const deviceHooks = defineHooks(device, {
  async beforeDelete(rows, { tx, actor }) {
    const serials = rows.map(({ deviceSn }) => String(deviceSn))
    const held = await lockCodesHeldBehind(tx, actor.tenantId, serials)
    if (held.length > 0)
      throw fail('IN_USE', {
        detail: `锁具 ${held.join('、')} 正用于作业票，经由所选设备通信，不能删除设备；设备被盗请用“报失”`,
      })
  },
  afterDelete(rows, { emit, actor }) {
    for (const { deviceSn } of rows)
      emit('device.disabled', { tenantId: actor.tenantId, sn: String(deviceSn) })
  },
})
