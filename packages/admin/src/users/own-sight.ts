import type { Actor, Context, Tx } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'
import { loadGrantsOf } from '@suoan/platform/http/load-grants'
import { loadRules, rulesOf } from '@suoan/platform/resource/scope'
import { isAdmin } from './powers.ts'

/**
 * Asked at the end of whatever changes roles, grants, departments or menus: a data rule that binds the caller goes on binding
 * him for as long as he has the permission whose rows it narrows. A rule hangs on the link of a role and a menu, so taking
 * that link away, or leaving that role, would show him more. Throws `REFUSED`; the transaction takes everything back.
 */
export async function refuseWiderSight(ctx: Context, tx: Tx, actor: Actor): Promise<void> {
  if (isAdmin(actor)) return
  const before = await rulesOf(ctx, actor)
  if (before.size === 0) return
  const { userId, tenantId } = actor
  const grants = (await loadGrantsOf(tx, [userId])).get(userId)?.in(tenantId)
  if (grants === undefined) return
  const after = await loadRules(tx, { roleIds: grants.roleIds, userId, tenantId })
  for (const [code, rules] of before) {
    if (!grants.permissions.has(code)) continue
    const kept = new Set(after.get(code)?.map(({ id }) => id))
    const lost = rules.find(({ id }) => !kept.has(id))
    if (lost)
      throw fail('REFUSED', {
        detail: `这样修改后，限制您自己的数据规则“${lost.ruleName ?? ''}”不再起作用，请由系统管理员操作`,
      })
  }
}
