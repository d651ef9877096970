import { sql } from 'kysely'
import type { NamedMigration } from '../db/migrate.ts'

/**
 * 定时任务 (4-api.md §13, decision 0820): when a job runs, and every run. A time that is due becomes a row of `job_run`
 * exactly once (`job_run_fire`); a run is held by a lease, as timers are, and a class runs once at a time on all servers.
 */
export const jobs: NamedMigration = {
  name: '0380-jobs',
  async up(db) {
    await sql`
      create table sys_quartz_job (
        id varchar(32) primary key,
        job_class_name varchar(255) not null,
        cron_expression varchar(255) not null,
        parameter varchar(1000),
        description varchar(255),
        status integer not null default 0,
        misfire varchar(16) not null default 'once',
        next_fire_time timestamptz(3),
        create_by varchar(64), create_time timestamptz(3), update_by varchar(64), update_time timestamptz(3),
        del_flag integer not null default 0,
        revision integer not null default 0
      )`.execute(db)
    await sql`create index sys_quartz_job_due on sys_quartz_job (next_fire_time) where status = 0 and del_flag = 0`.execute(
      db,
    )
    await sql`create index sys_quartz_job_listed on sys_quartz_job (create_time, id)`.execute(db)
    await sql`
      create table job_run (
        id varchar(32) primary key,
        job_id varchar(32) not null,
        job_class_name varchar(255) not null,
        parameter varchar(1000),
        is_manual boolean not null,
        status varchar(12) not null,
        fire_time timestamptz(3) not null,
        last_missed timestamptz(3),
        missed_count integer not null default 0,
        not_before timestamptz(3),
        begin_time timestamptz(3),
        end_time timestamptz(3),
        duration_ms bigint,
        output text not null default '',
        error varchar(1000),
        attempts integer not null default 0,
        is_cancelled boolean not null default false,
        node varchar(100),
        lease_id varchar(32),
        lease_until timestamptz(3),
        create_by varchar(64),
        create_time timestamptz(3) not null
      )`.execute(db)
    await sql`create unique index job_run_fire on job_run (job_id, fire_time)
      where not is_manual and status <> 'missed'`.execute(db)
    await sql`create unique index job_run_alone on job_run (job_class_name) where status = 'running'`.execute(
      db,
    )
    await sql`create index job_run_active on job_run (create_time) where status in ('waiting', 'running')`.execute(
      db,
    )
    await sql`create index job_run_of_job on job_run (job_id, create_time)`.execute(db)
    // The night's clearing of files is a job now.
    await sql`delete from lo_timer where kind = 'files.orphans'`.execute(db)
    await sql`create index job_run_listed on job_run (create_time)`.execute(db)
  },
}
