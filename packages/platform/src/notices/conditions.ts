import { sql } from 'kysely'
import type { Tx } from '../context.ts'

/** The tenant of the platform. */
const PLATFORM = 0

/** Something that is wrong for a while: `name` is unique in the tenant and at most 160 characters, e.g. `job/<id>`. */
export interface Condition {
  readonly tenantId: number
  readonly name: string
  /** Epoch ms. */
  readonly now: number
  /** One that came back this soon after it was told is not told again, ms. */
  readonly quietMs: number
}

/** Notes that it holds; true when people are to be told: it did not hold before, and was not told within `quietMs`. */
export async function beginCondition(tx: Tx, { tenantId, name, now, quietMs }: Condition): Promise<boolean> {
  const at = new Date(now)
  const { rows } = await sql<{ isNews: boolean }>`
    insert into sys_told_condition as c (tenant_id, name, since, told_time) values (${tenantId}, ${name}, ${at}, ${at})
    on conflict (tenant_id, name) do update set since = excluded.since, over_time = null,
      told_time = case when c.told_time <= ${new Date(now - quietMs)} then excluded.told_time else c.told_time end
      where c.over_time is not null
    returning told_time = since as is_news`.execute(tx)
  return rows[0]?.isNews ?? false
}

/** Notes that it is over; true when it held and its beginning had been told. */
export async function endCondition(
  tx: Tx,
  { tenantId, name, now }: Omit<Condition, 'quietMs'>,
): Promise<boolean> {
  const { rows } = await sql<{ wasTold: boolean }>`
    update sys_told_condition set over_time = ${new Date(now)}
    where tenant_id = ${tenantId} and name = ${name} and over_time is null
    returning told_time >= since as was_told`.execute(tx)
  return rows[0]?.wasTold ?? false
}

/** Accounts that administer the platform, not one of its tenants. */
export async function platformAdministrators(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct u.id from sys_user u join sys_user_role ur on ur.user_id = u.id join sys_role r on r.id = ur.role_id
    where r.role_code = 'admin' and r.tenant_id = ${PLATFORM} and coalesce(u.status, 1) = 1 and u.del_flag = 0
    order by u.id`.execute(tx)
  return rows.map(({ id }) => id)
}
