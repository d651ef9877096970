import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/**
 * The rows of one ticket are found by its id alone. Nothing marks them deleted, so an index that leaves deleted rows out
 * served no statement that does not say so; those that begin with the tenant served none at all.
 */
export const ticketRows: NamedMigration = {
  name: '0053-ticket-rows',
  async up(db) {
    await sql
      .raw(
        `
drop index lo_work_point_order;
create index lo_work_point_order on lo_work_point (work_id, order_num);
drop index lo_work_tag_work;
create index lo_work_tag_work on lo_work_tag (work_id, point_id);
drop index lo_work_person_work;
create index lo_work_person_work on lo_work_person (work_id, role_tag);
drop index lo_work_person_user;
create index lo_work_person_user on lo_work_person (user_id, state);
drop index lo_work_measure_work;
create index lo_work_measure_work on lo_work_measure (work_id, order_num);
drop index lo_work_conflict_work;
create index lo_work_conflict_work on lo_work_conflict (work_id, state);
create index lo_work_lock_work on lo_work_lock (work_id, lock_id);
create index lo_work_review_work on lo_work_review (work_id, round);
create index lo_work_examine_work on lo_work_examine (work_id, round);
drop index lo_work_review_mine;
create index lo_work_review_mine on lo_work_review (reviewer_id, review_status, due_time);
drop index lo_work_examine_mine;
create index lo_work_examine_mine on lo_work_examine (approver_id, approve_status, due_time);
create index lo_work_handover_from on lo_work_handover (from_user_id, state) where del_flag = 0;
`,
      )
      .execute(db)
  },
}
