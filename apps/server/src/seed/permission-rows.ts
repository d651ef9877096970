import * as contract from '@suoan/contract'
import {
  permissionOf,
  plainPermission,
  resources,
  verbTable,
  type Endpoint,
  type Verb,
} from '@suoan/contract'
import { createHash } from 'node:crypto'
import { menu, type SeedMenu } from './menu.ts'

/** A row of `sys_permission` as the seed writes it. */
export interface PermissionRow {
  readonly id: string
  readonly parentId: string
  readonly name: string
  readonly url: string | null
  readonly component: string | null
  readonly menuType: 0 | 1 | 2
  readonly perms: string | null
  readonly sortNo: number
  readonly icon: string | null
  readonly hidden: boolean
  readonly isLeaf: boolean
  readonly keepAlive: boolean
  readonly alwaysShow: boolean
}

const verbTitles: Readonly<Record<Verb, string>> = {
  list: '查询',
  queryById: '查询',
  add: '新增',
  edit: '编辑',
  delete: '删除',
  deleteBatch: '批量删除',
  exportXls: '导出',
  importExcel: '导入',
}

/** Every permission code of this version with its Chinese name: said by the descriptions and the endpoints. */
export function permissionCodes(): ReadonlyMap<string, string> {
  const codes = new Map<string, string>()
  for (const resource of resources) {
    for (const verb of resource.verbs) {
      const row = verbTable.find((each) => each.verb === verb)
      if (row) codes.set(permissionOf(resource, row.action), `${resource.title}·${verbTitles[verb]}`)
    }
  }
  codes.set(plainPermission, '查看完整的电话、邮箱和证件号')
  for (const { access, title } of endpoints()) {
    if (typeof access !== 'object' || codes.has(access.permission)) continue
    codes.set(access.permission, title)
  }
  return codes
}

/**
 * The permission codes that do nothing in a tenant: every call behind them is the platform's (`platformOnly`, or a change of
 * rows that hold for all). A tenant's roles do not begin with them, nor with a page that has no others.
 */
function platformCodes(): ReadonlySet<string> {
  const ofTenants = new Set<string>()
  const ofPlatform = new Set<string>()
  const note = (code: string, isPlatforms: boolean) => (isPlatforms ? ofPlatform : ofTenants).add(code)
  for (const resource of resources) {
    const { belongsTo } = resource.traits
    for (const { verb, action } of verbTable) {
      if (!resource.verbs.includes(verb)) continue
      const changes = action !== 'list' && action !== 'export'
      note(
        permissionOf(resource, action),
        belongsTo === 'platformOnly' || (belongsTo === 'platform' && changes),
      )
    }
  }
  for (const { access, platformOnly } of endpoints())
    if (typeof access === 'object') note(access.permission, platformOnly === true)
  return new Set([...ofPlatform].filter((code) => !ofTenants.has(code)))
}

/** The rows that a tenant's roles may begin with (its menu pack). */
export function tenantRows(rows: readonly PermissionRow[]): PermissionRow[] {
  const codes = platformCodes()
  // The rows of the page are the platform's, though a call beside it may answer in a tenant (租户 `queryList`).
  const prefixes = resources
    .filter(({ traits }) => traits.belongsTo === 'platformOnly')
    .map(({ permission }) => `${permission}:`)
  const isOfPlatformsRows = ({ perms }: PermissionRow) =>
    prefixes.some((prefix) => perms?.startsWith(prefix) === true)
  const isPlatforms = (row: PermissionRow) => row.perms !== null && codes.has(row.perms)
  /** Whose page it is, by its buttons; undefined where it has none. */
  const isPlatformsPage = (id: string): boolean | undefined => {
    const own = rows.filter((each) => each.menuType === 2 && each.parentId === id)
    return own.length === 0
      ? undefined
      : own.every((button) => isPlatforms(button) || isOfPlatformsRows(button))
  }
  /** Pages that share the permission of one beside them have no buttons: all in such a group are whose that one is. */
  const isPlatformsGroup = (id: string): boolean => {
    const pages = rows.filter((each) => each.menuType !== 2 && each.parentId === id)
    const known = pages.flatMap((each) => isPlatformsPage(each.id) ?? [])
    return known.length > 0 && known.every(Boolean)
  }
  return rows.filter((row) => {
    if (row.menuType === 2) return !isPlatforms(row)
    return !(
      isPlatformsPage(row.id) ??
      (isPlatformsGroup(row.id) || (row.parentId !== '' && isPlatformsGroup(row.parentId)))
    )
  })
}

/** Whatever the contract exports as `…Endpoints`. */
function endpoints(): Endpoint[] {
  return Object.entries(contract)
    .filter(([name, value]) => name.endsWith('Endpoints') && typeof value === 'object')
    .flatMap(([, value]) => Object.values(value as Readonly<Record<string, Endpoint>>))
}

/** The menu and, under the page that owns its prefix, a button row for every permission code. */
export function permissionRows(): PermissionRow[] {
  const pages = menu.flatMap((root, index) => pagesOf(root, '', index + 1))
  const owners = flat(menu).flatMap((each) => (each.owns ?? []).map((prefix) => ({ prefix, id: each.id })))
  const buttons = [...permissionCodes()].map(([code, name], index): PermissionRow => {
    const owner = owners
      .filter(({ prefix }) => code.startsWith(`${prefix}:`))
      .toSorted((a, b) => b.prefix.length - a.prefix.length)[0]
    return {
      id: `perm-${createHash('sha256').update(code).digest('hex').slice(0, 24)}`,
      parentId: owner?.id ?? 'menu-isystem',
      name,
      url: null,
      component: null,
      menuType: 2,
      perms: code,
      sortNo: index + 1,
      icon: null,
      hidden: false,
      isLeaf: true,
      keepAlive: false,
      alwaysShow: false,
    }
  })
  return [...pages, ...buttons]
}

function flat(menus: readonly SeedMenu[]): SeedMenu[] {
  return menus.flatMap((each) => [each, ...flat(each.children ?? [])])
}

function pagesOf(each: SeedMenu, parentId: string, sortNo: number): PermissionRow[] {
  const row: PermissionRow = {
    id: each.id,
    parentId,
    name: each.title,
    url: each.url,
    component: each.component,
    menuType: parentId === '' ? 0 : 1,
    perms: null,
    sortNo,
    icon: each.icon ?? null,
    hidden: each.hidden ?? false,
    // Children of a leaf are not looked for (4-api.md §3.3): a page with buttons is none.
    isLeaf: (each.children ?? []).length === 0 && (each.owns ?? []).length === 0,
    keepAlive: each.children === undefined,
    alwaysShow: each.alwaysShow ?? false,
  }
  return [row, ...(each.children ?? []).flatMap((child, index) => pagesOf(child, each.id, index + 1))]
}
