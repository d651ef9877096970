import { sql, type Kysely } from 'kysely'

/** Sessions, passwords, the captcha and the counters of failed logins. */
export const sessionTables = {
  name: '0002-session',
  async up(db: Kysely<never>): Promise<void> {
    await sql`
      create table sys_session (
        id varchar(32) primary key,
        token_hash varchar(64) not null unique,
        user_id varchar(32) not null,
        tenant_id integer not null,
        org_code varchar(64) not null default '',
        ip varchar(64),
        user_agent varchar(255),
        must_change_password boolean not null default false,
        created_at timestamptz(3) not null,
        last_seen_at timestamptz(3) not null,
        expires_at timestamptz(3) not null
      )`.execute(db)
    await sql`create index sys_session_user on sys_session (user_id)`.execute(db)
    await sql`create index sys_session_expires on sys_session (expires_at)`.execute(db)
    await sql`comment on column sys_session.token_hash is 'SHA-256 of the token; the token itself is not stored'`.execute(
      db,
    )
    // Passwords stand apart from sys_user, so that no list, export or data log of users can carry one.
    await sql`
      create table sys_password (
        user_id varchar(32) primary key,
        password_hash varchar(255) not null,
        must_change boolean not null default false,
        changed_at timestamptz(3) not null
      )`.execute(db)
    await sql`
      create table sys_password_history (
        id varchar(32) primary key,
        user_id varchar(32) not null,
        password_hash varchar(255) not null,
        changed_at timestamptz(3) not null
      )`.execute(db)
    await sql`create index sys_password_history_user on sys_password_history (user_id, changed_at desc)`.execute(
      db,
    )
    await sql`
      create table login_attempt (
        id bigint generated always as identity primary key,
        account varchar(100) not null,
        address varchar(64) not null,
        at timestamptz(3) not null,
        failed boolean not null default false
      )`.execute(db)
    await sql`create index login_attempt_account on login_attempt (account, at)`.execute(db)
    await sql`create index login_attempt_address on login_attempt (address, at)`.execute(db)
    await sql`create index login_attempt_at on login_attempt (at)`.execute(db)
    await sql`
      create table login_lock (
        subject varchar(120) primary key,
        until timestamptz(3) not null
      )`.execute(db)
    await sql`
      create unlogged table login_captcha (
        key varchar(64) primary key,
        code_hash varchar(64) not null,
        expires_at timestamptz(3) not null
      )`.execute(db)
    await sql`create index login_captcha_expires on login_captcha (expires_at)`.execute(db)
  },
}
