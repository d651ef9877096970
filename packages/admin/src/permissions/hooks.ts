import { permission } from '@suoan/contract'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'
import { defineHooks, recordAudit, type HookCall } from '@suoan/platform/resource'
import { refuseBeyondOwn, refuseBoundPages, refuseWiderOwn } from '../users/index.ts'
import { normaliseMenu, refuseBadAddress, refuseWithoutPath } from './normalise-menu.ts'

const BUTTON = 2

/** With these everything else can be put right again; their rows stay as they are. */
const keepers = new Set([
  'system:permission:list',
  'system:permission:add',
  'system:permission:edit',
  'system:role:list',
  'system:role:edit',
])

/** What menus and buttons respect beside plain CRUD (4-api.md §3.7, security.md V10). */
export const permissionHooks = defineHooks(permission, {
  async beforeAdd(draft, { tx, actor, ctx }) {
    normaliseMenu(draft)
    refuseBadAddress(draft, ctx.config)
    await refuseOddParent(tx, draft.menuType ?? 0, draft.parentId ?? '')
    refuseWithoutPath(draft)
    refuseBeyondOwn(actor, codesOf(draft.perms))
    await refuseBoundPages(ctx, actor, codesOf(draft.perms), '新增带有这些授权标识的菜单')
    draft.leaf = true
  },
  async afterAdd(row, { tx, emit }) {
    await settleLeaves(tx, [row.parentId])
    emit('permissions.changed', { userIds: 'all' })
  },

  async beforeEdit(draft, before, { tx, actor, ctx }) {
    normaliseMenu(draft, before)
    refuseBadAddress(draft, ctx.config, before)
    const menuType = draft.menuType ?? before.menuType ?? 0
    if (draft.parentId !== undefined || draft.menuType !== undefined)
      await refuseOddParent(tx, menuType, draft.parentId ?? before.parentId ?? '')
    if (draft.url !== undefined || draft.menuType !== undefined) refuseWithoutPath(draft, before)
    if (draft.perms === undefined && draft.menuType === undefined) return
    // A code put on a row that roles already have is a grant.
    refuseKept([before], '修改授权标识或类型')
    const codes = [...codesOf(before.perms), ...codesOf(draft.perms ?? before.perms)]
    refuseBeyondOwn(actor, codes)
    await refuseBoundPages(ctx, actor, codes, '修改授权标识或类型')
    if (menuType === BUTTON && (await hasChildren(tx, before.id)))
      throw fail('REFUSED', { detail: '该菜单还有下级，不能改为按钮；请先移走下级' })
  },
  async afterEdit(row, before, { ctx, tx, actor, emit }) {
    if (row.parentId !== before.parentId) await settleLeaves(tx, [row.parentId, before.parentId])
    // A rule of a menu narrows what the buttons below it give.
    await refuseWiderOwn(ctx, tx, actor)
    emit('permissions.changed', { userIds: 'all' })
  },

  async beforeDelete(rows, call) {
    const ids = rows.map(({ id }) => id)
    const below = await rowsBelow(call.tx, ids)
    refuseKept([...rows, ...below], '删除')
    refuseBeyondOwn(
      call.actor,
      [...rows, ...below].flatMap(({ perms }) => codesOf(perms)),
    )
    await removeBelow(call, below)
    await removeLinks(call.tx, [...ids, ...below.map(({ id }) => id)])
  },
  async afterDelete(rows, { ctx, tx, actor, emit }) {
    await settleLeaves(
      tx,
      rows.map(({ parentId }) => parentId),
    )
    await refuseWiderOwn(ctx, tx, actor)
    emit('permissions.changed', { userIds: 'all' })
  },
})

interface MenuRow {
  readonly id: string
  readonly name: string | null
  readonly perms: string | null
}

function codesOf(perms: string | null | undefined): string[] {
  return (perms ?? '')
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '')
}

function refuseKept(rows: readonly MenuRow[], what: string): void {
  const kept = rows.find(({ perms }) => codesOf(perms).some((code) => keepers.has(code)))
  if (kept) throw fail('REFUSED', { detail: `“${kept.name ?? ''}”是维护菜单和角色所必需的，不能${what}` })
}

/** Pages and buttons stand below a menu; nothing stands below a button. */
async function refuseOddParent(tx: Tx, menuType: number, parentId: string): Promise<void> {
  if (menuType === 0) return
  if (parentId === '') throw fail('BAD_INPUT', { detail: '请选择上级菜单' })
  const { rows } = await sql<{ menuType: number }>`
    select menu_type from sys_permission where id = ${parentId} and del_flag = 0`.execute(tx)
  if (!rows[0]) throw fail('BAD_INPUT', { detail: '上级菜单不存在，请重新选择' })
  if (rows[0].menuType === BUTTON)
    throw fail('BAD_INPUT', { detail: '按钮下不能再有下级，请选择菜单作为上级' })
}

async function hasChildren(tx: Tx, id: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from sys_permission where parent_id = ${id} and del_flag = 0 limit 1`.execute(tx)
  return rows.length > 0
}

/** A row is a leaf exactly while nothing stands below it: children of a leaf are not looked for (4-api.md §3.3). */
async function settleLeaves(tx: Tx, parentIds: readonly (string | null)[]): Promise<void> {
  const ids = parentIds.filter((id): id is string => id !== null && id !== '')
  if (ids.length === 0) return
  await sql`update sys_permission p set is_leaf = not exists (
      select 1 from sys_permission c where c.parent_id = p.id and c.del_flag = 0)
    where p.id = any(${ids}::text[])`.execute(tx)
}

async function rowsBelow(tx: Tx, ids: readonly string[]): Promise<MenuRow[]> {
  const { rows } = await sql<MenuRow>`
    with recursive below as (
      select id, name, perms from sys_permission where parent_id = any(${[...ids]}::text[]) and del_flag = 0
      union
      select c.id, c.name, c.perms from sys_permission c join below b on c.parent_id = b.id where c.del_flag = 0
    ) select * from below where id <> all(${[...ids]}::text[])`.execute(tx)
  return rows
}

async function removeBelow({ tx, actor, now }: HookCall, below: readonly MenuRow[]): Promise<void> {
  if (below.length === 0) return
  const ids = below.map(({ id }) => id)
  await sql`update sys_permission set del_flag = 1, revision = revision + 1, update_by = ${actor.username},
    update_time = ${new Date(now)} where id = any(${ids}::text[])`.execute(tx)
  await recordAudit(
    tx,
    {
      actor,
      content: `菜单：随上级删除 ${below
        .slice(0, 20)
        .map(({ name }) => name)
        .join('、')}${below.length > 20 ? ` 等 ${below.length} 条` : ''}`,
      operateType: 4,
      now,
    },
    below.map((row) => ({ resource: permission, before: { ...row }, after: null })),
  )
}

async function removeLinks(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const table of [
    'sysRolePermission',
    'sysDepartPermission',
    'sysDepartRolePermission',
    'sysPermissionDataRule',
  ] as const)
    await tx
      .deleteFrom(table)
      .where('permissionId', 'in', [...ids])
      .execute()
}
