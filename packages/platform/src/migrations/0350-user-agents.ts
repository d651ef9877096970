import { sql } from 'kysely'
import type { NamedMigration } from '../db/migrate.ts'

/**
 * 用户代理 (decision 0800): who decides for whom, from when until when. Both are login names (4-api.md §7.21); whether an
 * agency holds is asked by `agencies.ts` of safety at the moment of the decision.
 */
export const userAgents: NamedMigration = {
  name: '0350-user-agents',
  async up(db) {
    await sql`
      create table sys_user_agent (
        id varchar(32) primary key,
        tenant_id integer not null default 0,
        sys_org_code varchar(64),
        user_name varchar(100) not null,
        agent_user_name varchar(100) not null,
        start_time timestamptz(3) not null,
        end_time timestamptz(3) not null,
        status varchar(2) default '1',
        create_by varchar(64), create_time timestamptz(3), update_by varchar(64), update_time timestamptz(3),
        del_flag smallint not null default 0,
        revision integer not null default 0
      )`.execute(db)
    await sql`create index sys_user_agent_listed on sys_user_agent (tenant_id, create_time desc, id desc) where del_flag = 0`.execute(
      db,
    )
    await sql`create index sys_user_agent_of on sys_user_agent (tenant_id, agent_user_name, end_time)
      where del_flag = 0 and status = '1'`.execute(db)
    await sql`create index sys_user_agent_for on sys_user_agent (tenant_id, user_name, end_time)
      where del_flag = 0 and status = '1'`.execute(db)
  },
}
