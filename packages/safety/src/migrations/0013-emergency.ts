import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

const common = `sys_org_code varchar(64), create_by varchar(64), create_time timestamptz(3), update_by varchar(64),
  update_time timestamptz(3), revision integer not null default 0`

/**
 * Removing another's lock (3-domain.md §3.5 LoEmergencyRemoval), stop orders for an area (G16, R11), and what an
 * emergency ticket owes afterwards (T50).
 */
export const emergency: NamedMigration = {
  name: '0013-emergency',
  async up(db) {
    await sql
      .raw(
        `create table lo_emergency_removal (
          id varchar(32) primary key,
          tenant_id integer not null default 0,
          lock_id varchar(32) not null,
          point_id varchar(32),
          work_id varchar(32) not null,
          hold_id varchar(32) not null,
          owner_id varchar(32) not null,
          reason varchar(300) not null,
          request_by varchar(32) not null,
          request_time timestamptz(3) not null,
          owner_absent_proof jsonb not null,
          contact_log jsonb not null,
          area_clear_proof jsonb not null,
          approve_by varchar(32),
          approve_time timestamptz(3),
          opinion varchar(300),
          remover_id varchar(32),
          witness_id varchar(32),
          grant_id varchar(32),
          remove_means smallint,
          remove_photo varchar(255),
          remove_time timestamptz(3),
          remove_event_id varchar(32),
          owner_informed_time timestamptz(3),
          owner_ack_time timestamptz(3),
          ack_channel smallint,
          state smallint not null default 0,
          ${common}
        );
        create index lo_emergency_removal_lock on lo_emergency_removal (lock_id, state);
        create index lo_emergency_removal_owner on lo_emergency_removal (owner_id, state);
        create index lo_emergency_removal_work on lo_emergency_removal (work_id);
        create index lo_emergency_removal_listed on lo_emergency_removal (tenant_id, request_time desc, id desc);
        -- One procedure at a time for a lock that hangs.
        create unique index lo_emergency_removal_open on lo_emergency_removal (hold_id) where state in (0, 1);
        create table lo_stop_order (
          id varchar(32) primary key,
          tenant_id integer not null default 0,
          area_id varchar(32) not null,
          area_code varchar(64) collate "C" not null,
          reason varchar(200) not null,
          order_by varchar(32) not null,
          order_time timestamptz(3) not null,
          lift_by varchar(32),
          lift_time timestamptz(3),
          lift_reason varchar(200),
          state smallint not null default 1,
          ${common}
        );
        create index lo_stop_order_open on lo_stop_order (tenant_id, area_code) where state = 1;
        create index lo_stop_order_listed on lo_stop_order (tenant_id, order_time desc, id desc);
        alter table lo_work add column duty_manager_id varchar(32), add column emergency_reason varchar(200),
          add column after_review_state smallint not null default 0, add column after_review_due timestamptz(3),
          add column after_review_by varchar(32), add column after_review_time timestamptz(3),
          add column after_review_opinion varchar(300);
        create index lo_work_parent on lo_work (parent_work_id) where parent_work_id is not null;`,
      )
      .execute(db)
  },
}
