import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { belongsTo } from '@suoan/platform/db/belongs-to'

/**
 * The condition "this account is in force in this tenant": neither frozen nor deleted, and of the tenant (R03). `userId` is a
 * column or a value.
 */
export const isActiveAccount = (
  userId: RawBuilder<unknown>,
  tenantId: number | RawBuilder<unknown>,
): RawBuilder<SqlBool> =>
  sql`exists (select 1 from sys_user mine where mine.id = ${userId} and mine.status = 1 and mine.del_flag = 0
    and ${belongsTo('mine', tenantId)})`
