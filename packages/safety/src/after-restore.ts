import { commandStatus, lockStatus, stateTrust } from '@suoan/domain/dictionaries'
import type { PoolClient } from 'pg'

/** More than an installation raises an epoch in the time between a backup and its use. [D] */
const EPOCHS_AHEAD = 1000

/**
 * What a database that was restored from a backup no longer knows. Devices went on meanwhile and their reports of that
 * time were acknowledged, so they do not send them again: no lock's state is believed until it is reported anew (locks that
 * hold a point are asked at the start), what was to be sent is not sent any more, and offline tokens of that time end
 * (3-domain.md §5.1, §5.6, §5.8). Runs inside the transaction of the restore, as the owner, with triggers off.
 */
export async function forgetDevices(client: PoolClient): Promise<void> {
  await client.query(
    `update lo_lock set lock_status = $1, state_trust = $2, state_time = null, rev_epoch = rev_epoch + $3`,
    [lockStatus.unknown, stateTrust.unknown, EPOCHS_AHEAD],
  )
  const { queued, sent, delivered, expired, timeout } = commandStatus
  await client.query(
    `update lo_cmd set status = case when status = $1 then $2::smallint else $3::smallint end where status = any($4)`,
    [queued, expired, timeout, [queued, sent, delivered]],
  )
}

/** Parts of the log for the months that a backup has rows of, so that they do not all lie in the last one. */
export async function makeLogMonths(client: PoolClient, partitions: readonly string[]): Promise<void> {
  for (const name of partitions) {
    const [, year, month] = /^lo_lock_log_(\d{4})(\d{2})$/.exec(name) ?? []
    if (year !== undefined && month !== undefined)
      await client.query('select lo_make_log_partitions($1::date, 1)', [`${year}-${month}-01`])
  }
}
