import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import type { DataRuleRow, PermissionNode, PermissionTree } from './role.ts'

/** Calls of menus, grants and data rules beside the verbs (4-api.md §3.7, §3.8, §4.7). */

const line = (max: number) =>
  z
    .string()
    .max(max, `内容过长，最多 ${max} 个字符`)
    .refine((value) => !value.includes('\0'), '内容含有不能使用的字符')
const id = line(64).min(1, '缺少编号')
/** Ids of every menu and button there may be, as a comma list or an array. */
const manyIds = z.union([line(300_000), z.array(line(64)).max(5_000)]).default('')

/** A menu or button with all its columns (4-api.md §3.8). */
export type MenuNode = Record<string, unknown> & {
  id: string
  key: string
  title: string
  leaf: boolean
  isLeaf: boolean
  children: MenuNode[] | null
}

const list = { permission: 'system:permission:list' } as const
const edit = { permission: 'system:permission:edit' } as const

export const permissionEndpoints = {
  tree: defineEndpoint<MenuNode[]>()({
    title: '菜单树',
    methods: ['GET'],
    path: '/sys/permission/list',
    access: list,
    input: z.object({}),
  }),
  roots: defineEndpoint<MenuNode[]>()({
    title: '一级菜单',
    methods: ['GET'],
    path: '/sys/permission/getSystemMenuList',
    access: list,
    input: z.object({}),
  }),
  children: defineEndpoint<MenuNode[]>()({
    title: '下级菜单与按钮',
    methods: ['GET'],
    path: '/sys/permission/getSystemSubmenu',
    access: list,
    input: z.object({ parentId: id }),
  }),
  childrenOfMany: defineEndpoint<Record<string, MenuNode[]>>()({
    title: '多个菜单的下级',
    methods: ['GET'],
    path: '/sys/permission/getSystemSubmenuBatch',
    access: list,
    input: z.object({ parentIds: manyIds }),
  }),
  tickTree: defineEndpoint<PermissionTree>()({
    title: '可勾选的菜单树',
    methods: ['GET'],
    path: '/sys/permission/queryTreeList',
    access: list,
    input: z.object({}),
  }),
  /** One level of the tree that can be ticked: the first without `pid`. */
  tickLevel: defineEndpoint<PermissionNode[]>()({
    title: '逐级查询可勾选的菜单',
    methods: ['GET'],
    path: '/sys/permission/queryListAsync',
    access: list,
    input: z.object({ pid: line(64).optional() }),
  }),
  grantsOfRole: defineEndpoint<string[]>()({
    title: '角色的菜单与按钮',
    methods: ['GET'],
    path: '/sys/permission/queryRolePermission',
    access: { permission: 'system:role:list' },
    input: z.object({ roleId: id }),
  }),
  /** Adds what is in `permissionIds` but not in `lastpermissionIds`, removes the reverse. */
  saveGrants: defineEndpoint<null>()({
    title: '保存角色授权',
    methods: ['POST'],
    path: '/sys/permission/saveRolePermission',
    access: { permission: 'system:role:edit' },
    input: z.object({ roleId: id, permissionIds: manyIds, lastpermissionIds: manyIds }),
  }),
  grantsOfDepart: defineEndpoint<string[]>()({
    title: '部门的菜单与按钮',
    methods: ['GET'],
    path: '/sys/permission/queryDepartPermission',
    access: { permission: 'system:depart:list' },
    input: z.object({ departId: id }),
  }),
  /** As for roles; what a department loses, its own roles lose too. */
  saveDepartGrants: defineEndpoint<null>()({
    title: '保存部门授权',
    methods: ['POST'],
    path: '/sys/permission/saveDepartPermission',
    access: { permission: 'system:depart:edit' },
    input: z.object({ departId: id, permissionIds: manyIds, lastpermissionIds: manyIds }),
  }),
  rules: defineEndpoint<DataRuleRow[]>()({
    title: '菜单的数据规则',
    methods: ['GET'],
    path: '/sys/permission/getPermRuleListByPermId',
    access: list,
    input: z.object({ permissionId: id }),
  }),
  findRules: defineEndpoint<DataRuleRow[]>()({
    title: '查询数据规则',
    methods: ['GET'],
    path: '/sys/permission/queryPermissionRule',
    access: list,
    input: z.object({
      permissionId: id,
      ruleName: line(100).optional(),
      ruleValue: line(300).optional(),
    }),
  }),
  addRule: defineEndpoint<null>()({
    title: '新增数据规则',
    methods: ['POST'],
    path: '/sys/permission/addPermissionRule',
    access: edit,
    platformOnly: true,
    input: z.looseObject({}),
  }),
  editRule: defineEndpoint<null>()({
    title: '编辑数据规则',
    methods: ['PUT', 'POST'],
    path: '/sys/permission/editPermissionRule',
    access: edit,
    platformOnly: true,
    input: z.looseObject({ id }),
  }),
  deleteRule: defineEndpoint<null>()({
    title: '删除数据规则',
    methods: ['DELETE'],
    path: '/sys/permission/deletePermissionRule',
    access: edit,
    platformOnly: true,
    input: z.object({ id }),
  }),
} as const
