import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** Which stored pictures stand in the text of which announcement: who reads the one reads the other (decision 0756). */
export const announcementFiles: NamedMigration = {
  name: '0300-announcement-files',
  async up(db) {
    await sql`
      create table sys_announcement_file (
        annt_id varchar(32) not null,
        path varchar(100) not null,
        tenant_id integer not null,
        primary key (annt_id, path)
      )`.execute(db)
    await sql`create index sys_announcement_file_path on sys_announcement_file (path, tenant_id)`.execute(db)
  },
}
