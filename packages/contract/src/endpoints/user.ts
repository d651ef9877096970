import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import type { Page } from '../envelope.ts'

/** Calls of users and of their links to roles and departments beside the verbs (4-api.md §7.1). */

/** Text from a client: no NUL, which the database cannot hold. */
const line = (max: number) =>
  z
    .string()
    .max(max, `内容过长，最多 ${max} 个字符`)
    .refine((value) => !value.includes('\0'), '内容含有不能使用的字符')
const id = line(64)
/** Ids as the client sends them: a comma list, possibly with a trailing comma, or an array. */
const ids = z
  .union([line(70_000), z.array(id).max(1_000, '一次最多处理 1000 条记录，请分批操作')])
  .default('')
const page = {
  pageNo: z.coerce.number().int().min(1).max(1_000_000).catch(1).default(1),
  pageSize: z.coerce.number().int().min(1).max(500).catch(10).default(10),
}
const word = line(200)

/** A row of `sys_user` with its texts, as the lists show it. */
export type UserRow = Record<string, unknown> & { id: string }

/** Names that one look-up takes. */
export const mostNamesAtOnce = 1_000

/** Whom a name of a list may mean: people in force whose name, account or number it is; nobody where it is unknown. */
export interface UsersOfName {
  readonly name: string
  /** Twenty at most. */
  readonly users: readonly {
    readonly id: string
    readonly username: string
    readonly realname: string
    readonly workNo: string
    /** Names of the departments. */
    readonly orgCodeTxt: string
  }[]
  /** How many there are, also beyond those twenty. */
  readonly total: number
}

const list = { permission: 'system:user:list' } as const
const edit = { permission: 'system:user:edit' } as const
const members = { permission: 'system:role:edit' } as const

export const userEndpoints = {
  /** The engine's `add` with a password: an absent one is made here and told once in `result`. */
  add: defineEndpoint<{ password: string } | null>()({
    title: '新增用户',
    methods: ['POST'],
    path: '/sys/user/add',
    access: { permission: 'system:user:add' },
    input: z.looseObject({ password: line(256).nullish(), confirmpassword: line(256).nullish() }),
  }),
  /** The departments alone, nothing else of the user (decision 0340). */
  editDeparts: defineEndpoint<null>()({
    title: '修改用户的部门',
    methods: ['PUT', 'POST'],
    path: '/sys/user/editDepart',
    access: edit,
    input: z.object({
      id: id.min(1, '请选择用户'),
      selecteddeparts: z.union([line(70_000), z.array(id).max(1_000, '一次最多选择 1000 个部门')]),
    }),
  }),
  /** The engine's `edit` for a client that names the user by `userId` (decision 0340). */
  editByUserId: defineEndpoint<null>()({
    title: '按用户编号修改用户',
    methods: ['POST', 'PUT'],
    path: '/sys/user/updateUserId',
    access: edit,
    input: z.looseObject({ userId: id.min(1, '缺少用户编号'), id: id.nullish() }),
  }),
  freeze: defineEndpoint<null>()({
    title: '冻结或解冻用户',
    methods: ['PUT'],
    path: '/sys/user/frozenBatch',
    access: edit,
    input: z.object({
      ids,
      status: z.coerce
        .number()
        .refine((value) => value === 1 || value === 2, '状态应为 1（正常）或 2（冻结）'),
    }),
  }),
  /** Sets somebody else's password: it must be changed at the next login and ends every session. */
  changePassword: defineEndpoint<{ password: string } | null>()({
    title: '重置用户密码',
    methods: ['PUT'],
    path: '/sys/user/changePassword',
    access: edit,
    input: z.object({
      username: line(100).min(1, '请选择用户'),
      password: line(256).default(''),
      confirmpassword: line(256).default(''),
    }),
  }),
  /** For somebody who lost his telephone and his recovery codes: he signs in without, or binds a new one. */
  resetTotp: defineEndpoint<null>()({
    title: '重置用户动态口令',
    methods: ['PUT'],
    path: '/sys/user/resetTotp',
    access: edit,
    input: z.object({ username: line(100).min(1, '请选择用户') }),
  }),
  /** Tells who manages users the truth; a registration without a session is told nothing (decision 0812). */
  isFree: defineEndpoint<boolean>()({
    title: '用户账号、手机、邮箱是否可用',
    methods: ['GET'],
    path: '/sys/user/checkOnlyUser',
    access: 'public',
    knowsCaller: true,
    input: z.object({
      id: id.optional(),
      username: line(100).optional(),
      phone: word.optional(),
      email: word.optional(),
    }),
  }),
  /** An id for a form that chooses departments before it saves; nothing is reserved, and `add` gives the user his own. */
  newId: defineEndpoint<string>()({
    title: '新用户的编号',
    methods: ['GET'],
    path: '/sys/user/generateUserId',
    access: { permission: 'system:user:add' },
    input: z.object({}),
  }),
  ofOrgCode: defineEndpoint<Page<UserRow>>()({
    title: '机构编码下的用户',
    methods: ['GET'],
    path: '/sys/user/queryByOrgCode',
    access: list,
    input: z.looseObject({ orgCode: line(64).default(''), ...page }),
  }),
  appList: defineEndpoint<Page<UserRow>>()({
    title: '移动端用户列表',
    methods: ['GET'],
    path: '/sys/user/appUserList',
    access: list,
    input: z.object({ keyword: word.optional(), username: line(2_000).optional(), ...page }),
  }),
  appOfDepart: defineEndpoint<UserRow[]>()({
    title: '移动端部门的用户',
    methods: ['GET'],
    path: '/sys/user/appQueryByDepartId',
    access: list,
    input: z.object({ departId: id }),
  }),
  appSearch: defineEndpoint<UserRow[]>()({
    title: '移动端按姓名查用户',
    methods: ['GET'],
    path: '/sys/user/appQueryUser',
    access: list,
    input: z.object({ keyWord: word.default('') }),
  }),
  /** The people of the departments that somebody leads. */
  below: defineEndpoint<{ sysUser: UserRow; children: UserRow[] }>()({
    title: '用户的下属',
    methods: ['GET'],
    path: '/sys/user/queryChildrenByUsername',
    access: list,
    input: z.object({ userId: id.min(1, '请选择用户') }),
  }),
  /** The caller's own telephone, for messages to it. */
  saveClientId: defineEndpoint<null>()({
    title: '登记本人的移动设备',
    methods: ['GET', 'POST'],
    path: '/sys/user/saveClientId',
    access: 'signedIn',
    input: z.object({ clientId: line(64).default('') }),
  }),
  rolesOf: defineEndpoint<string[]>()({
    title: '用户的角色',
    methods: ['GET'],
    path: '/sys/user/queryUserRole',
    access: list,
    input: z.object({ userid: id }),
  }),
  departsOf: defineEndpoint<{ key: string; value: string; title: string }[]>()({
    title: '用户的部门',
    methods: ['GET'],
    path: '/sys/user/userDepartList',
    access: list,
    input: z.object({ userId: id }),
  }),
  ofDepart: defineEndpoint<UserRow[]>()({
    title: '部门的用户',
    methods: ['GET'],
    path: '/sys/user/queryUserByDepId',
    access: list,
    input: z.object({ id, realname: word.optional() }),
  }),
  pick: defineEndpoint<Page<UserRow>>()({
    title: '选择用户',
    methods: ['GET'],
    path: '/sys/user/queryUserComponentData',
    access: list,
    input: z.object({
      departId: id.optional(),
      realname: word.optional(),
      username: word.optional(),
      /** Dictionary `sex`. */
      sex: line(2).optional(),
      /** `YYYY-MM-DD` */
      birthday: line(10).optional(),
      id: id.optional(),
      ...page,
    }),
  }),
  // @NOTE A list of names is too long for an address, so this look-up is a POST.
  byNames: defineEndpoint<readonly UsersOfName[]>()({
    title: '按名单查找用户',
    methods: ['POST'],
    path: '/sys/user/queryByNames',
    access: list,
    input: z.object({
      names: z
        .array(line(100))
        .min(1, '请提供至少一个姓名')
        .max(mostNamesAtOnce, `一次最多查找 ${mostNamesAtOnce} 个姓名，请分批粘贴`),
    }),
  }),
  // @NOTE The answer is a bare array without an envelope (4-api.md §7.1).
  many: defineEndpoint<UserRow[]>()({
    title: '按条件批量查询用户',
    methods: ['GET'],
    path: '/sys/user/getMultiUser',
    access: list,
    input: z.looseObject({}),
  }),
  byIds: defineEndpoint<UserRow[]>()({
    title: '按编号查询用户',
    methods: ['GET'],
    path: '/sys/user/queryByIds',
    access: list,
    input: z.object({ userIds: ids }),
  }),
  ofRole: defineEndpoint<Page<UserRow>>()({
    title: '角色的用户',
    methods: ['GET'],
    path: '/sys/user/userRoleList',
    access: { permission: 'system:role:list' },
    input: z.object({ roleId: id, username: word.optional(), ...page }),
  }),
  addToRole: defineEndpoint<null>()({
    title: '将用户加入角色',
    methods: ['POST'],
    path: '/sys/user/addSysUserRole',
    access: members,
    input: z.object({ roleId: id, userIdList: ids }),
  }),
  removeFromRole: defineEndpoint<null>()({
    title: '将用户移出角色',
    methods: ['DELETE'],
    path: '/sys/user/deleteUserRole',
    access: members,
    input: z.object({ roleId: id, userId: id }),
  }),
  removeManyFromRole: defineEndpoint<null>()({
    title: '批量将用户移出角色',
    methods: ['DELETE'],
    path: '/sys/user/deleteUserRoleBatch',
    access: members,
    input: z.object({ roleId: id, userIds: ids }),
  }),
  bin: defineEndpoint<UserRow[]>()({
    title: '用户回收站',
    methods: ['GET'],
    path: '/sys/user/recycleBin',
    access: { permission: 'system:user:delete' },
    input: z.object({}),
  }),
  restore: defineEndpoint<null>()({
    title: '还原用户',
    methods: ['PUT'],
    path: '/sys/user/putRecycleBin',
    access: { permission: 'system:user:delete' },
    input: z.object({ userIds: ids }),
  }),
  purge: defineEndpoint<null>()({
    title: '彻底删除用户',
    methods: ['DELETE'],
    path: '/sys/user/deleteRecycleBin',
    access: { permission: 'system:user:delete' },
    input: z.object({ userIds: ids }),
  }),
} as const
