import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** 路由网关 (4-api.md §13): the platform's own. */
export const gatewayRoutes: NamedMigration = {
  name: '0440-gateway-routes',
  async up(db) {
    await sql`
      create table sys_gateway_route (
        id varchar(36) primary key,
        router_id varchar(50) not null,
        name varchar(32) not null,
        uri varchar(255) not null,
        predicates jsonb,
        filters jsonb,
        retryable integer,
        strip_prefix integer,
        persistable integer,
        show_api integer,
        status integer,
        create_by varchar(64), create_time timestamptz(3), update_by varchar(64), update_time timestamptz(3),
        sys_org_code varchar(64),
        del_flag smallint not null default 0,
        revision integer not null default 0
      )`.execute(db)
    await sql`create unique index sys_gateway_route_router on sys_gateway_route (router_id)
      where del_flag = 0`.execute(db)
    await sql`create index sys_gateway_route_listed on sys_gateway_route (create_time desc, id desc)
      where del_flag = 0`.execute(db)
  },
}
