import { device, deviceEndpoints as endpoints } from '@suoan/contract'
import { answered, type Feature } from '@suoan/platform/http/route'
import { mountResource } from '@suoan/platform/resource'
import { deviceHooks } from './device-hooks.ts'
import { endDevicesOfTenants } from './end-tenant.ts'
import { enroll, rotate } from './enroll.ts'
import { declareLost, deviceFound, gapsOf, setEnabled } from './let-in.ts'

/** Gateways, powered locks, smart keys and detectors as things that connect (3-domain.md §3.2 LoDevice, §5.3). */
export const devices: Feature = (mount) => {
  const { ctx, bind } = mount
  mountResource(mount, device, deviceHooks)
  endDevicesOfTenants(ctx)
  bind(endpoints.enroll, async ({ actor, input, request }) => {
    const logins = await enroll(ctx, actor, input, request)
    return answered(logins, `已登记 ${logins.length} 台设备，密钥只显示这一次`)
  })
  bind(endpoints.rotate, async ({ actor, input, request }) =>
    answered(await rotate(ctx, actor, input, request), '已生成新密钥，只显示这一次'),
  )
  bind(endpoints.enable, async ({ actor, input, request }) => {
    await setEnabled(ctx, actor, input, true, request)
    return answered(null, `设备 ${input.deviceSn} 已启用`)
  })
  bind(endpoints.disable, async ({ actor, input, request }) => {
    const follows = await setEnabled(ctx, actor, input, false, request)
    return answered(null, `设备 ${input.deviceSn} 已停用，连接已断开${follows}`)
  })
  bind(endpoints.found, async ({ actor, input, request }) =>
    answered(await deviceFound(ctx, actor, input, request), '已登记找回并启用，新密钥只显示这一次'),
  )
  bind(endpoints.gaps, ({ actor, input }) => gapsOf(ctx, actor, input.deviceSn))
  bind(endpoints.gapLost, async ({ actor, input, request }) => {
    await declareLost(ctx, actor, input, request)
    return answered(null, '已确认丢失，不再向设备索取')
  })
}
