import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** 通讯录 and lists of people by name sorted all people of a tenant for each page: 100,000 of them took 80 ms. */
export const peopleByName: NamedMigration = {
  name: '0680-people-by-name',
  async up(db) {
    await sql`create index sys_user_by_name on sys_user (tenant_id, realname, id) where del_flag = 0`.execute(
      db,
    )
  },
}
