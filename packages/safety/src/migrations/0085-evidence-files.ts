import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/**
 * Photos that prove something (G20, T22, T47, T49): one row per uploaded file, which binds it to the one ticket or
 * warning it is evidence of, with the digest that the chain keeps. How long after its upload a photo counts is policy.
 */
export const evidenceFiles: NamedMigration = {
  name: '0085-evidence-files',
  async up(db) {
    await sql
      .raw(
        `
create table lo_evidence_file (
  id varchar(32) primary key,
  tenant_id integer not null default 0,
  path varchar(255) not null unique,
  work_id varchar(32),
  subject_kind varchar(16) not null,
  subject_id varchar(32) not null,
  purpose varchar(24) not null,
  biz_id varchar(32),
  sha256 char(64) not null,
  size bigint not null,
  user_id varchar(32) not null,
  upload_time timestamptz(3) not null,
  use_time timestamptz(3) not null
);
create index lo_evidence_file_work on lo_evidence_file (work_id) where work_id is not null;
create index lo_evidence_file_subject on lo_evidence_file (subject_kind, subject_id);
create trigger lo_evidence_file_kept before update or delete on lo_evidence_file
  for each row execute function lo_history_is_kept();
create index stored_file_digest on stored_file (tenant_id, sha256);
alter table lo_work_type add column photo_max_min integer not null default 30;`,
      )
      .execute(db)
  },
}
