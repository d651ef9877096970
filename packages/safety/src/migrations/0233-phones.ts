import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/**
 * Phones that carry capsules and tokens: whose each is, and that it was lost (decision 0651). What has carried something until now
 * belongs to whoever took it last.
 */
export const phones: NamedMigration = {
  name: '0233-phones',
  async up(db) {
    await sql
      .raw(
        `create table lo_phone (
      tenant_id integer not null,
      device_sn varchar(40) not null,
      user_id varchar(32),
      bound_time timestamptz(3) not null,
      lost_time timestamptz(3),
      lost_by varchar(32),
      found_time timestamptz(3),
      primary key (tenant_id, device_sn)
    )`,
      )
      .execute(db)
    await sql.raw(`create index lo_phone_user on lo_phone (user_id)`).execute(db)
    await sql
      .raw(
        `insert into lo_phone (tenant_id, device_sn, user_id, bound_time)
      select distinct on (taken.tenant_id, taken.sn) taken.tenant_id, taken.sn, taken.user_id, taken.at from (
        select tenant_id, device_id as sn, user_id, issued_time as at from lo_capsule
        union all select tenant_id, device_sn, user_id, issued_time from lo_grant_token) taken
      where not exists (select 1 from lo_device d where d.tenant_id = taken.tenant_id and d.device_sn = taken.sn)
      order by taken.tenant_id, taken.sn, taken.at desc`,
      )
      .execute(db)
  },
}
