import { sql } from 'kysely'
import type { Context } from '@suoan/platform/context'
import { belongsTo } from '@suoan/platform/db/belongs-to'
import { oneByOne } from '@suoan/platform/reactions'

/**
 * An agency ends when either account is frozen, deleted or taken out of the tenant (decision 0800): it does not come back
 * with the account. Until then it holds no more anyhow, since every decision asks for both accounts.
 */
export function endAgenciesOf(ctx: Context): void {
  ctx.reactions.declare({
    name: 'userAgents.accountsEnded',
    title: '账号冻结、删除或移出后结束其代理',
    event: 'account.ended',
    key: ({ userId }) => userId,
    handle: oneByOne(async ({ tx, now }, { tenantId, userId }) => {
      await sql`
        update sys_user_agent a set status = '0', update_by = 'system', update_time = ${new Date(now)},
          revision = a.revision + 1
        from sys_user u where u.id = ${userId} and u.username in (a.user_name, a.agent_user_name)
          and a.tenant_id = ${tenantId} and a.status = '1' and a.end_time > ${new Date(now)}
          and not (u.status = 1 and u.del_flag = 0 and ${belongsTo('u', tenantId)})`.execute(tx)
    }),
  })
}
