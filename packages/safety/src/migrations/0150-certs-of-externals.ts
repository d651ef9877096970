import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** A certificate is held by an account or by a line of the register of people without one, never by both (decision 0550). */
export const certsOfExternals: NamedMigration = {
  name: '0150-certs-of-externals',
  async up(db) {
    await sql
      .raw(
        `
alter table lo_person_cert alter column user_id drop not null;
alter table lo_person_cert add column external_id varchar(32);
alter table lo_person_cert add constraint lo_person_cert_one_holder
  check (num_nonnulls(nullif(user_id, ''), nullif(external_id, '')) = 1);
create index lo_person_cert_external on lo_person_cert (external_id, cert_type, valid_to) where del_flag = 0;`,
      )
      .execute(db)
  },
}
