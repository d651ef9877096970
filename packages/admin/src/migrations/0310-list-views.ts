import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** Saved views of lists, with whom they are shared, and which of them a person sees first (5-screens.md §4). */
export const listViews: NamedMigration = {
  name: '0310-list-views',
  async up(db) {
    await sql`
      create table list_view (
        id varchar(32) primary key,
        tenant_id integer not null,
        user_id varchar(32) not null,
        page varchar(200) not null,
        resource varchar(64) not null,
        name varchar(50) not null,
        body jsonb not null,
        create_time timestamptz(3) not null,
        update_time timestamptz(3) not null,
        constraint list_view_name unique (tenant_id, user_id, page, resource, name)
      )`.execute(db)
    await sql`create index list_view_listed on list_view (tenant_id, page, resource)`.execute(db)
    await sql`
      create table list_view_audience (
        view_id varchar(32) not null references list_view on delete cascade,
        kind varchar(6) not null check (kind in ('role', 'depart')),
        audience_id varchar(32) not null,
        primary key (view_id, kind, audience_id)
      )`.execute(db)
    await sql`
      create table list_view_default (
        tenant_id integer not null,
        user_id varchar(32) not null,
        page varchar(200) not null,
        resource varchar(64) not null,
        view_id varchar(32) not null references list_view on delete cascade,
        primary key (tenant_id, user_id, page, resource)
      )`.execute(db)
    await sql`create index list_view_default_view on list_view_default (view_id)`.execute(db)
  },
}
