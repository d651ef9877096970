import { sql } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'

/**
 * The number of a user's first role by `roleSort` (3-domain.md §2; 4 hides the notice bell), null without a role.
 * About oneself, or about others with the permission to see users (security.md V15).
 */
export async function roleNumberOf(
  ctx: Context,
  actor: Actor,
  username: string | undefined,
): Promise<number | null> {
  const name = username === undefined || username === '' ? actor.username : username
  if (name !== actor.username && !actor.permissions.has('system:user:list')) throw fail('FORBIDDEN')
  const { rows } = await sql<{ roleNo: number | null }>`
    select r.role_no from sys_user u
      join sys_user_role ur on ur.user_id = u.id join sys_role r on r.id = ur.role_id
    where u.username = ${name} and coalesce(u.del_flag, 0) = 0 and r.role_no is not null
      and (u.id = ${actor.userId} or ${actor.tenantId} = 0
        or ${String(actor.tenantId)} = any(string_to_array(coalesce(u.rel_tenant_ids, ''), ',')))
    order by r.role_sort nulls last, r.role_no limit 1`.execute(ctx.db)
  return rows[0]?.roleNo ?? null
}
