import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** What signers ask about a ticket before they decide, and what they are answered (decision 0965). */
export const questions: NamedMigration = {
  name: '0550-questions',
  async up(db) {
    await sql`
      create table lo_work_question (
        id varchar(32) primary key,
        tenant_id integer not null default 0,
        sys_org_code varchar(64),
        work_id varchar(32) not null,
        round integer not null,
        ask_by varchar(32) not null,
        ask_time timestamptz(3) not null,
        question varchar(500) not null,
        answer_by varchar(32),
        answer_time timestamptz(3),
        answer varchar(500),
        create_by varchar(64), create_time timestamptz(3), update_by varchar(64), update_time timestamptz(3),
        del_flag smallint not null default 0,
        revision integer not null default 0
      )`.execute(db)
    await sql`create index lo_work_question_work on lo_work_question (work_id)`.execute(db)
  },
}
