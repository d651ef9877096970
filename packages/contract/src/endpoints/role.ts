import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import type { Page } from '../envelope.ts'

/** Calls of roles beside the verbs (4-api.md §7.2), and the tree of permissions that their drawer ticks (§3.8). */

const line = (max: number) =>
  z
    .string()
    .max(max, `内容过长，最多 ${max} 个字符`)
    .refine((value) => !value.includes('\0'), '内容含有不能使用的字符')
const id = line(64).min(1, '缺少编号')

/** A menu or button in a tree that can be ticked. */
export interface PermissionNode {
  key: string
  value: string
  /** The roles' drawer draws `slotTitle` through a slot and gets no `title`. */
  title: string | null
  label: string | null
  slotTitle: string
  scopedSlots: { title: string } | null
  isLeaf: boolean
  icon: string | null
  /** 1 when the row has data rules. */
  ruleFlag: number
  parentId: string | null
  children: PermissionNode[] | null
}

export interface PermissionTree {
  treeList: PermissionNode[]
  /** Ids of all rows. */
  ids: string[]
}

/** A role with whether somebody has it. */
export type FlaggedRole = Record<string, unknown> & { id: string; userFlag: '0' | '1' }

/** A data rule as the assignment screens show it. */
export type DataRuleRow = Record<string, unknown> & { id: string }

export interface RuleChoice {
  datarule: DataRuleRow[]
  /** Ids of the ticked rules, joined by commas; absent while none was ever ticked. */
  drChecked?: string
}

const list = { permission: 'system:role:list' } as const

/** The role by which somebody has a permission. */
export interface GrantedBy {
  kind: 'role' | 'departRole'
  /** `''` of a role that is not of the caller's tenant. */
  id: string
  name: string
}

/** A person who may do something. */
export type WhoCanRow = Record<string, unknown> & { id: string; by: GrantedBy[] }

export interface WhoCan extends Page<WhoCanRow> {
  /** Whoever is named on a live ticket may do it too, without any role (decision 0587). */
  orNamed: boolean
  /** People who may do it here and are not in the caller's sight: guests of another tenant (decision 0170), other departments. */
  unseen: number
}

/** Something that a person may do. */
export interface PersonGrant {
  code: string
  name: string
  /** The menus above, outermost first. */
  trail: string[]
  by: GrantedBy[]
}

/** A menu or button that only one of two roles has, or on which their data rules differ. */
export interface RoleDifference {
  id: string
  name: string
  trail: string[]
  /** 0 first level, 1 page, 2 button. */
  menuType: number
  /** Who has it. */
  side: 'left' | 'right' | 'both'
  /** Names of ticked data rules, where both have the row and their rules differ. */
  leftRules: string[]
  rightRules: string[]
}

export interface RoleComparison {
  /** What both have alike. */
  same: number
  differences: RoleDifference[]
}

export const roleEndpoints = {
  /** The engine's `list`; inside a tenant roles of the platform follow, marked `ofPlatform`. */
  page: defineEndpoint<Page<Record<string, unknown>>>()({
    // The title of the resource, as the other verbs have it.
    title: '角色',
    methods: ['GET'],
    path: '/sys/role/list',
    access: list,
    input: z.looseObject({}),
  }),
  all: defineEndpoint<Record<string, unknown>[]>()({
    title: '全部角色',
    methods: ['GET'],
    path: '/sys/role/queryall',
    access: list,
    input: z.object({}),
  }),
  /** The specification gives only the name: all roles, marked for one user (decision 0340). */
  flagged: defineEndpoint<FlaggedRole[]>()({
    title: '全部角色及用户是否拥有',
    methods: ['GET'],
    path: '/sys/role/queryUserFlagAll',
    access: list,
    /** Without `userId` the caller himself. */
    input: z.object({ userId: line(64).optional() }),
  }),
  /** A new role with the grants, data rules and home page of another; without its people. */
  copy: defineEndpoint<{ id: string }>()({
    title: '复制角色',
    methods: ['POST'],
    path: '/sys/role/copy',
    access: { permission: 'system:role:add' },
    input: z.object({
      roleId: id,
      roleName: line(200),
      roleCode: line(100),
      description: line(255).nullish(),
    }),
  }),
  compare: defineEndpoint<RoleComparison>()({
    title: '对比两个角色',
    methods: ['GET'],
    path: '/sys/role/compare',
    access: list,
    input: z.object({ left: id, right: id }),
  }),
  whoCan: defineEndpoint<WhoCan>()({
    title: '谁能做这件事',
    methods: ['GET'],
    path: '/sys/role/whoCan',
    access: list,
    input: z.object({
      /** A permission code. */
      code: line(200).min(1, '请选择权限'),
      pageNo: z.coerce.number().int().min(1).max(1_000_000).catch(1).default(1),
      pageSize: z.coerce.number().int().min(1).max(500).catch(10).default(10),
    }),
  }),
  personGrants: defineEndpoint<PersonGrant[]>()({
    title: '这个人能做什么、凭哪个角色',
    methods: ['GET'],
    path: '/sys/role/personGrants',
    access: list,
    input: z.object({ userId: id }),
  }),
  isFree: defineEndpoint<boolean>()({
    title: '角色编码是否可用',
    methods: ['GET'],
    path: '/sys/role/checkRoleCode',
    access: list,
    input: z.object({ id: line(64).optional(), roleCode: line(100) }),
  }),
  permissionTree: defineEndpoint<PermissionTree>()({
    title: '授权用的菜单树',
    methods: ['GET'],
    path: '/sys/role/queryTreeList',
    access: list,
    input: z.object({}),
  }),
  rules: defineEndpoint<RuleChoice | null>()({
    title: '角色在菜单上的数据规则',
    methods: ['GET'],
    path: '/sys/role/datarule/:permissionId/:roleId',
    access: list,
    input: z.object({ permissionId: id, roleId: id }),
  }),
  saveRules: defineEndpoint<null>()({
    title: '保存角色的数据规则',
    methods: ['POST'],
    path: '/sys/role/datarule',
    access: { permission: 'system:role:edit' },
    input: z.object({
      permissionId: id,
      roleId: id,
      dataRuleIds: z.union([line(1_000), z.array(line(64)).max(30)]).default(''),
    }),
  }),
} as const
