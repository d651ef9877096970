import { rolloutEndpoints as endpoints } from '@suoan/contract'
import { answered, type Feature } from '@suoan/platform/http/route'
import { failUnseen } from '@suoan/platform/fail'
import { changeRollout } from './end-rollout.ts'
import { listFirmware, storeFirmware } from './firmware.ts'
import { devicesOf, listRollouts } from './show-rollouts.ts'
import { startRollout } from './start-rollout.ts'
import { stepRollouts } from './step-rollout.ts'

/** Firmware and configuration of devices, in stages that stop by themselves (3-domain.md §5.9, decision 0524). */
export const rollouts: Feature = ({ ctx, bind }) => {
  const shown = async (actor: Parameters<typeof listRollouts>[1], id: string) => {
    const [row] = await listRollouts(ctx, actor, id)
    if (row === undefined) throw failUnseen('lo_rollout', [id])
    return row
  }
  bind(endpoints.firmwares, ({ actor }) => listFirmware(ctx, actor))
  bind(endpoints.upload, async ({ actor, input, request }) =>
    answered(await storeFirmware(ctx, actor, input, request), `固件 ${input.version} 已上传，签名核对无误`),
  )
  bind(endpoints.firmware, async ({ actor, input, request }) =>
    answered(
      await shown(actor, await startRollout(ctx, actor, { what: 'OTA', ...input }, request)),
      '升级任务已开始，先发 1% 的设备',
    ),
  )
  bind(endpoints.config, async ({ actor, input, request }) =>
    answered(
      await shown(actor, await startRollout(ctx, actor, { what: 'CONFIG', ...input }, request)),
      '配置下发已开始，先发 1% 的设备',
    ),
  )
  bind(endpoints.list, ({ actor }) => listRollouts(ctx, actor))
  bind(endpoints.devices, ({ actor, input }) => devicesOf(ctx, actor, input.id))
  for (const act of ['stop', 'goOn', 'cancel'] as const)
    bind(endpoints[act], async ({ actor, input, request }) => {
      await changeRollout(ctx, actor, { ...input, act }, request)
      return answered(null, { stop: '已停止下发', goOn: '已继续下发', cancel: '已取消下发' }[act])
    })
  stepRollouts(ctx)
}
