import { shanghaiTime } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Context } from '@suoan/platform/context'
import { exportAnchors, registerKey } from './anchor-files.ts'
import { makeAnchor } from './make-anchor.ts'
import { sealLogs } from './seal-logs.ts'
import { verifyNightly } from './verify-nightly.ts'

const DAY_MS = 86_400_000

/** Anchors the day before this one for every tenant and copies the anchors out. Safe to repeat. */
async function anchorDay(ctx: Context, signal: AbortSignal): Promise<string> {
  await registerKey(ctx)
  await sealLogs(ctx)
  const date = shanghaiTime(ctx.clock.now() - DAY_MS).slice(0, 10)
  const { rows } = await sql<{ tenantId: number }>`
    select tenant_id from lo_lock union select tenant_id from lo_work
    union select tenant_id from lo_log_chain order by 1`.execute(ctx.db)
  let made = 0
  let broken = 0
  for (const { tenantId } of rows) {
    signal.throwIfAborted()
    if ((await makeAnchor(ctx, tenantId, { date, isDaily: true })) !== null) made += 1
    await exportAnchors(ctx, tenantId)
    broken += await verifyNightly(ctx, tenantId)
  }
  return `${date}：新建 ${made} 个锚点；复核发现 ${broken} 处不一致`
}

/** 每日锚定: ten minutes into the day, when the last events of the day before have come in. */
export function anchorNightly(ctx: Context): void {
  ctx.jobs.declare({
    name: 'jobs.DailyAnchor',
    title: '每日锚定',
    description: '为每个租户前一天的证据链建立签名锚点，导出到留存目录，并复核证据链；发现不一致立即报警。',
    parameters: z.object({}),
    timeoutSeconds: 4 * 3600,
    minIntervalSeconds: 3600,
    // Every run anchors the day before it: a day without one would have none.
    maxIntervalSeconds: 24 * 3600,
    schedule: { cron: '0 10 0 * * ? *' },
    isEssential: true,
    run: ({ ctx: judged, signal }) => anchorDay(judged, signal),
  })
}
