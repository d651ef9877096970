import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/**
 * A person is an account or a line of the register of people without one (contractors, visitors). On a ticket
 * `person_id` says who it is; a line that names neither stands for itself, so that nobody on a list is ever left out of
 * a count because no account is behind him (G03, G13, G17).
 */
export const persons: NamedMigration = {
  name: '0071-persons',
  async up(db) {
    await sql`create table lo_external_person (
      id varchar(32) primary key,
      tenant_id integer not null default 0,
      person_name varchar(50) not null,
      source smallint not null default 2,
      company varchar(100),
      id_hash varchar(64),
      id_mask varchar(32),
      phone varchar(20),
      photo varchar(255),
      admit_from date,
      admit_to date,
      train_from date,
      train_to date,
      black_flag smallint not null default 0,
      black_reason varchar(200),
      black_time timestamptz(3),
      black_by varchar(32),
      status smallint not null default 1,
      remark varchar(200),
      sys_org_code varchar(64),
      create_by varchar(64), create_time timestamptz(3), update_by varchar(64), update_time timestamptz(3),
      del_flag smallint not null default 0,
      revision integer not null default 0
    )`.execute(db)
    await sql`create unique index lo_external_person_id_number on lo_external_person (tenant_id, id_hash)
      where id_hash is not null and del_flag = 0`.execute(db)
    await sql`create index lo_external_person_name on lo_external_person (tenant_id, person_name) where del_flag = 0`.execute(
      db,
    )
    await sql`create table lo_day_pass (
      id varchar(32) primary key,
      tenant_id integer not null default 0,
      external_id varchar(32) not null,
      badge_hash varchar(64) not null,
      badge_tail varchar(8) not null,
      valid_from timestamptz(3) not null,
      valid_to timestamptz(3) not null,
      issue_by varchar(32) not null,
      issue_time timestamptz(3) not null,
      revoke_by varchar(32),
      revoke_time timestamptz(3),
      revoke_reason varchar(200)
    )`.execute(db)
    await sql`create unique index lo_day_pass_badge on lo_day_pass (tenant_id, badge_hash)`.execute(db)
    await sql`create index lo_day_pass_person on lo_day_pass (external_id, valid_to)`.execute(db)
    // Everybody a hold, a lock or a ticket may name, by one id.
    await sql`create view lo_person as select id, realname as name from sys_user
      union all select id, person_name from lo_external_person`.execute(db)
    await sql`alter table lo_work_person add column external_id varchar(32)`.execute(db)
    await sql`alter table lo_work_person add column person_id varchar(32)`.execute(db)
    await sql`update lo_work_person set person_id = coalesce(user_id, id)`.execute(db)
    await sql`alter table lo_work_person alter column person_id set not null`.execute(db)
    // Said by the database, so that no writer can leave it out or say another. Not a generated column: rows are also
    // copied whole.
    await sql`create function lo_work_person_identity() returns trigger language plpgsql as $$
      begin
        new.person_id := coalesce(new.user_id, new.external_id, new.id);
        return new;
      end $$`.execute(db)
    await sql`create trigger lo_work_person_identity before insert or update on lo_work_person
      for each row execute function lo_work_person_identity()`.execute(db)
    await sql`create unique index lo_work_person_external on lo_work_person (work_id, external_id, role_tag)
      where state = 1 and external_id is not null and del_flag = 0`.execute(db)
    await sql`create index lo_work_person_person on lo_work_person (person_id, state)`.execute(db)
  },
}
