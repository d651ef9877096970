import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** 系统编码规则 (4-api.md §13) and the sequences behind them: one row a sequence, locked until its number is stored. */
export const fillRules: NamedMigration = {
  name: '0371-fill-rules',
  async up(db) {
    await sql`
      create table sys_fill_rule (
        id varchar(32) primary key,
        tenant_id integer not null default 0,
        rule_name varchar(100) not null,
        rule_code varchar(100) not null,
        rule_class varchar(100) not null,
        rule_params varchar(200),
        create_by varchar(64), create_time timestamptz(3), update_by varchar(64), update_time timestamptz(3),
        del_flag smallint not null default 0,
        revision integer not null default 0
      )`.execute(db)
    await sql`create unique index sys_fill_rule_code on sys_fill_rule (tenant_id, rule_code) where del_flag = 0`.execute(
      db,
    )
    await sql`create index sys_fill_rule_listed on sys_fill_rule (tenant_id, create_time desc, id desc)
      where del_flag = 0`.execute(db)
    await sql`
      create table sys_fill_sequence (
        tenant_id integer not null,
        rule_code varchar(100) not null,
        scope varchar(200) not null,
        last_no bigint not null,
        primary key (tenant_id, rule_code, scope)
      )`.execute(db)
  },
}
