import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import type { Row } from '../resource.ts'
import type { userAgent } from '../resources/user-agent.ts'

/** Calls of user agents beside the verbs (4-api.md §7.21). */

const line = (max: number, what: string) =>
  z
    .string()
    .max(max, `${what}最多 ${max} 个字符`)
    .refine((value) => !value.includes('\0'), `${what}含有不能使用的字符`)
const account = line(100, '用户账号')
const moment = z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/, '时间格式须为 YYYY-MM-DD HH:mm:ss')

/** One agency that the caller has given or was given; times `YYYY-MM-DD HH:mm:ss`. */
export interface OwnAgency {
  id: string
  /** Of the other person. */
  username: string
  realname: string
  startTime: string
  endTime: string
  /** `coming` and `running` ones can be ended; `over` by its time, `ended` before it. */
  state: 'coming' | 'running' | 'over' | 'ended'
}

/** Whom the caller may name as his agent. */
export interface AgentChoice {
  username: string
  realname: string
  /** Names of his departments in the tenant. */
  departs: string
}

export const userAgentEndpoints = {
  /** The agency of a user that holds now, else his newest; a failure where he has none. */
  byUserName: defineEndpoint<Row<typeof userAgent> | null>()({
    title: '用户的代理人',
    methods: ['GET'],
    path: '/sys/sysUserAgent/queryByUserName',
    access: { permission: 'system:userAgent:list' },
    input: z.object({ userName: account }),
  }),
  /** The caller's own: who stands in for him, and for whom he stands in; newest first, at most fifty each. */
  own: defineEndpoint<{ given: OwnAgency[]; taken: OwnAgency[] }>()({
    title: '我的代理',
    methods: ['GET'],
    path: '/sys/sysUserAgent/own',
    access: 'signedIn',
    input: z.object({}),
  }),
  /** Colleagues of one's own departments; with a keyword everybody of the tenant whose name, account or number it is. */
  choices: defineEndpoint<AgentChoice[]>()({
    title: '我的代理：可选人员',
    methods: ['GET'],
    path: '/sys/sysUserAgent/ownChoices',
    access: 'signedIn',
    input: z.object({ keyword: line(100, '姓名').default('') }),
  }),
  /** Lets somebody decide for the caller while he is away, by the rules of the administrator's call (decision 0886). */
  setOwn: defineEndpoint<null>()({
    title: '我的代理：设置',
    methods: ['POST'],
    path: '/sys/sysUserAgent/setOwn',
    access: 'signedIn',
    input: z.object({
      agentUserName: account.min(1, '请选择代理人'),
      startTime: moment,
      endTime: moment,
    }),
  }),
  endOwn: defineEndpoint<null>()({
    title: '我的代理：结束',
    methods: ['POST'],
    path: '/sys/sysUserAgent/endOwn',
    access: 'signedIn',
    input: z.object({ id: line(64, '编号') }),
  }),
} as const
