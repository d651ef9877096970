import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'

/** Accounts in use that hold the safety post of a tenant. */
export async function safetyPost(tx: Tx, tenantId: number): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select distinct ur.user_id from sys_user_role ur join sys_role r on r.id = ur.role_id
      join sys_user u on u.id = ur.user_id
    where r.role_code = 'SAFETY' and r.tenant_id = ${tenantId} and u.status = 1 and u.del_flag = 0
    order by 1`.execute(tx)
  return rows.map(({ userId }) => userId)
}
