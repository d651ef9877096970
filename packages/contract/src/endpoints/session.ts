import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import type { DictItem, Page } from '../envelope.ts'
import type { PermissionAnswer } from '../permission-answer.ts'
import { shellRoutes } from './shell-routes.ts'
import type { SignInAnswer } from './sign-in.ts'
import type { UserInfo, DepartInfo, TenantInfo } from './login-answer.ts'

/** Calls of signing in, of the session and of oneself (4-api.md §2, §3.1, §7.20, §12.1). */

/** Text from a client: no NUL, which the database cannot hold. */
const line = (max: number) =>
  z
    .string()
    .max(max, `内容过长，最多 ${max} 个字符`)
    .refine((value) => !value.includes('\0'), '内容含有不能使用的字符')
/** Numbers or texts: the client's key is the time in ms, as a number (4-api.md §2.2). */
const checkKey = z.union([z.number(), line(64)]).transform(String)
const username = line(100).transform((value) => value.trim())
const page = {
  pageNo: z.coerce.number().int().min(1).catch(1).default(1),
  pageSize: z.coerce.number().int().min(1).max(500).catch(10).default(10),
}
const nothing = z.object({})

/** A live session; `token` is a handle for `forceLogout`, never the token itself (security.md V22). */
export interface OnlineRow {
  id: string
  token: string
  userId: string
  username: string
  realname: string | null
  avatar: string | null
  birthday: string | null
  sex: number | null
  phone: string | null
  ip: string | null
  userAgent: string | null
  loginTime: string
  lastSeen: string
  /** The caller's own session. */
  current: boolean
}

export interface VisitDay {
  /** `YYYY-MM-DD`. */
  tian: string
  /** `MM-DD`. */
  type: string
  visit: number
  ip: number
}

export const sessionEndpoints = {
  captcha: defineEndpoint<string>()({
    methods: ['GET'],
    path: '/sys/randomImage/:key',
    access: 'public',
    title: '获取验证码',
    input: z.object({ key: line(64).min(1, '缺少验证码编号') }),
  }),
  checkCaptcha: defineEndpoint<null>()({
    methods: ['POST'],
    path: '/sys/checkCaptcha',
    access: 'public',
    title: '校验验证码',
    input: z.object({ captcha: line(16).optional(), checkKey: checkKey.optional() }),
  }),
  login: defineEndpoint<SignInAnswer>()({
    methods: ['POST'],
    path: '/sys/login',
    access: 'public',
    title: '登录',
    input: z.object({
      username: username.default(''),
      password: line(256).default(''),
      captcha: line(16).optional(),
      checkKey: checkKey.optional(),
      remember_me: z.unknown().optional(),
    }),
  }),
  mobileLogin: defineEndpoint<SignInAnswer>()({
    methods: ['POST'],
    path: '/sys/mLogin',
    access: 'public',
    title: '移动端登录',
    input: z.object({
      username: username.default(''),
      password: line(256).default(''),
      captcha: line(16).optional(),
      checkKey: checkKey.optional(),
    }),
  }),
  logout: defineEndpoint<null>()({
    methods: ['GET', 'POST'],
    path: '/sys/logout',
    access: 'signedIn',
    title: '退出登录',
    input: nothing,
  }),
  /**
   * A ticket for one address of the API: for a frame or a picture, which send no header. It opens this address alone, for
   * a minute, and ends with the session; the token itself never stands in an address (security.md V9).
   */
  ticket: defineEndpoint<{ ticket: string; seconds: number }>()({
    title: '单次访问凭证',
    methods: ['POST'],
    path: '/sys/ticket',
    access: 'signedIn',
    input: z.object({ path: z.string().startsWith('/', '地址应以 / 开头').max(300) }),
  }),
  selectDepart: defineEndpoint<{ userInfo: UserInfo }>()({
    methods: ['POST', 'PUT'],
    path: '/sys/selectDepart',
    access: 'signedIn',
    title: '选择部门',
    input: z.object({ username: username.optional(), orgCode: line(64).min(1, '请选择部门') }),
  }),
  userInfo: defineEndpoint<{ userInfo: UserInfo; sysAllDictItems: Record<string, DictItem[]> }>()({
    methods: ['GET'],
    path: '/sys/user/getUserInfo',
    access: 'signedIn',
    title: '当前用户信息',
    input: nothing,
  }),
  sectionInfo: defineEndpoint<{
    sysUserId: string
    sysUserCode: string
    sysUserName: string
    sysOrgCode: string
  }>()({
    methods: ['GET'],
    path: '/sys/user/getUserSectionInfoByToken',
    access: 'signedIn',
    title: '当前用户简要信息',
    input: nothing,
  }),
  departs: defineEndpoint<{ list: DepartInfo[]; orgCode: string }>()({
    methods: ['GET'],
    path: '/sys/user/getCurrentUserDeparts',
    access: 'signedIn',
    title: '当前用户的部门',
    input: nothing,
  }),
  tenants: defineEndpoint<{ list: TenantInfo[] }>()({
    methods: ['GET'],
    path: '/sys/tenant/getCurrentUserTenant',
    access: 'signedIn',
    title: '当前用户的租户',
    input: nothing,
  }),
  permissions: defineEndpoint<PermissionAnswer>()({
    methods: ['GET'],
    path: '/sys/permission/getUserPermissionByToken',
    access: 'signedIn',
    title: '当前用户的菜单与按钮权限',
    input: nothing,
  }),
  permCodes: defineEndpoint<Omit<PermissionAnswer, 'menu'> & { codeList: string[] }>()({
    methods: ['GET'],
    path: '/sys/permission/getPermCode',
    access: 'signedIn',
    title: '当前用户的权限码',
    input: nothing,
  }),
  roleNumber: defineEndpoint<number | null>()({
    ...shellRoutes.roleNumber,
    input: z.object({ username: username.optional() }),
  }),
  updatePassword: defineEndpoint<null>()({
    methods: ['PUT'],
    path: '/sys/user/updatePassword',
    access: 'signedIn',
    title: '修改自己的密码',
    input: z.object({
      username: username.optional(),
      oldpassword: line(256).default(''),
      password: line(256).default(''),
      confirmpassword: line(256).default(''),
    }),
  }),
  onlineList: defineEndpoint<Page<OnlineRow>>()({
    methods: ['GET'],
    path: '/sys/online/list',
    access: { permission: 'system:online:list' },
    title: '在线用户',
    input: z.object({ username: username.optional(), ...page }),
  }),
  forceLogout: defineEndpoint<null>()({
    methods: ['POST'],
    path: '/sys/online/forceLogout',
    access: { permission: 'system:online:forceLogout' },
    title: '强制退出登录',
    input: z.object({ token: line(64).default('') }),
  }),
  loginInfo: defineEndpoint<{ totalVisitCount: number; todayVisitCount: number; todayIp: number }>()({
    methods: ['GET'],
    path: '/sys/loginfo',
    access: 'signedIn',
    title: '访问统计',
    input: nothing,
  }),
  visitInfo: defineEndpoint<VisitDay[]>()({
    methods: ['GET'],
    path: '/sys/visitInfo',
    access: 'signedIn',
    title: '最近七天的访问量',
    input: nothing,
  }),
}

/** Paths that a session with a password made by somebody else may call: change it, sign out, build the shell. */
export const beforePasswordChange: ReadonlySet<string> = new Set(
  [
    sessionEndpoints.updatePassword,
    sessionEndpoints.logout,
    sessionEndpoints.permissions,
    sessionEndpoints.userInfo,
    // Clients of the family ask for the department right after signing in, before any page.
    sessionEndpoints.selectDepart,
  ].map((endpoint) => endpoint.path),
)
