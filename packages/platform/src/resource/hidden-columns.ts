import { permissionOf, type Resource } from '@suoan/contract'
import type { Actor, Context } from '../context.ts'
import { runSql } from '../db/run-sql.ts'

/**
 * The columns of a resource that this person is not given: there is a rule for the column, it is in force, and he does not
 * hold it (1-shell.md §6). Lists leave them out in the page; a sheet leaves the house, so here they are left out by us.
 */
export async function hiddenColumns(
  ctx: Context,
  actor: Actor,
  resource: Resource,
): Promise<ReadonlySet<string>> {
  const prefix = permissionOf(resource, 'column:')
  const rows = await runSql<{ perms: string }>(
    ctx.pool,
    `select perms from sys_permission
      where menu_type = 2 and status = '1' and coalesce(perms_type, '1') = '1' and coalesce(del_flag, 0) = 0
        and starts_with(perms, $1)`,
    [prefix],
  )
  const names = rows.flatMap(({ perms }) => perms.split(','))
  return new Set(
    names
      .filter((code) => code.startsWith(prefix) && !actor.permissions.has(code))
      .map((code) => code.slice(prefix.length)),
  )
}
