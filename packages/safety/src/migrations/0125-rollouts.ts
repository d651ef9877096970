import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** Firmware images, and what is rolled out of them or of a configuration in stages (3-domain.md §5.9, decision 0524). */
export const rollouts: NamedMigration = {
  name: '0125-rollouts',
  async up(db) {
    await sql`create table lo_firmware (
      id varchar(32) primary key,
      tenant_id integer not null,
      kind varchar(4) not null,
      version varchar(32) not null,
      file_name varchar(200) not null,
      size integer not null,
      sha256 char(64) not null,
      signature varchar(128) not null,
      image bytea not null,
      create_by varchar(50),
      create_time timestamptz(3) not null,
      unique (tenant_id, kind, version)
    )`.execute(db)
    await sql`create table lo_rollout (
      id varchar(32) primary key,
      tenant_id integer not null,
      -- OTA or CONFIG
      what varchar(8) not null,
      title varchar(100) not null,
      kind varchar(4) not null,
      firmware_id varchar(32),
      config jsonb,
      stop_at integer not null,
      stage smallint not null default 0,
      -- 1 runs, 2 stopped, 3 done, 4 cancelled
      state smallint not null default 1,
      reason varchar(255),
      create_by varchar(50),
      create_time timestamptz(3) not null,
      end_time timestamptz(3)
    )`.execute(db)
    await sql`create index lo_rollout_listed on lo_rollout (tenant_id, create_time desc)`.execute(db)
    await sql`create table lo_rollout_device (
      rollout_id varchar(32) not null,
      tenant_id integer not null,
      device_sn varchar(64) not null,
      stage smallint not null,
      -- 0 waits, 1 sent, 2 confirmed, 3 failed, 4 cancelled
      state smallint not null default 0,
      -- A live ticket relies on it: it waits for the end of the ticket.
      postponed smallint not null default 0,
      cmd_id varchar(32),
      why varchar(255),
      sent_time timestamptz(3),
      end_time timestamptz(3),
      primary key (rollout_id, device_sn)
    )`.execute(db)
    // Two roll-outs at once would send a device to and fro.
    await sql`create unique index lo_rollout_device_now on lo_rollout_device (tenant_id, device_sn) where state in (0, 1)`.execute(
      db,
    )
  },
}
