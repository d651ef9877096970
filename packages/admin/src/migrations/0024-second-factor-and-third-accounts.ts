import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** Second factor by time-based codes (RFC 6238) and accounts at other identity providers (4-api.md §13). */
export const secondFactorAndThirdAccounts: NamedMigration = {
  name: '0024-second-factor-and-third-accounts',
  async up(db) {
    await sql`
      create table sys_totp (
        user_id varchar(32) primary key,
        secret_sealed varchar(255) not null,
        last_step bigint not null default 0,
        created_at timestamptz(3) not null,
        confirmed_at timestamptz(3)
      )`.execute(db)
    await sql`comment on column sys_totp.last_step is 'Time step of the last accepted code: nothing at or before it is taken again'`.execute(
      db,
    )
    await sql`
      create table sys_totp_recovery (
        user_id varchar(32) not null,
        code_hash varchar(64) not null,
        primary key (user_id, code_hash)
      )`.execute(db)
    await sql`
      create table sys_third_account (
        id varchar(32) primary key,
        sys_user_id varchar(32) not null,
        third_type varchar(50) not null,
        third_user_uuid varchar(255) not null,
        third_user_id varchar(255) not null,
        realname varchar(100),
        avatar varchar(255),
        status smallint not null default 1,
        del_flag smallint not null default 0,
        create_by varchar(32),
        create_time timestamptz(3) not null,
        update_by varchar(32),
        update_time timestamptz(3)
      )`.execute(db)
    // The provider of an account is its issuer, not the name we give it: a source pointed elsewhere matches nobody.
    await sql`create unique index sys_third_account_identity on sys_third_account (third_user_id, third_user_uuid)`.execute(
      db,
    )
    await sql`create unique index sys_third_account_user on sys_third_account (sys_user_id, third_type)`.execute(
      db,
    )
    await sql`comment on column sys_third_account.third_user_id is 'Issuer that vouches for third_user_uuid (its sub)'`.execute(
      db,
    )
  },
}
