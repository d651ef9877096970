import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/**
 * Signatures say how they were made (§3.5 LoWorkSign): people without account sign by hand on the screen of a witness,
 * and nothing of it is changed afterwards. What each step asks of a signature is policy: new steps ask for a secret;
 * those a plant has already go on as they are until somebody sets them.
 */
export const signatures: NamedMigration = {
  name: '0087-signatures',
  async up(db) {
    await sql
      .raw(
        `
alter table lo_work_sign
  alter column signer_id drop not null,
  add column person_id varchar(32),
  add column signer_name varchar(100),
  add column witness_id varchar(32),
  add column img_sha256 char(64);
create trigger lo_work_sign_kept before update or delete on lo_work_sign
  for each row execute function lo_history_is_kept();
alter table lo_flow_step add column sign_demand varchar(8) not null default 'SESSION';
alter table lo_flow_step alter column sign_demand set default 'SECRET';
alter table lo_work_review add column sign_demand varchar(8) not null default 'SESSION';
alter table lo_work_examine add column sign_demand varchar(8) not null default 'SESSION';
alter table lo_work_type
  add column brief_sign varchar(8) not null default 'SESSION',
  add column handover_sign varchar(8) not null default 'SESSION';`,
      )
      .execute(db)
  },
}
