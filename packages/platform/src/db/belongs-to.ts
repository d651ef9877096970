import { sql, type RawBuilder, type SqlBool } from 'kysely'

/**
 * Whether an account belongs to a tenant (security.md V11), for statements written as text: with a list of tenants to those
 * and to no other, without one to tenant 0. `account` is what `sys_user` is called, `tenant` a column or a parameter.
 */
export const belongsToText = (account: string, tenant: string): string =>
  `(${tenant})::text = any(string_to_array(coalesce(nullif(${account}.rel_tenant_ids, ''), '0'), ','))`

/** The same inside Kysely's `sql`. */
export const belongsTo = (account: string, tenant: number | RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql`(${typeof tenant === 'number' ? String(tenant) : tenant})::text
    = any(string_to_array(coalesce(nullif(${sql.ref(`${account}.rel_tenant_ids`)}, ''), '0'), ','))`
