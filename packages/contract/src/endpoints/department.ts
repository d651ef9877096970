import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import type { Page } from '../envelope.ts'
import type { UserRow } from './user.ts'

/** Calls of departments and their members beside the verbs (4-api.md §7.1, §7.3). */

const line = (max: number) =>
  z
    .string()
    .max(max, `内容过长，最多 ${max} 个字符`)
    .refine((value) => !value.includes('\0'), '内容含有不能使用的字符')
const id = line(64)
const ids = z
  .union([line(70_000), z.array(id).max(1_000, '一次最多处理 1000 条记录，请分批操作')])
  .default('')
const page = {
  pageNo: z.coerce.number().int().min(1).max(1_000_000).catch(1).default(1),
  pageSize: z.coerce.number().int().min(1).max(500).catch(10).default(10),
}

/** A department in a tree: its columns, and what tree components read. */
export type DepartNode = Record<string, unknown> & {
  id: string
  key: string
  value: string
  title: string
  isLeaf: boolean
  /** Ids of the responsible people, joined by commas. */
  directorUserIds: string
  children: DepartNode[] | null
}

/** The smallest node a picker needs. */
export interface DepartIdNode {
  key: string
  value: string
  title: string
  children: DepartIdNode[] | null
}

export interface DepartParents {
  /** Ids from the root down, without the department itself. */
  parentIds: string[]
  parentMap: Record<string, DepartNode>
}

const list = { permission: 'system:depart:list' } as const

export const departmentEndpoints = {
  top: defineEndpoint<DepartNode[]>()({
    title: '顶级部门树',
    methods: ['GET'],
    path: '/sys/sysDepart/queryTopTreeList',
    access: list,
    input: z.object({}),
  }),
  level: defineEndpoint<DepartNode[]>()({
    title: '逐级查询部门',
    methods: ['GET'],
    path: '/sys/sysDepart/queryDepartTreeSync',
    access: list,
    input: z.object({
      pid: id.optional(),
      ids: line(70_000).optional(),
      primaryKey: z.enum(['id', 'orgCode']).catch('id').default('id'),
    }),
  }),
  idTree: defineEndpoint<DepartIdNode[]>()({
    title: '部门编号树',
    methods: ['GET'],
    path: '/sys/sysDepart/queryIdTree',
    access: list,
    input: z.object({}),
  }),
  search: defineEndpoint<DepartNode[]>()({
    title: '搜索部门',
    methods: ['GET'],
    path: '/sys/sysDepart/searchBy',
    access: list,
    input: z.object({ keyWord: line(100).default(''), myDeptSearch: line(4).optional() }),
  }),
  mine: defineEndpoint<DepartNode[]>()({
    title: '我负责的部门',
    methods: ['GET'],
    path: '/sys/sysDepart/queryMyDeptTreeList',
    access: 'signedIn',
    input: z.object({}),
  }),
  /** The departments of one level in the order they are to stand in (部门排序 by drag). */
  reorder: defineEndpoint<null>()({
    title: '部门排序',
    methods: ['POST', 'PUT'],
    path: '/sys/sysDepart/reorder',
    access: { permission: 'system:depart:edit' },
    input: z.object({ parentId: id.default(''), ids: z.array(id).min(1).max(1_000) }),
  }),
  parents: defineEndpoint<Record<string, DepartParents>>()({
    title: '部门的上级',
    methods: ['GET'],
    path: '/sys/sysDepart/queryAllParentId',
    access: list,
    input: z.object({ departId: line(70_000).optional(), orgCode: line(70_000).optional() }),
  }),
  byCode: defineEndpoint<DepartNode | null>()({
    title: '按编码查询部门',
    methods: ['GET'],
    path: '/sys/sysDepart/getDepartName',
    access: list,
    input: z.object({ orgCode: line(64) }),
  }),
  all: defineEndpoint<DepartNode[]>()({
    title: '全部部门',
    methods: ['GET'],
    path: '/sys/sysDepart/listAll',
    access: list,
    input: z.object({ id: id.optional() }),
  }),
  people: defineEndpoint<UserRow[]>()({
    title: '部门的人员',
    methods: ['GET'],
    path: '/sys/sysDepart/getUsersByDepartId',
    access: { permission: 'system:user:list' },
    input: z.object({ id }),
  }),
  searchAll: defineEndpoint<{ userList: UserRow[]; departList: DepartNode[] }>()({
    title: '搜索人员与部门',
    methods: ['GET'],
    path: '/sys/sysDepart/queryTreeByKeyWord',
    access: { permission: 'system:user:list' },
    input: z.object({ keyWord: line(100).default('') }),
  }),
  // Whoever edits departments, or leads this one (5-screens.md §6.8): the handler says who.
  members: defineEndpoint<Page<UserRow>>()({
    title: '部门成员',
    methods: ['GET'],
    path: '/sys/user/departUserList',
    access: 'signedIn',
    input: z.object({ depId: id, username: line(100).optional(), ...page }),
  }),
  addMembers: defineEndpoint<null>()({
    title: '将用户加入部门',
    methods: ['POST'],
    path: '/sys/user/editSysDepartWithUser',
    access: 'signedIn',
    input: z.object({ depId: id, userIdList: ids }),
  }),
  removeMember: defineEndpoint<null>()({
    title: '将用户移出部门',
    methods: ['DELETE'],
    path: '/sys/user/deleteUserInDepart',
    access: 'signedIn',
    input: z.object({ depId: id, userId: id }),
  }),
  removeMembers: defineEndpoint<null>()({
    title: '批量将用户移出部门',
    methods: ['DELETE'],
    path: '/sys/user/deleteUserInDepartBatch',
    access: 'signedIn',
    input: z.object({ depId: id, userIds: ids }),
  }),
} as const
