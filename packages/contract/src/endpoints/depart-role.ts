import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import type { PermissionTree, RuleChoice } from './role.ts'

/** Calls of department roles beside the verbs, and the data rules of departments (4-api.md §7.5). */

const line = (max: number) =>
  z
    .string()
    .max(max, `内容过长，最多 ${max} 个字符`)
    .refine((value) => !value.includes('\0'), '内容含有不能使用的字符')
const id = line(64).min(1, '缺少编号')
/** Ids as a comma list or an array. */
const ids = (most: number) => z.union([line(most * 65), z.array(line(64)).max(most)]).default('')

/** A department role of a user. */
export interface DepartRoleLink {
  id: string
  userId: string
  droleId: string
}

const list = { permission: 'system:departRole:list' } as const
const edit = { permission: 'system:departRole:edit' } as const

export const departRoleEndpoints = {
  permissionTree: defineEndpoint<PermissionTree>()({
    title: '部门角色授权用的菜单树',
    methods: ['GET'],
    path: '/sys/sysDepartPermission/queryTreeListForDeptRole',
    access: list,
    input: z.object({ departId: id }),
  }),
  grants: defineEndpoint<string[]>()({
    title: '部门角色的菜单与按钮',
    methods: ['GET'],
    path: '/sys/sysDepartPermission/queryDeptRolePermission',
    access: list,
    input: z.object({ roleId: id }),
  }),
  /** Adds what is in `permissionIds` but not in `lastpermissionIds`, removes the reverse. */
  saveGrants: defineEndpoint<null>()({
    title: '保存部门角色授权',
    methods: ['POST'],
    path: '/sys/sysDepartPermission/saveDeptRolePermission',
    access: edit,
    input: z.object({ roleId: id, permissionIds: ids(5_000), lastpermissionIds: ids(5_000) }),
  }),
  departRules: defineEndpoint<RuleChoice | null>()({
    title: '部门在菜单上的数据规则',
    methods: ['GET'],
    path: '/sys/sysDepartPermission/datarule/:permissionId/:departId',
    access: { permission: 'system:depart:list' },
    input: z.object({ permissionId: id, departId: id }),
  }),
  saveDepartRules: defineEndpoint<null>()({
    title: '保存部门的数据规则',
    methods: ['POST'],
    path: '/sys/sysDepartPermission/datarule',
    access: { permission: 'system:depart:edit' },
    input: z.object({ permissionId: id, departId: id, dataRuleIds: ids(30) }),
  }),
  ofDepart: defineEndpoint<(Record<string, unknown> & { id: string; roleName: string | null })[]>()({
    title: '部门的角色',
    methods: ['GET'],
    path: '/sys/sysDepartRole/getDeptRoleList',
    access: list,
    input: z.object({ departId: id, userId: line(64).optional() }),
  }),
  ofUser: defineEndpoint<DepartRoleLink[]>()({
    title: '用户的部门角色',
    methods: ['GET'],
    path: '/sys/sysDepartRole/getDeptRoleByUserId',
    access: list,
    input: z.object({ userId: id, departId: id }),
  }),
  /** Gives what is in `newRoleId` but not in `oldRoleId`, takes the reverse. */
  assign: defineEndpoint<null>()({
    title: '分配部门角色',
    methods: ['POST'],
    path: '/sys/sysDepartRole/deptRoleUserAdd',
    access: edit,
    input: z.object({ userId: id, newRoleId: ids(200), oldRoleId: ids(200) }),
  }),
  rules: defineEndpoint<RuleChoice | null>()({
    title: '部门角色在菜单上的数据规则',
    methods: ['GET'],
    path: '/sys/sysDepartRole/datarule/:permissionId/:departId/:roleId',
    access: list,
    input: z.object({ permissionId: id, departId: id, roleId: id }),
  }),
  saveRules: defineEndpoint<null>()({
    title: '保存部门角色的数据规则',
    methods: ['POST'],
    path: '/sys/sysDepartRole/datarule',
    access: edit,
    input: z.object({ permissionId: id, roleId: id, dataRuleIds: ids(30) }),
  }),
} as const
