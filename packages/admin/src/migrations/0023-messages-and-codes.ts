import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** What was sent to people, the codes that went with it, and the short-lived tickets between two steps of a sign-in. */
export const messagesAndCodes: NamedMigration = {
  name: '0023-messages-and-codes',
  async up(db) {
    await sql`
      create table sent_message (
        id varchar(32) primary key,
        channel varchar(8) not null,
        purpose varchar(20) not null,
        recipient varchar(120) not null,
        subject varchar(120),
        content text,
        state varchar(8) not null,
        error varchar(300),
        created_at timestamptz(3) not null,
        settled_at timestamptz(3)
      )`.execute(db)
    await sql`create index sent_message_time on sent_message (created_at desc, id desc)`.execute(db)
    await sql`comment on column sent_message.content is 'Only where no gateway is configured (outbox); null otherwise'`.execute(
      db,
    )
    await sql`
      create table sms_code (
        id bigint generated always as identity primary key,
        phone varchar(20) not null,
        purpose varchar(12) not null,
        code_hash varchar(64) not null,
        asked_by varchar(32),
        address varchar(64) not null,
        tries smallint not null default 0,
        used boolean not null default false,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null
      )`.execute(db)
    await sql`create index sms_code_phone on sms_code (phone, created_at desc)`.execute(db)
    await sql`create index sms_code_address on sms_code (address, created_at desc)`.execute(db)
    await sql`create index sms_code_asked_by on sms_code (asked_by, created_at desc) where asked_by is not null`.execute(
      db,
    )
    await sql`create index sms_code_time on sms_code (created_at)`.execute(db)
    await sql`comment on column sms_code.code_hash is 'HMAC-SHA256 under the installation key; the code is not stored'`.execute(
      db,
    )
    await sql`
      create table sign_in_ticket (
        token_hash varchar(64) primary key,
        purpose varchar(12) not null,
        user_id varchar(32),
        browser_hash varchar(64),
        data jsonb not null,
        tries smallint not null default 0,
        expires_at timestamptz(3) not null
      )`.execute(db)
    await sql`create index sign_in_ticket_user on sign_in_ticket (user_id) where user_id is not null`.execute(
      db,
    )
    await sql`create index sign_in_ticket_expires on sign_in_ticket (expires_at)`.execute(db)
  },
}
