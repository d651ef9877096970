import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/**
 * What the roles of the seed were offered so far: a later version grants what it brings to them once, and what somebody took
 * away stays away (decision 0946). Filled by the first start of each version.
 */
export const seedGrants: NamedMigration = {
  name: '0536-seed-grants',
  async up(db) {
    await sql`
      create table sys_seed_grant (
        role_id varchar(64) not null,
        permission_id varchar(32) not null,
        primary key (role_id, permission_id)
      )`.execute(db)
    // A role of the seed that has a page and not the group it stands in shows the page nowhere.
    await sql`insert into sys_role_permission (id, role_id, permission_id)
      select left(md5(shown.role_id || shown.parent_id), 32), shown.role_id, shown.parent_id
      from (select distinct g.role_id, p.parent_id from sys_role_permission g
        join sys_role r on r.id = g.role_id and r.create_by = 'system'
        join sys_permission p on p.id = g.permission_id and p.menu_type <> 2 and p.create_by = 'system' and p.del_flag = 0
        join sys_permission up on up.id = p.parent_id and up.create_by = 'system' and up.del_flag = 0) shown
      where not exists (select 1 from sys_role_permission h
        where h.role_id = shown.role_id and h.permission_id = shown.parent_id)`.execute(db)
  },
}
