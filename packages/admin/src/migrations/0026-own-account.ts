import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** Codes also go to mail addresses; people may switch ordinary messages off. */
export const ownAccount: NamedMigration = {
  name: '0026-own-account',
  async up(db) {
    await sql`alter table sms_code alter column phone type varchar(64)`.execute(db)
    await sql`comment on column sms_code.phone is 'Number, or mail address for the purpose email'`.execute(db)
    await sql`
      create table sys_notice_mute (
        user_id varchar(32) not null,
        kind varchar(32) not null,
        primary key (user_id, kind)
      )`.execute(db)
  },
}
