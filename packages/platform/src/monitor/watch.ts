import type { MonitorSample } from '@suoan/contract'
import { sql } from 'kysely'
import { hostname } from 'node:os'
import type { Context } from '../context.ts'
import { inTransaction } from '../db/transaction.ts'
import { beginCondition, endCondition, platformAdministrators } from '../notices/conditions.ts'
import { notifyUsers } from '../notices/notify-users.ts'
import { disks } from './disks.ts'
import { EVERY_SECONDS } from './history.ts'
import { monitorOf } from './monitor.ts'
import { createThresholds, readingsOf, type Change, type Figures } from './thresholds.ts'

/** A figure that was told of and came back this soon is not told of again. [D] */
const QUIET_MS = 3_600_000
/** Disks and the oldest transaction are looked at with every sixth sample. */
const SLOW_EVERY = 6

const pages: Readonly<Record<string, string>> = {
  disk: '/monitor/Disk',
  pool: '/monitor/Sql',
  loop: '/monitor/SystemInfo',
  transaction: '/monitor/Database',
  mqtt: '/monitor/Mqtt',
}

/** Tells administrators of the platform of a figure beyond its limit once, and once when it is over. */
export interface Watch {
  look(figures: Figures): Promise<void>
}

/** `node` names this server among others. */
export function createWatch(ctx: Context, node: string = hostname().slice(0, 60)): Watch {
  const thresholds = createThresholds()
  return {
    async look(figures) {
      for (const change of thresholds.judge(readingsOf(figures))) {
        await tell(ctx, node, change)
        thresholds.accept(change)
      }
    },
  }
}

async function tell(ctx: Context, node: string, { reading, isRaised }: Change): Promise<void> {
  const now = ctx.clock.now()
  const where = reading.isShared ? 'database' : node
  const condition = { tenantId: 0, name: `monitor/${where}/${reading.name}`, now, quietMs: QUIET_MS }
  await inTransaction(ctx, async (tx, emit) => {
    const isNews = await (isRaised ? beginCondition(tx, condition) : endCondition(tx, condition))
    if (!isNews) return
    await notifyUsers(tx, emit, {
      tenantId: 0,
      userIds: await platformAdministrators(tx),
      title: isRaised ? reading.limit.title : `已恢复：${reading.limit.title}`,
      text: `${isRaised ? reading.text : `${reading.limit.title}已恢复正常。`}${reading.isShared ? '' : `\n服务器：${node}`}`,
      level: isRaised ? 2 : 1,
      open: { type: 'url', page: pages[reading.name.split('/')[0] ?? ''] ?? '/monitor/SystemInfo' },
      event: 'operations',
      now,
    })
  })
}

/** Looks every ten seconds, never twice at a time, until the returned function is called. */
export function startWatch(ctx: Context): () => Promise<void> {
  const watch = createWatch(ctx)
  let count = 0
  let seen: MonitorSample | null = null
  let looking: Promise<void> | null = null
  const look = async (): Promise<void> => {
    const monitor = monitorOf(ctx)
    const sample = monitor.latest()
    // Each sample counts once.
    if (sample === seen) return
    seen = sample
    const mqtt = monitor.mqtt()
    const slow =
      count++ % SLOW_EVERY === 0
        ? { disks: await disks(ctx.config), oldestSeconds: await oldestTransaction(ctx) }
        : {}
    await watch.look({
      sample,
      mqttWaiting: mqtt.kind === null ? null : mqtt.waiting,
      ...slow,
    })
  }
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) => ctx.log.warn({ err: error }, 'the limits of the monitors were not judged'))
      .finally(() => (looking = null))
  }, EVERY_SECONDS * 1000).unref()
  return async () => {
    clearInterval(timer)
    await looking
  }
}

/** Age in seconds of the oldest transaction of this database; 0 when there is none. */
async function oldestTransaction(ctx: Context): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from now() - min(xact_start))::float8 as seconds from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`.execute(
    ctx.db,
  )
  return rows[0]?.seconds ?? 0
}
