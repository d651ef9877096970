import { exportJobEndpoints } from '@suoan/contract'
import { failUnseen } from '../fail.ts'
import type { Context } from '../context.ts'
import type { Feature } from '../http/route.ts'
import { answered } from '../http/route.ts'
import { originOf } from '../resource/audit.ts'
import { engineOf } from '../resource/engine.ts'
import { cancelJob, inputOfJob, orderExport, ownJobs, removeJob } from './export-jobs.ts'
import { createExportRunner, type ExportRunner } from './run-exports.ts'

const runners = new WeakMap<Context, ExportRunner>()

/** The runner of a server's context. */
export function exportRunnerOf(ctx: Context): ExportRunner {
  const known = runners.get(ctx)
  if (known) return known
  const runner = createExportRunner(ctx)
  runners.set(ctx, runner)
  return runner
}

/** 我的导出 (decision 0766): exports that are made while nobody waits for them. */
export const exportJobs: Feature = ({ app, ctx, bind }) => {
  const runner = exportRunnerOf(ctx)
  ctx.timers.onLook(() => runner.look())
  app.addHook('onClose', () => runner.stop())
  bind(exportJobEndpoints.list, ({ actor }) => ownJobs(ctx, actor))
  bind(exportJobEndpoints.cancel, async ({ actor, input }) => {
    await cancelJob(ctx, actor, input.id)
    return answered(null, '已取消导出')
  })
  bind(exportJobEndpoints.again, async ({ actor, input, request }) => {
    const { resource, ...before } = await inputOfJob(ctx, actor, input.id)
    const mounted = engineOf(ctx).mounted.get(resource)
    if (!mounted) throw failUnseen([['export_job', 'id']], [input.id])
    await orderExport({ mounted, actor, ...before, origin: originOf(request) })
    return answered(null, '已重新开始后台导出')
  })
  bind(exportJobEndpoints.remove, async ({ actor, input }) => {
    await removeJob(ctx, actor, input.id)
    return answered(null, '删除成功！')
  })
}
