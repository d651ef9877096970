import type { AuthEntry, MenuItem, PermissionAnswer } from '@suoan/contract'
import { sql } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import { buildMenu, type MenuRow } from './build-menu.ts'

interface PermissionRow extends MenuRow {
  readonly menuType: number
  readonly perms: string | null
  readonly permsType: string | null
  readonly status: string | null
  readonly granted: boolean
}

// An actor lives as long as his cached grants: half a minute, or until 'permissions.changed'. So does his answer.
const answers = new WeakMap<Actor, Promise<PermissionAnswer>>()

/** Menu, granted buttons and all buttons of the caller (4-api.md §3.1, §3.5). */
export function ownPermissions(ctx: Context, actor: Actor): Promise<PermissionAnswer> {
  const known = answers.get(actor)
  if (known) return known
  const answer = buildAnswer(ctx, actor)
  answers.set(actor, answer)
  answer.catch(() => answers.delete(actor))
  return answer
}

async function buildAnswer(ctx: Context, actor: Actor): Promise<PermissionAnswer> {
  const rows = await loadRows(ctx, actor)
  const menus = rows.filter((row) => row.menuType !== 2)
  const buttons = rows.filter((row) => row.menuType === 2)
  const granted = new Set(menus.filter((row) => row.granted).map((row) => row.id))
  return {
    menu: buildMenu(
      menus,
      granted,
      ctx.config.frameOrigins,
      await roleHomesOf(ctx, actor),
      ctx.config.microApps,
    ),
    auth: buttons.filter((row) => row.granted && row.status === '1').map(entryOf),
    allAuth: buttons.map((row) => ({ ...entryOf(row), status: row.status ?? '0' })),
    sysSafeMode: false,
  }
}

/** The same for clients that keep codes instead of a menu (4-api.md §2.1 `getPermCode`). */
export async function ownPermissionCodes(
  ctx: Context,
  actor: Actor,
): Promise<Omit<PermissionAnswer, 'menu'> & { codeList: string[] }> {
  const { menu, ...rest } = await ownPermissions(ctx, actor)
  return { codeList: pathsOf(menu), ...rest }
}

function entryOf(row: PermissionRow): AuthEntry {
  return { action: row.perms ?? '', type: row.permsType ?? '1', describe: row.name }
}

function pathsOf(menu: readonly MenuItem[]): string[] {
  return menu.flatMap((item) => [item.path, ...pathsOf(item.children ?? [])])
}

/** Home pages of the caller's roles in force, the one that wins first (4-api.md §7.22: the lowest priority). */
async function roleHomesOf(ctx: Context, { tenantId, roleCodes }: Actor): Promise<string[]> {
  const { rows } = await sql<{ component: string }>`
    select i.component from sys_role_index i
      join sys_role r on r.tenant_id = i.tenant_id and r.role_code = i.role_code
    where i.tenant_id = ${tenantId} and i.role_code = any(${[...roleCodes]}::text[]) and i.status = '1'
    order by i.priority nulls last, r.role_sort nulls last, i.id`.execute(ctx.db)
  return rows.map(({ component }) => component)
}

async function loadRows(ctx: Context, actor: Actor): Promise<PermissionRow[]> {
  const { rows } = await sql<PermissionRow>`
    with granted as (
      select rp.permission_id from sys_role_permission rp
        join sys_user_role ur on ur.role_id = rp.role_id join sys_role r on r.id = ur.role_id
        where ur.user_id = ${actor.userId} and r.tenant_id in (${actor.tenantId}, 0)
      union
      select drp.permission_id from sys_depart_role_user dru
        join sys_depart_role_permission drp on drp.role_id = dru.drole_id
        join sys_depart_role dr on dr.id = dru.drole_id
        where dru.user_id = ${actor.userId} and dr.tenant_id in (${actor.tenantId}, 0)
    )
    select p.id, p.parent_id, p.name, p.url, p.component, p.component_name, p.redirect, p.icon,
      p.sort_no::float8 as sort_no, p.menu_type, p.perms, p.perms_type, p.status,
      coalesce(p.is_leaf, false) as is_leaf, coalesce(p.is_route, true) as is_route,
      coalesce(p.hidden, false) as hidden, coalesce(p.hide_tab, false) as hide_tab,
      coalesce(p.keep_alive, false) as keep_alive, coalesce(p.always_show, false) as always_show,
      coalesce(p.internal_or_external, false) as internal_or_external,
      exists (select 1 from granted g where g.permission_id = p.id) as granted
    from sys_permission p
    where coalesce(p.del_flag, 0) = 0 and (p.menu_type <> 2 or p.perms <> '')
    order by p.sort_no, p.id`.execute(ctx.db)
  return rows
}
