import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import { createHmac, randomBytes } from 'node:crypto'
import type { Config } from '@suoan/platform/config'
import type { Context, Tx } from '@suoan/platform/context'
import { beginFillRules } from '@suoan/admin/fill-rules'
import { oneTimePassword, preparePassword, storePassword } from '@suoan/admin/session'
import { labelOf } from '@suoan/domain/dictionaries'
import { demoPeople } from '@suoan/safety/seed/demo-people'
import { demoUsernames, seedDemoPlant } from '@suoan/safety/seed/demo-plant'
import { seedWorks } from '@suoan/safety/seed/works/index'
import { seedDictionaries } from '@suoan/platform/seed/dictionaries'
import { engineOf } from '@suoan/platform/resource'
import { applyBaseline, completeWithBaseline } from '@suoan/safety/seed/baseline/index'
import { demoMenuId, menu } from './menu.ts'
import { permissionRows, tenantRows, type PermissionRow } from './permission-rows.ts'
import { mayUse, roles, type SeedRole } from './roles.ts'

/** What the operator must read once. */
export interface FirstStart {
  readonly notes: readonly string[]
  /** The database was empty, and has rows in many tables now that its planner has not seen. */
  readonly isNew: boolean
}

/**
 * Brings an installation up to this version's menu, permissions and dictionaries, and on an empty database creates the
 * roles, the administrator and, where DEMO asks for it, the demo plant. No fixed password exists: each is the
 * operator's (ADMIN_PASSWORD, DEMO_PASSWORD; used as it is) or made here, shown once and to be changed at first login.
 */
export async function firstStart(ctx: Context, wantsDemo: boolean): Promise<FirstStart> {
  const { config, db } = ctx
  const now = ctx.clock.now()
  const isEmpty = (await db.selectFrom('sysUser').select('id').limit(1).executeTakeFirst()) === undefined
  const shown: ShownAccount[] = []
  // The page of the simulator is there only where a demo plant is: never on a real one, however it is started.
  const isDemo = wantsDemo && (isEmpty || (await hasDemoDevices(ctx)))
  const rows = permissionRows().filter(({ id }) => isDemo || id !== demoMenuId)
  // Hashing is slow and must not hold a transaction open.
  const admin = isEmpty ? await madePassword(config.adminPassword) : null
  const people = isEmpty && wantsDemo ? await demoPasswords(config) : null
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('suoan first start'))`.execute(tx)
    await seedDictionaries(tx, now)
    await seedPermissions(tx, now, rows)
    if (!isDemo) await removePage(tx, demoMenuId)
    const tenants = await tenantIds(tx)
    for (const tenantId of tenants) {
      await seedRoles(tx, tenantId, now, rows)
      await beginFillRules(tx, tenantId, now)
    }
    // Another node may have been first while this one hashed.
    const isStillEmpty =
      (await tx.selectFrom('sysUser').select('id').limit(1).executeTakeFirst()) === undefined
    if (admin && isStillEmpty) {
      await seedAdmin(tx, now)
      await storePassword(tx, 'admin', admin.prepared, now)
      shown.push({ username: 'admin', realname: '系统管理员', role: '管理员', password: admin.shown })
    }
    if (people && isStillEmpty) {
      const secret = await installationKey(tx)
      const secretFor = (sn: string): string => deviceSecret(secret, sn)
      await seedDemoPlant(tx, {
        now,
        givePassword: async (within, username) => {
          const made = people.get(username)
          if (!made) throw new Error(`no password was prepared for ${username}`)
          await storePassword(within, username, made.prepared, now)
        },
        secretFor,
      })
      if (config.demoWorks) await seedWorks(tx, { now, secretFor })
      for (const person of demoPeople)
        shown.push({
          username: person.username,
          realname: person.realname,
          role: person.roles.map((role) => labelOf('lo_role_tag', role)).join('、'),
          password: people.get(person.username)?.shown ?? null,
        })
      await completeWithBaseline(tx, { tenantId: 0, now })
    }
    for (const tenantId of tenants) await applyBaseline(tx, { tenantId, now })
  })
  // The rules of its work come from safety, which adds itself (decision 0521).
  engineOf(ctx).newTenants.add((tx, tenantId, at) => seedRoles(tx, tenantId, at, rows))
  ctx.broadcasts.emit('dictionary.changed', { dictCode: null })
  return { notes: accountTable(shown), isNew: isEmpty }
}

interface ShownAccount {
  readonly username: string
  readonly realname: string
  readonly role: string
  /** Null where the operator has chosen it. */
  readonly password: string | null
}

/** One table of who can sign in now, with the passwords that were made here; nothing where nobody was made. */
function accountTable(accounts: readonly ShownAccount[]): string[] {
  // An administrator alone, with the password the operator has chosen, is no news.
  if (accounts.length <= 1 && accounts.every(({ password }) => password === null)) return []
  const once = accounts.some(({ password }) => password !== null)
  const rows = [
    { username: '账号', realname: '姓名', role: '角色', password: '密码' },
    ...accounts.map(({ password, ...row }) => ({
      ...row,
      password: password ?? (row.username === 'admin' ? '（ADMIN_PASSWORD）' : '（DEMO_PASSWORD）'),
    })),
  ]
  return [
    once ? '可以登录的人员。一次性密码只显示这一次，首次登录须修改：' : '可以登录的人员：',
    ...rows.map(
      ({ username, realname, role, password }) =>
        `  ${padded(username, 6)}  ${padded(realname, 10)}  ${padded(role, 20)}  ${password}`,
    ),
  ]
}

/** Filled to a width in which a Chinese character takes two places, as on a terminal. */
function padded(text: string, width: number): string {
  const places = [...text].reduce((sum, sign) => sum + (sign.charCodeAt(0) > 0xff ? 2 : 1), 0)
  return text + ' '.repeat(Math.max(0, width - places))
}

async function madePassword(given: string | undefined) {
  const password = given ?? oneTimePassword()
  return {
    prepared: await preparePassword(password, given === undefined),
    shown: given === undefined ? password : null,
  }
}

/** One after the other: a hash takes memory, and fourteen at once would take it all. */
async function demoPasswords(config: Config) {
  const made = new Map<string, Awaited<ReturnType<typeof madePassword>>>()
  for (const username of demoUsernames) made.set(username, await madePassword(config.demoPassword))
  return made
}

/** Secrets of the demo devices for the simulator of the same installation, from its own random key. */
export async function demoSecrets(ctx: Context): Promise<(sn: string) => string> {
  const key = await ctx.db.transaction().execute(installationKey)
  return (sn) => deviceSecret(key, sn)
}

/** Whether devices of the demo plant are there for a simulator to play. */
export async function hasDemoDevices(ctx: Context): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('loDevice')
    .select('id')
    .where('tenantId', '=', 0)
    .where('delFlag', '=', 0)
    .where('id', 'like', 'demo-dev-%')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const deviceSecret = (key: string, sn: string): string =>
  createHmac('sha256', key).update(`device/${sn}`).digest('base64url')

/** A random key of this installation, made once and kept in its database. */
async function installationKey(tx: Tx): Promise<string> {
  await sql`insert into installation_key (name, value) values ('demo-devices', ${randomBytes(32).toString('base64url')})
    on conflict (name) do nothing`.execute(tx)
  const { rows } = await sql<{
    value: string
  }>`select value from installation_key where name = 'demo-devices'`.execute(tx)
  const value = rows[0]?.value
  if (value === undefined) throw new Error('the installation key was not stored')
  return value
}

/**
 * Brings the menu and its buttons to what this version says: rows it brings are added, rows nobody has edited follow it, and
 * what people changed or deleted stays as they left it. Then each role gets what it is meant to have and was never offered.
 */
async function seedPermissions(tx: Tx, now: number, rows: readonly PermissionRow[]): Promise<void> {
  const pack = tenantRows(rows)
  const { rows: written } = await sql<{ id: string; isNew: boolean }>`
    insert into sys_permission (id, parent_id, name, url, component, menu_type, perms, perms_type, sort_no, icon, hidden,
      is_leaf, keep_alive, always_show, status, create_by, create_time)
    select id, "parentId", name, url, component, "menuType", perms, '1', "sortNo", icon, hidden, "isLeaf", "keepAlive",
      "alwaysShow", '1', 'system', ${new Date(now)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id text, "parentId" text, name text, url text,
      component text, "menuType" int, perms text, "sortNo" numeric, icon text, hidden boolean, "isLeaf" boolean,
      "keepAlive" boolean, "alwaysShow" boolean)
    on conflict (id) do update set ${sql.join(following.map((name) => sql`${sql.id(name)} = excluded.${sql.id(name)}`))},
      -- Somebody may have hung a page of his own below it.
      is_leaf = excluded.is_leaf and not exists (select 1 from sys_permission c
        where c.parent_id = excluded.id and c.del_flag = 0 and c.create_by <> 'system')
    where sys_permission.create_by = 'system' and sys_permission.update_by is null and sys_permission.del_flag = 0
      and (${columnsOf('sys_permission')}) is distinct from (${columnsOf('excluded')})
    returning id, xmax = 0 as is_new`.execute(tx)
  const fresh = new Set(written.filter(({ isNew }) => isNew).map(({ id }) => id))
  for (const role of roles) {
    const { rows: known } = await sql<{
      id: string
      tenantId: number
    }>`select id, tenant_id from sys_role where role_code = ${role.code}
      and (tenant_id = 0 or id = 'role-' || tenant_id || '-' || role_code)`.execute(tx)
    for (const { id: roleId, tenantId } of known)
      await offer(tx, roleId, rowsOf(role, tenantId === 0 ? rows : pack), fresh)
  }
}

/** What a row nobody has edited takes over from this version, beside whether it is a leaf. */
const following = [
  'parent_id',
  'name',
  'url',
  'component',
  'menu_type',
  'perms',
  'sort_no',
  'icon',
  'hidden',
  'keep_alive',
  'always_show',
] as const
const columnsOf = (table: 'sys_permission' | 'excluded') =>
  sql.join(following.map((name) => sql`${sql.id(table)}.${sql.id(name)}`))

/**
 * Grants a role of the seed what it was never offered, with the groups in which that stands: what somebody took away from it
 * was offered before and stays away. A database from before offers were kept (0536) was offered all but the rows that are new.
 */
async function offer(
  tx: Tx,
  roleId: string,
  meant: readonly PermissionRow[],
  fresh: ReadonlySet<string>,
): Promise<void> {
  const { rows: offered } = await sql<{ permissionId: string; isFirst: boolean }>`
    with first as (select not exists (select 1 from sys_seed_grant where role_id = ${roleId}) as is_first)
    insert into sys_seed_grant (role_id, permission_id)
    select ${roleId}, id from unnest(${meant.map(({ id }) => id)}::text[]) id
    on conflict do nothing returning permission_id, (select is_first from first) as is_first`.execute(tx)
  const ids = new Set([
    ...offered.flatMap(({ permissionId, isFirst }) => (isFirst ? [] : [permissionId])),
    ...meant.flatMap(({ id }) => (fresh.has(id) ? [id] : [])),
  ])
  if (ids.size === 0) return
  const parents = new Map(meant.map(({ id, parentId }) => [id, parentId]))
  for (const id of ids) {
    const parent = parents.get(id)
    if (parent && parents.has(parent)) ids.add(parent)
  }
  await grant(
    tx,
    roleId,
    meant.filter(({ id }) => ids.has(id)),
  )
}

/** Takes a page off the menu and from every role. */
async function removePage(tx: Tx, id: string): Promise<void> {
  await sql`delete from sys_role_permission where permission_id = ${id}`.execute(tx)
  await sql`delete from sys_seed_grant where permission_id = ${id}`.execute(tx)
  await sql`delete from sys_permission where id = ${id}`.execute(tx)
}

/** The permission rows a role starts with. */
function rowsOf(role: SeedRole, rows: readonly PermissionRow[]): PermissionRow[] {
  if (role.menus.includes('*')) return [...rows]
  const groups = menu.flatMap((each) =>
    (each.children ?? []).some((child) => role.menus.includes(child.id)) ? [each.id] : [],
  )
  return rows.filter((row) =>
    row.menuType === 2
      ? row.perms !== null && mayUse(role, row.perms)
      : role.menus.includes(row.id) || groups.includes(row.id),
  )
}

/** The platform, and every tenant there is. */
async function tenantIds(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from sys_tenant order by id`.execute(tx)
  return [0, ...rows.map(({ id }) => id)]
}

/** Roles a tenant begins with, so that its flows find somebody to ask; nobody registers himself into a tenant but the first. */
async function seedRoles(
  tx: Tx,
  tenantId: number,
  now: number,
  rows: readonly PermissionRow[],
): Promise<void> {
  const own = tenantId === 0 ? roles : roles.filter(({ code }) => code !== 'test')
  for (const [index, role] of own.entries())
    await seedRole(tx, { tenantId, role, sort: index + 1, now, rows })
}

interface RoleSeed {
  readonly tenantId: number
  readonly role: SeedRole
  readonly sort: number
  readonly now: number
  readonly rows: readonly PermissionRow[]
}

async function seedRole(tx: Tx, { tenantId, role, sort, now, rows: all }: RoleSeed): Promise<void> {
  const id = tenantId === 0 ? `role-${role.code}` : `role-${tenantId}-${role.code}`
  const { rows } = await sql<{ id: string }>`
    insert into sys_role (id, tenant_id, role_name, role_code, role_no, role_sort, create_by, create_time)
    values (${id}, ${tenantId}, ${role.name}, ${role.code}, ${role.roleNo}, ${sort}, 'system', ${new Date(now)})
    on conflict (tenant_id, role_code) do nothing returning id`.execute(tx)
  if (rows.length === 0) return
  const meant = rowsOf(role, tenantId === 0 ? all : tenantRows(all))
  await grant(tx, id, meant)
  await sql`insert into sys_seed_grant (role_id, permission_id)
    select ${id}, id from unnest(${meant.map((row) => row.id)}::text[]) id on conflict do nothing`.execute(tx)
  if (role.home === undefined) return
  await sql`insert into sys_role_index (id, tenant_id, role_code, url, component, status, priority, create_by, create_time)
    values (${newId()}, ${tenantId}, ${role.code}, '/dashboard/workplace', ${role.home}, '1', 0, 'system', ${new Date(now)})
    on conflict do nothing`.execute(tx)
}

async function grant(tx: Tx, roleId: string, rows: readonly PermissionRow[]): Promise<void> {
  if (rows.length === 0) return
  const links = rows.map((row) => ({ id: newId(), permissionId: row.id }))
  await sql`insert into sys_role_permission (id, role_id, permission_id)
    select id, ${roleId}, "permissionId" from jsonb_to_recordset(${JSON.stringify(links)}::jsonb)
      as r(id text, "permissionId" text)
    on conflict do nothing`.execute(tx)
}

async function seedAdmin(tx: Tx, now: number): Promise<void> {
  await sql`insert into sys_user (id, tenant_id, username, realname, status, user_identity, create_by, create_time)
    values ('admin', 0, 'admin', '系统管理员', 1, 1, 'system', ${new Date(now)})`.execute(tx)
  await sql`insert into sys_user_role (id, user_id, role_id)
    select ${newId()}, 'admin', id from sys_role where role_code = 'admin' and tenant_id = 0`.execute(tx)
}
