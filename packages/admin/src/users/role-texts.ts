import { role } from '@suoan/contract'
import { isIn } from '@suoan/kit/filter'
import type { Actor, Context } from '@suoan/platform/context'
import { resourceStore, type RowRecord } from '@suoan/platform/resource'
import { dataScope } from '@suoan/platform/resource/scope'
import { platformRoles } from './powers.ts'

/** Adds `roleNames`, the names of each user's roles that the caller can name, in place. */
export async function addRoleTexts(ctx: Context, actor: Actor, rows: readonly RowRecord[]): Promise<void> {
  if (rows.length === 0) return
  const { rows: held } = await ctx.pool.query<{ userId: string; roleId: string }>({
    name: 'roles-held',
    text: 'select user_id as "userId", role_id as "roleId" from sys_user_role where user_id = any($1::text[])',
    values: [rows.map((row) => String(row['id']))],
  })
  const ids = [...new Set(held.map(({ roleId }) => roleId))]
  const scope = await dataScope(ctx, actor, role, 'system:user:list')
  const own = ids.length === 0 ? [] : await resourceStore(role).list(ctx.pool, scope, isIn('id', ids))
  const names = new Map(
    [...own, ...(await platformRoles(ctx.pool, actor))].map(({ id, roleName }) => [
      String(id),
      String(roleName ?? ''),
    ]),
  )
  const ofUser = new Map<string, string[]>()
  for (const { userId, roleId } of held) {
    const name = names.get(roleId)
    if (name !== undefined) ofUser.set(userId, [...(ofUser.get(userId) ?? []), name])
  }
  for (const row of rows)
    row['roleNames'] = (ofUser.get(String(row['id'])) ?? []).toSorted((a, b) => a.localeCompare(b)).join(',')
}
