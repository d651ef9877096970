import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** 系统校验规则 (4-api.md §13). */
export const checkRules: NamedMigration = {
  name: '0034-check-rules',
  async up(db) {
    await sql`
      create table sys_check_rule (
        id varchar(32) primary key,
        tenant_id integer not null default 0,
        rule_name varchar(100) not null,
        rule_code varchar(100) not null,
        rule_description varchar(200),
        rule_json varchar(1024),
        create_by varchar(64), create_time timestamptz(3), update_by varchar(64), update_time timestamptz(3),
        revision integer not null default 0
      )`.execute(db)
    await sql`create unique index sys_check_rule_code on sys_check_rule (tenant_id, rule_code)`.execute(db)
    await sql`create index sys_check_rule_listed on sys_check_rule (tenant_id, create_time, id)`.execute(db)
  },
}
