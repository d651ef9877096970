import { sql } from 'kysely'
import type { Done } from './ticket-command.ts'

/**
 * After an isolation that was given up and restored (T53) the plan stands as it was approved: items to do again, tags
 * as they were printed, locks waiting to be handed out.
 */
export async function reopenIsolation({ tx, work }: Done): Promise<void> {
  await sql`update lo_work_point i set state = 0, actual_lock_id = null, isolator_id = null, isolate_time = null,
      claim_photo = null, witness_id = null, verifier_id = null, verify_time = null, verify_result = null,
      re_verify_due = null, residual_done = case p.lock_count when 0 then 0 else 9 end
    from lo_point p where p.id = i.point_id and i.work_id = ${work.id}`.execute(tx)
  await sql`update lo_work_tag set state = case when print_time is null then 0 else 1 end, hang_time = null, remove_time = null
    where work_id = ${work.id} and state = 3`.execute(tx)
  await sql`update lo_work_lock set state = 0, return_by = null, return_time = null
    where work_id = ${work.id} and state = 3 and use_type <> 4`.execute(tx)
  await sql`update lo_lock set curr_work_id = ${work.id} where curr_work_id is null and id in
    (select lock_id from lo_work_lock where work_id = ${work.id} and use_type in (1, 2) and state < 3)`.execute(
    tx,
  )
}
