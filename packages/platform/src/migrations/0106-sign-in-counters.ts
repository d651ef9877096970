import { sql } from 'kysely'
import type { NamedMigration } from '../db/migrate.ts'

/**
 * Wrong sign-ins are counted per account and place, or per account and device that signed in before. The counts of
 * before were of other things and last a quarter of an hour: they start anew.
 */
export const signInCounters: NamedMigration = {
  name: '0106-sign-in-counters',
  async up(db) {
    await sql`delete from login_attempt`.execute(db)
    await sql`delete from login_lock`.execute(db)
    await sql`alter table login_attempt add column bucket varchar(240) not null`.execute(db)
    await sql`create index login_attempt_bucket on login_attempt (bucket, at)`.execute(db)
    await sql`alter table login_lock alter column subject type varchar(240)`.execute(db)
    await sql`alter table login_lock add column account varchar(100) not null`.execute(db)
    await sql`create index login_lock_account on login_lock (account)`.execute(db)
    await sql`
      create table sys_known_device (
        account varchar(100) not null,
        device_hash varchar(64) not null,
        address varchar(64) not null,
        last_used_at timestamptz(3) not null,
        primary key (account, device_hash)
      )`.execute(db)
    await sql`create index sys_known_device_address on sys_known_device (account, address)`.execute(db)
    await sql`comment on column sys_known_device.device_hash is 'SHA-256 of the cookie; the cookie itself is not stored'`.execute(
      db,
    )
  },
}
