import { role, type RoleComparison, type RoleDifference } from '@suoan/contract'
import type { Actor, Context } from '@suoan/platform/context'
import { failUnseen } from '@suoan/platform/fail'
import { resourceStore } from '@suoan/platform/resource'
import { scopeFor } from '@suoan/platform/resource/scope'
import { trailsOf } from './permission-trails.ts'

interface Row {
  role_id: string
  permission_id: string
  rules: string[]
}

/** What two roles of the caller's tenant have alike, and what only one has or has with other data rules. */
export async function compareRoles(
  ctx: Context,
  actor: Actor,
  { left, right }: { readonly left: string; readonly right: string },
): Promise<RoleComparison> {
  const found = await resourceStore(role).findMany(ctx.pool, await scopeFor(ctx, actor, role), [left, right])
  const missing = [left, right].filter((id) => found.every((row) => row['id'] !== id))
  if (missing.length > 0) throw failUnseen(role.table, missing)
  const { rows } = await ctx.pool.query<Row>(
    `select rp.role_id, rp.permission_id, array(select r.rule_name from sys_permission_data_rule r
        where r.id = any(string_to_array(rp.data_rule_ids, ',')) order by r.rule_name) as rules
     from sys_role_permission rp join sys_permission p on p.id = rp.permission_id
     where rp.role_id = any($1::text[]) and p.del_flag = 0 order by p.sort_no, p.id`,
    [[left, right]],
  )
  const rulesOf = (roleId: string) =>
    new Map(rows.filter((row) => row.role_id === roleId).map((row) => [row.permission_id, row.rules]))
  const [own, other] = [rulesOf(left), rulesOf(right)]
  const ids = [...new Set(rows.map((row) => row.permission_id))]
  const trails = await trailsOf(ctx.pool, ids)
  const differences = ids.flatMap((id): RoleDifference[] => {
    const [leftRules, rightRules] = [own.get(id), other.get(id)]
    const place = trails.get(id)
    if (!place || (leftRules && rightRules && leftRules.join('\n') === rightRules.join('\n'))) return []
    const side = leftRules && rightRules ? 'both' : leftRules ? 'left' : 'right'
    return [{ id, ...place, side, leftRules: leftRules ?? [], rightRules: rightRules ?? [] }]
  })
  return { same: ids.length - differences.length, differences }
}
