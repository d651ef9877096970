import { lockLast, lockLog, lockOnoff, lockRecordEndpoints } from '@suoan/contract'
import { sql } from 'kysely'
import { closedSignal } from '@suoan/platform/http/closed-signal'
import type { Feature } from '@suoan/platform/http/route'
import { engineOf, mountResource } from '@suoan/platform/resource'
import { decayTrust } from './decay-trust.ts'
import { selectCondition, selectDate, selectLockIdAreaCode } from './read-logs.ts'
import { askForGaps } from './gaps.ts'
import { askHeldStates } from './read-held-states.ts'
import { endMotions } from './stuck-motion.ts'

const DECAY_EVERY_MS = 30_000
const PARTITIONS_EVERY_MS = 12 * 3_600_000
/** What counts for a ticket is a sample of it and stays. [D] */
const READINGS_KEPT_MS = 30 * 24 * 3_600_000

/** What locks have done: log, sessions, last times (3-domain.md §3.6). */
export const lockRecords: Feature = async (mount) => {
  const { app, ctx, bind } = mount
  mountResource(mount, lockLog)
  mountResource(mount, lockLast)
  mountResource(mount, lockOnoff)
  // What devices report; a photo of the log is found by its index, and the chain of the log holds digests alone.
  engineOf(ctx).fileReaders.keepNone(
    'lo_lock_log',
    'lo_log_link',
    'lo_audit_leaf',
    'lo_telemetry',
    'lo_device_ingest',
    'lo_event_seen',
    'lo_gas_reading',
  )
  bind(lockRecordEndpoints.selectCondition, ({ actor, input, reply }) =>
    selectCondition(ctx, actor, input, closedSignal(reply)),
  )
  bind(lockRecordEndpoints.selectLockIdAreaCode, ({ actor, input }) =>
    selectLockIdAreaCode(ctx, actor, input),
  )
  bind(lockRecordEndpoints.selectDate, ({ actor, input }) => selectDate(ctx, actor, input))
  endMotions(ctx)
  askHeldStates(ctx)
  askForGaps(ctx)

  const report = (what: string) => (error: unknown) => ctx.log.error({ err: error }, what)
  const makePartitions = async (): Promise<void> => {
    await sql`select lo_make_log_partitions(current_date, 4)`.execute(ctx.db)
  }
  const dropOldReadings = async (): Promise<void> => {
    await sql`delete from lo_gas_reading where recv_time < ${new Date(ctx.clock.now() - READINGS_KEPT_MS)}`.execute(
      ctx.db,
    )
  }
  if (ctx.onlyAnswers) return
  const decay = setInterval(
    () => void decayTrust(ctx).catch(report('trust of silent locks was not lowered')),
    DECAY_EVERY_MS,
  ).unref()
  const months = setInterval(() => {
    void makePartitions().catch(report('months of the lock log were not made'))
    void dropOldReadings().catch(report('old readings of gas detectors were not dropped'))
  }, PARTITIONS_EVERY_MS).unref()
  app.addHook('onReady', async () => makePartitions().catch(report('months of the lock log were not made')))
  app.addHook('onClose', async () => {
    clearInterval(decay)
    clearInterval(months)
  })
}
