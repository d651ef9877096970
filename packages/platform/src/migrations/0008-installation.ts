import { sql } from 'kysely'
import type { NamedMigration } from '../db/migrate.ts'

/** Keys that this installation made for itself, and the numbers by which roles are known to the client (3-domain.md §2). */
export const installation: NamedMigration = {
  name: '0008-installation',
  async up(db) {
    await sql`create table installation_key (name varchar(50) primary key, value varchar(255) not null)`.execute(
      db,
    )
    await sql`alter table sys_role add column role_no integer, add column role_sort integer`.execute(db)
  },
}
