import { shanghaiTime } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import type { Context } from '@suoan/platform/context'
import { scheduleTimer } from '@suoan/platform/timers'
import { exportAnchors, registerKey } from './anchor-files.ts'
import { makeAnchor } from './make-anchor.ts'
import { removeOldLogs } from './remove-old-logs.ts'
import { sealLogs } from './seal-logs.ts'
import { verifyNightly } from './verify-nightly.ts'

const DAY_MS = 86_400_000
const SHANGHAI_MS = 8 * 3_600_000
/** Ten minutes into the day, when the last events of the day before have come in. */
const AFTER_MIDNIGHT_MS = 10 * 60_000

/** The next ten past midnight in the plant, epoch ms. */
export function nextAnchorTime(now: number): number {
  const day = Math.floor((now + SHANGHAI_MS - AFTER_MIDNIGHT_MS) / DAY_MS) + 1
  return day * DAY_MS - SHANGHAI_MS + AFTER_MIDNIGHT_MS
}

/** Anchors the day before this one for every tenant and copies the anchors out. Safe to repeat. */
async function anchorDay(ctx: Context): Promise<void> {
  await registerKey(ctx)
  await sealLogs(ctx)
  const date = shanghaiTime(ctx.clock.now() - DAY_MS).slice(0, 10)
  const { rows } = await sql<{ tenantId: number }>`
    select tenant_id from lo_lock union select tenant_id from lo_work
    union select tenant_id from lo_log_chain order by 1`.execute(ctx.db)
  for (const { tenantId } of rows) {
    await makeAnchor(ctx, tenantId, { date, isDaily: true })
    await exportAnchors(ctx, tenantId)
    await verifyNightly(ctx, tenantId)
    await removeOldLogs(ctx, tenantId)
  }
}

/** Sets the timer of the next night, unless one is set. */
export async function scheduleAnchor(ctx: Context): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const { rows } =
      await sql`select 1 from lo_timer where kind = 'audit.anchor' and subject_id = 'daily'`.execute(tx)
    if (rows.length === 0) await setNext(ctx, tx)
  })
}

async function setNext(ctx: Context, tx: Parameters<typeof scheduleTimer>[0]): Promise<void> {
  const dueAt = nextAnchorTime(ctx.clock.now())
  await scheduleTimer(tx, { tenantId: 0, kind: 'audit.anchor', subjectId: 'daily', dueAt, data: {} })
}

/** Takes the nightly timer, and sets the next. */
export function anchorNightly(ctx: Context): void {
  ctx.timers.on('audit.anchor', async (ctx) => {
    await anchorDay(ctx)
    await ctx.db.transaction().execute((tx) => setNext(ctx, tx))
  })
}
