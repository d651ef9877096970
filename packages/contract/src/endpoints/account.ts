import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'

/** What a signed-in person sees and settles about himself (5-screens.md §10, 4-api.md §7.1 `appEdit`). */

const line = (max: number) =>
  z
    .string()
    .max(max, `内容过长，最多 ${max} 个字符`)
    .refine((value) => !value.includes('\0'), '内容含有不能使用的字符')
const trimmed = (max: number) => line(max).transform((value) => value.trim())

/** What the person is on the plant, beside the fields of `getUserInfo`. */
export interface OwnPlace {
  roles: string[]
  /** Names of the departments the person belongs to, by code. */
  departs: string[]
  /** Colleagues of the department in force, at most twelve. */
  team: { id: string; realname: string; avatar: string | null }[]
  /** The newest of one's other live sessions. */
  lastLogin: { time: string; ip: string | null } | null
  /** A line about oneself, '' when there is none. */
  motto: string
  tags: string[]
}

/** One kind of message, and whether the person is told of it. */
export interface NoticeChoice {
  kind: string
  title: string
  text: string
  /** Safety messages cannot be switched off. */
  locked: boolean
  on: boolean
}

/** By which channels a person is told of what, outside the console; the bell rings in any case. */
export interface MessageChoices {
  channels: {
    channel: string
    title: string
    /** The installation has a gateway for it. */
    isReady: boolean
    /** Where the person is reached; null when he has left none. */
    address: string | null
  }[]
  events: {
    event: string
    title: string
    text: string
    level: number
    choices: { channel: string; locked: boolean; on: boolean }[]
  }[]
  /** `HH:mm`; messages of level 1 and 2 wait for their end. */
  quiet: { from: string; until: string } | null
}

export const accountEndpoints = {
  place: defineEndpoint<OwnPlace>()({
    title: '个人中心',
    methods: ['GET'],
    path: '/sys/user/ownPlace',
    access: 'signedIn',
    input: z.object({}),
  }),
  /** Name, account, number, department and roles are others' to give; telephone and mail need a code. */
  edit: defineEndpoint<null>()({
    title: '修改个人资料',
    methods: ['PUT', 'POST'],
    path: '/sys/user/appEdit',
    access: 'signedIn',
    input: z.object({
      /** A picture that the person has uploaded, as `/sys/common/upload` named it; '' takes it away. */
      avatar: line(255).optional(),
      sex: z.coerce.number().int().min(1).max(2).optional(),
      /** `YYYY-MM-DD`, or '' for none. */
      birthday: z.union([z.literal(''), z.iso.date('生日应为 YYYY-MM-DD')]).optional(),
      telephone: trimmed(45).optional(),
      motto: trimmed(200).optional(),
      /** All tags; those that stand twice are kept once. */
      tags: z
        .array(trimmed(30).refine((tag) => tag !== '', '标签不能为空'))
        .max(12, '标签最多 12 个，请先删除不用的')
        .optional(),
    }),
  }),
  emailCode: defineEndpoint<null>()({
    title: '修改邮箱：获取验证码',
    methods: ['POST'],
    path: '/sys/user/emailCode',
    access: 'signedIn',
    input: z.object({ email: trimmed(45).default('') }),
  }),
  updateEmail: defineEndpoint<null>()({
    title: '修改邮箱',
    methods: ['PUT'],
    path: '/sys/user/updateEmail',
    access: 'signedIn',
    input: z.object({ email: trimmed(45).default(''), code: trimmed(40).default('') }),
  }),
  noticeChoices: defineEndpoint<NoticeChoice[]>()({
    title: '自己的消息设置',
    methods: ['GET'],
    path: '/sys/user/noticeChoices',
    access: 'signedIn',
    input: z.object({}),
  }),
  chooseNotice: defineEndpoint<null>()({
    title: '修改消息设置',
    methods: ['PUT'],
    path: '/sys/user/noticeChoice',
    access: 'signedIn',
    input: z.object({ kind: line(32), on: z.boolean() }),
  }),
  messageChoices: defineEndpoint<MessageChoices>()({
    title: '自己的消息渠道',
    methods: ['GET'],
    path: '/sys/user/messageChoices',
    access: 'signedIn',
    input: z.object({}),
  }),
  chooseMessage: defineEndpoint<null>()({
    title: '修改消息渠道',
    methods: ['PUT'],
    path: '/sys/user/messageChoice',
    access: 'signedIn',
    input: z.object({ event: line(32), channel: line(20), on: z.boolean() }),
  }),
  quietHours: defineEndpoint<null>()({
    title: '修改免打扰时段',
    methods: ['PUT'],
    path: '/sys/user/quietHours',
    access: 'signedIn',
    // Both empty: no quiet hours.
    input: z.object({ from: line(5).default(''), until: line(5).default('') }),
  }),
} as const
