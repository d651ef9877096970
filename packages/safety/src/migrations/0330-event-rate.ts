import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/**
 * What thousands of lock events a second need (decision 0780).
 * - A command opens once: whether it has is asked of every opening, and was read from all that its lock did for an hour.
 * - Open sessions are few and stand in the unique index of locks. The second index of them, by time, was what the planner took
 *   for a look-up by lock whenever its statistics came from a moment without open sessions: all of them were read for each lock.
 * - Rows that every event rewrites keep room beside them, so that their indexes stay as they are.
 */
export const eventRate: NamedMigration = {
  name: '0330-event-rate',
  async up(db) {
    await sql
      .raw(
        `set local statement_timeout = 0;
create index lo_lock_log_decision on lo_lock_log (decision_id)
  where event_type = 'OPEN' and op_result = 1 and decision_id is not null;
drop index lo_lock_onoff_still_open;
alter table lo_lock set (fillfactor = 50);
alter table lo_device_ingest set (fillfactor = 50);
alter table lo_device set (fillfactor = 50);`,
      )
      .execute(db)
  },
}
