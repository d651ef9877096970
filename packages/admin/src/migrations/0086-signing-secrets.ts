import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** The secret people sign with beside their password, and proofs that somebody has just typed one (§3.5 LoWorkSign). */
export const signingSecrets: NamedMigration = {
  name: '0086-signing-secrets',
  async up(db) {
    await sql
      .raw(
        `
create table sys_sign_pin (
  user_id varchar(32) primary key,
  pin_hash varchar(255) not null,
  changed_at timestamptz(3) not null
);
create table sys_sign_proof (
  token_hash varchar(64) not null,
  biz_id varchar(32) not null,
  content_hash varchar(64) not null,
  user_id varchar(32) not null,
  session_id varchar(64) not null,
  method varchar(4) not null,
  expires_at timestamptz(3) not null,
  primary key (token_hash, biz_id, content_hash)
);
create index sys_sign_proof_expires on sys_sign_proof (expires_at);`,
      )
      .execute(db)
  },
}
