import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { askNamed } from '@suoan/platform/db/named-statements'
import { fail } from '@suoan/platform/fail'

/**
 * The account of somebody who takes a part in a ticket stays as it is until that is stored: of his part and the end of his
 * account at the same moment, one waits and is told. A person without an account is judged by the guards.
 * @throws REFUSED when the account is frozen or deleted
 */
export async function keepAccount(tx: Tx, userId: string): Promise<void> {
  const [account] = await askNamed(
    tx,
    sql<{ isOn: boolean; name: string }>`
      select del_flag = 0 and status = 1 as is_on, realname as name from sys_user where id = ${userId} for share`,
  )
  if (account?.isOn === false)
    throw fail('REFUSED', {
      detail: `${account.name} 的账号已冻结或删除，不能参加本票作业，请联系管理员或更换人员`,
    })
}
