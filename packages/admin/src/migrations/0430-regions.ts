import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** 所在地区 of departments and tenants: 省/市/区 as a six-digit code (2-data-entry.md §2, area linkage). */
export const regions: NamedMigration = {
  name: '0430-regions',
  async up(db) {
    await sql`alter table sys_depart add column region varchar(6)`.execute(db)
    await sql`alter table sys_tenant add column region varchar(6)`.execute(db)
  },
}
