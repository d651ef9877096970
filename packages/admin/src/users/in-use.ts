import { user } from '@suoan/contract'
import type { Context, Tx } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'
import { engineOf, type Removal } from '@suoan/platform/resource'

interface Asked {
  readonly tenantId: number
  readonly ids: readonly string[]
  readonly removal: Removal
}

/** Accounts that something relies on stay as they are; the answer says who and for what. Throws `IN_USE`. */
export async function refuseInUse(ctx: Context, tx: Tx, { tenantId, ids, removal }: Asked): Promise<void> {
  const reasons = await engineOf(ctx).holders.of(user.name, tx, tenantId, ids, removal)
  if (reasons.length === 0) return
  // Whoever is put into a tenant works on the platform no more: to the administrator that is an entry, not a removal.
  const leave = tenantId === 0 ? '加入租户（加入后不再在平台工作）' : '移出租户'
  const what = { delete: '删除', freeze: '冻结', leave, mention: '冻结' }[removal]
  throw fail('IN_USE', {
    detail: `不能${what}：${reasons.join('；')}，请先在工作票中登记离场、摘锁或更换人员`,
  })
}

/**
 * What still names accounts that may be frozen, or lose what they were granted, all the same: for the answer to who did it; ''
 * when nothing does.
 */
export async function mentionedIn(
  ctx: Context,
  tx: Tx,
  tenantId: number,
  ids: readonly string[],
): Promise<string> {
  const reasons = await engineOf(ctx).holders.of(user.name, tx, tenantId, ids, 'mention')
  return reasons.length === 0 ? '' : `请及时更换人员：${reasons.join('；')}`
}
