import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Registry } from 'prom-client'
import { lastBackupAt } from '../backup/backup-folder.ts'
import { freeBytes } from '../backup/make-backup.ts'
import type { Context } from '../context.ts'
import { appVersion } from '../version.ts'
import { monitorOf } from './monitor.ts'

/**
 * `/metrics` in the text form of Prometheus, beside the API. Off unless METRICS_TOKEN is set; then it answers who sends
 * that token as bearer, and nobody else: it has no session, and its figures tell how busy a plant is.
 */
export async function mountMetrics(app: FastifyInstance, ctx: Context): Promise<void> {
  const token = ctx.config.metricsToken
  if (token === undefined) return
  const registry = await makeRegistry(ctx)
  const wanted = digest(`Bearer ${token}`)
  app.get('/metrics', { logLevel: 'silent' }, async (request, reply) => {
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), wanted))
      return await reply.code(401).header('www-authenticate', 'Bearer').send('METRICS_TOKEN is needed\n')
    return await reply.header('content-type', registry.contentType).send(await registry.metrics())
  })
  app.addHook('onClose', async () => registry.clear())
}

/** Of one length, whatever was sent. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

async function makeRegistry(ctx: Context): Promise<Registry> {
  // Loaded only where it is wanted.
  const { Counter, Gauge, Registry, collectDefaultMetrics } = await import('prom-client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const own = monitorOf(ctx)
  const gauge = (name: string, help: string, read: () => number | Promise<number>): void => {
    const made: InstanceType<typeof Gauge> = new Gauge({
      name,
      help,
      registers: [registry],
      collect: async () => made.set(await read()),
    })
  }
  /** Grows from the start of the process on, and is counted elsewhere. */
  const counter = (name: string, help: string, read: () => number): void => {
    const made: InstanceType<typeof Counter> = new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        made.reset()
        made.inc(read())
      },
    })
  }
  new Gauge({ name: 'suoan_info', help: 'Version', labelNames: ['version'], registers: [registry] }).set(
    { version: appVersion },
    1,
  )
  counter('suoan_http_requests_total', 'Answers', () => own.requests().all.count)
  counter('suoan_http_errors_total', 'Answers of 500 and above', () => own.requests().all.errors)
  counter('suoan_http_rejected_total', 'Answers of 429 and 503', () => own.requests().rejected)
  counter('suoan_http_seconds_total', 'Time spent on answers', () => own.requests().all.totalMs / 1000)
  gauge('suoan_http_connections', 'Open connections', () => own.requests().openConnections)
  gauge('suoan_db_connections_busy', 'Connections in use', () => ctx.pool.totalCount - ctx.pool.idleCount)
  gauge('suoan_db_waiting', 'Callers that wait for a connection', () => ctx.pool.waitingCount)
  gauge('suoan_devices_online', 'Devices that can be reached', () => own.mqtt().online)
  gauge('suoan_device_messages_waiting', 'Messages that are not stored yet', () => own.mqtt().waiting)
  counter('suoan_device_messages_total', 'Messages received', () => own.mqtt().counters['received'] ?? 0)
  gauge('suoan_reactions_failed', 'Work that follows on a change and has failed so far', () =>
    failedReactions(ctx),
  )
  gauge('suoan_disk_free_bytes', 'Room where DATA_DIR lies', () => freeBytes(ctx.config.dataDir))
  gauge('suoan_backup_age_seconds', 'Age of the newest backup; -1 before the first', async () => {
    const at = await lastBackupAt(ctx.config)
    return at === null ? -1 : Math.max(0, (ctx.clock.now() - at) / 1000)
  })
  return registry
}

async function failedReactions(ctx: Context): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from reaction where last_error is not null`.execute(ctx.db)
  return rows[0]?.n ?? 0
}
