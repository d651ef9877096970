import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** 角色首页 (4-api.md §13); 我的消息 gets the component name that clients of the family look for. */
export const roleIndexes: NamedMigration = {
  name: '0370-role-index',
  async up(db) {
    await sql`
      create table sys_role_index (
        id varchar(32) primary key,
        tenant_id integer not null default 0,
        role_code varchar(50) not null,
        url varchar(100) not null,
        component varchar(255) not null,
        is_route boolean default true,
        priority integer default 0,
        status varchar(2) default '1',
        sys_org_code varchar(64),
        create_by varchar(64), create_time timestamptz(3), update_by varchar(64), update_time timestamptz(3),
        revision integer not null default 0
      )`.execute(db)
    await sql`create unique index sys_role_index_role on sys_role_index (tenant_id, role_code)`.execute(db)
    await sql`create index sys_role_index_listed on sys_role_index (tenant_id, create_time, id)`.execute(db)
    await sql`update sys_permission set component = 'system/UserAnnouncementList'
      where id = 'menu-messages' and component = 'isps/userAnnouncement'`.execute(db)
  },
}
