import type { Context } from '@suoan/platform/context'
import { oneByOne } from '@suoan/platform/reactions'

/** A tenant that is put out of use keeps no device connected; `device-bridge.ts` lets none in again. */
export function endDevicesOfTenants(ctx: Context): void {
  ctx.reactions.declare({
    name: 'devices.tenantEnded',
    title: '租户冻结或删除后断开其设备',
    event: 'tenant.ended',
    key: ({ tenantId }) => String(tenantId),
    handle: oneByOne(async ({ tx, emit }, { tenantId }) => {
      const devices = await tx
        .selectFrom('loDevice')
        .select('deviceSn')
        .where('tenantId', '=', tenantId)
        .where('delFlag', '=', 0)
        .execute()
      for (const { deviceSn } of devices)
        if (deviceSn !== null) emit('device.disabled', { tenantId, sn: deviceSn })
    }),
  })
}
