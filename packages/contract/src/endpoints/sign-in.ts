import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import type { LoginAnswer } from './login-answer.ts'

/**
 * Ways to sign in beside account and password (4-api.md §2.5, §2.7, §2.10), the second factor, and what a person
 * settles about his own ways in: bound accounts, dynamic codes, sessions, number.
 */

/** Text from a client: no NUL, which the database cannot hold. */
const line = (max: number) =>
  z
    .string()
    .max(max, `内容过长，最多 ${max} 个字符`)
    .refine((value) => !value.includes('\0'), '内容含有不能使用的字符')
const trimmed = (max: number) => line(max).transform((value) => value.trim())
const mobile = trimmed(20).default('')
const code = trimmed(40).default('')
const secret = line(256).default('')
const ticket = line(64).default('')
const source = line(50)
const qrcodeId = line(64).default('')
const nothing = z.object({})

/** The first factor was right; the sign-in goes on with this ticket for ten minutes, at most five tries. */
export interface SecondStep {
  ticket: string
  /** `code`: a dynamic or recovery code. `enrol`: the role needs dynamic codes and the account has none yet. */
  kind: 'code' | 'enrol'
}

/** A third-party account without a person here: it can be bound by a code to the person's number. */
export interface UnboundAccount {
  thirdUserUuid: string
  source: string
  /** Name at the provider, '' when it gives none. */
  name: string
  /** Whether a code can be sent; without it, sign in first and bind in one's settings. */
  canBindByPhone: boolean
}

/** What `/sys/login` and its sisters answer. */
export type SignInAnswer = LoginAnswer | SecondStep | UnboundAccount | null

/** Somebody of the demo plant as the login page offers him. */
export interface DemoPerson {
  username: string
  realname: string
  /** Names of his roles. */
  role: string
}

/** What the login page offers. */
export interface SignInWays {
  /** The people of the demo plant who have a password; only on a server that has one (DEMO). */
  demo?: DemoPerson[]
  /** Whether codes can be sent to phones: login by phone, forgotten password. */
  phone: boolean
  register: boolean
  third: { source: string; name: string }[]
  /** Address of the single-sign-on page; null when there is none. */
  cas: string | null
  /** The login page goes there by itself (SSO_AUTO). */
  auto?: boolean
  /** Whether a telephone can sign this browser in: it must know under which address we are found. */
  qr: boolean
}

/** A code on a login page that a signed-in telephone says yes to. */
export interface LoginQrCode {
  qrcodeId: string
  /** Address of our confirmation page with the code, as a picture: `data:image/svg+xml,…` */
  qr: string
}

/** Who shows such a code, for the person to compare before the yes. */
export interface QrLoginPlace {
  ip: string
  userAgent: string | null
}

/** No yes yet (`-1`), or the code is over (`-2`); the spellings of 4-api.md §2.1. */
export interface QrLoginWait {
  token: '-1' | '-2'
}

/** A secret for an authenticator app, shown once. */
export interface TotpEnrolment {
  /** Base32, for typing in. */
  secret: string
  /** `otpauth://…` */
  uri: string
  /** The same as a picture, `data:image/svg+xml,…` */
  qr: string
}

/** Ten codes that each replace one dynamic code, shown once. */
export interface RecoveryCodes {
  recoveryCodes: string[]
}

export interface OwnThirdAccount {
  source: string
  name: string
  /** Name at the provider; null when it is not bound. */
  account: string | null
  boundAt: string | null
}

export interface OwnSession {
  id: string
  ip: string | null
  userAgent: string | null
  loginTime: string
  lastSeen: string
  current: boolean
}

/** Ways to and from the providers of OIDC_PROVIDERS (4-api.md §2.10). */
const thirdLogin = '/sys/thirdLogin/*'

export const signInEndpoints = {
  ways: defineEndpoint<SignInWays>()({
    methods: ['GET'],
    path: '/sys/login/ways',
    access: 'public',
    title: '可用的登录方式',
    input: nothing,
  }),
  smsCode: defineEndpoint<null>()({
    methods: ['POST'],
    path: '/sys/sms',
    access: 'public',
    title: '获取短信验证码',
    input: z.object({
      mobile,
      /** `0` login, `1` register, `2` forgotten password (4-api.md §2.5). */
      smsmode: z.enum(['0', '1', '2'], '短信用途只能是 0（登录）、1（注册）或 2（找回密码）'),
    }),
  }),
  phoneLogin: defineEndpoint<SignInAnswer>()({
    methods: ['POST'],
    path: '/sys/phoneLogin',
    access: 'public',
    title: '手机号登录',
    input: z.object({ mobile, captcha: code }),
  }),
  /**
   * The second step of a sign-in, whatever it is: the code of somebody who has one, or, for somebody whose role must have
   * one, first the secret (without `code`) and then its first code. The ticket of the first step says which.
   */
  secondFactor: defineEndpoint<SignInAnswer | TotpEnrolment | (LoginAnswer & RecoveryCodes)>()({
    methods: ['POST'],
    path: '/sys/login/secondFactor',
    access: 'public',
    title: '登录的第二步：动态口令',
    input: z.object({ ticket, code: trimmed(40).optional() }),
  }),
  register: defineEndpoint<null>()({
    methods: ['POST'],
    path: '/sys/user/register',
    access: 'public',
    title: '注册账户',
    input: z.object({
      username: trimmed(100).default(''),
      password: secret,
      phone: mobile,
      smscode: code,
      email: trimmed(45).optional(),
    }),
  }),
  verifyPhone: defineEndpoint<{ smscode: string; username: string } | null>()({
    methods: ['POST'],
    path: '/sys/user/phoneVerification',
    access: 'public',
    title: '找回密码：验证手机',
    input: z.object({ phone: mobile, smscode: code }),
  }),
  resetPassword: defineEndpoint<null>()({
    // Older clients send GET: a password stands in no address, where logs and histories keep it.
    methods: ['POST'],
    path: '/sys/user/passwordChange',
    access: 'public',
    title: '找回密码：更改密码',
    input: z.object({
      username: trimmed(100).default(''),
      password: secret,
      /** The ticket that `phoneVerification` gave. */
      smscode: ticket,
      phone: mobile,
    }),
  }),

  qrCode: defineEndpoint<LoginQrCode | null>()({
    methods: ['GET'],
    path: '/sys/getLoginQrcode',
    access: 'public',
    title: '扫码登录：取得二维码',
    input: nothing,
  }),
  qrToken: defineEndpoint<QrLoginWait | SignInAnswer>()({
    methods: ['GET'],
    path: '/sys/getQrcodeToken',
    access: 'public',
    title: '扫码登录：等待确认',
    input: z.object({ qrcodeId }),
  }),
  qrPlace: defineEndpoint<QrLoginPlace | null>()({
    methods: ['GET'],
    path: '/sys/login/qrcode',
    access: 'signedIn',
    title: '扫码登录：查看是哪台设备',
    input: z.object({ qrcodeId }),
  }),
  qrScan: defineEndpoint<null>()({
    // The older client sends the token of the telephone along; it is not needed and not read.
    methods: ['POST'],
    path: '/sys/scanLoginQrcode',
    access: 'signedIn',
    title: '扫码登录：确认',
    input: z.object({ qrcodeId }),
  }),

  thirdRender: defineEndpoint<null>()({
    methods: ['GET'],
    path: '/sys/thirdLogin/render/:source',
    under: thirdLogin,
    access: 'public',
    title: '第三方登录：前往提供方',
    input: z.object({ source }),
  }),
  thirdCallback: defineEndpoint<null>()({
    methods: ['GET'],
    path: '/sys/thirdLogin/:source/callback',
    under: thirdLogin,
    access: 'public',
    title: '第三方登录：从提供方回来',
    input: z.object({ source, state: line(200).default('') }),
  }),
  oauth2Login: defineEndpoint<null>()({
    methods: ['GET'],
    path: '/sys/thirdLogin/oauth2/:source/login',
    under: thirdLogin,
    access: 'public',
    title: '应用内登录：前往提供方',
    input: z.object({ source }),
  }),
  oauth2Callback: defineEndpoint<null>()({
    methods: ['GET'],
    path: '/sys/thirdLogin/oauth2/:source/callback',
    under: thirdLogin,
    access: 'public',
    title: '应用内登录：从提供方回来',
    input: z.object({ source, state: line(200).default('') }),
  }),
  thirdLoginUser: defineEndpoint<SignInAnswer>()({
    methods: ['GET'],
    path: '/sys/thirdLogin/getLoginUser/:token/:thirdType',
    under: thirdLogin,
    access: 'public',
    title: '第三方登录：换取会话',
    input: z.object({ token: ticket, thirdType: source }),
  }),
  bindByPhone: defineEndpoint<string | null>()({
    methods: ['POST'],
    path: '/sys/thirdLogin/bindingThirdPhone',
    under: thirdLogin,
    access: 'public',
    title: '第三方登录：绑定手机号',
    input: z.object({ mobile, captcha: code, thirdUserUuid: ticket }),
  }),
  cas: defineEndpoint<SignInAnswer>()({
    methods: ['POST', 'GET'],
    path: '/sys/cas/client/validateLogin',
    access: 'public',
    title: '单点登录（CAS）',
    input: z.object({ ticket: line(512).default(''), service: line(500).default('') }),
  }),

  thirdApps: defineEndpoint<{ wechatEnterprise: boolean; dingtalk: boolean }>()({
    methods: ['GET'],
    path: '/sys/thirdApp/getEnabledType',
    access: 'signedIn',
    title: '可同步的第三方应用',
    input: nothing,
  }),
  ownThirdAccounts: defineEndpoint<OwnThirdAccount[]>()({
    methods: ['GET'],
    path: '/sys/thirdLogin/bindings',
    access: 'signedIn',
    title: '自己绑定的第三方账号',
    input: nothing,
  }),
  startBinding: defineEndpoint<{ url: string }>()({
    methods: ['POST'],
    path: '/sys/thirdLogin/bind/start',
    access: 'signedIn',
    title: '绑定第三方账号：前往提供方',
    /** `back`: own path to return to, with `bindTicket` and `thirdType` (or `thirdError`) in its query. */
    input: z.object({
      source,
      back: line(100).regex(/^(\/[A-Za-z0-9_-]+)+$/, '返回地址只能是本系统的页面路径'),
    }),
  }),
  confirmBinding: defineEndpoint<{ account: string } | null>()({
    methods: ['POST'],
    path: '/sys/thirdLogin/bind/confirm',
    access: 'signedIn',
    title: '绑定第三方账号：本人确认',
    input: z.object({ ticket }),
  }),
  unbind: defineEndpoint<null>()({
    methods: ['POST'],
    path: '/sys/thirdLogin/unbind',
    access: 'signedIn',
    title: '解除第三方账号',
    input: z.object({ source }),
  }),

  totpState: defineEndpoint<{ enabled: boolean; required: boolean; recoveryLeft: number }>()({
    methods: ['GET'],
    path: '/sys/user/totp',
    access: 'signedIn',
    title: '自己的动态口令',
    input: nothing,
  }),
  startTotp: defineEndpoint<TotpEnrolment | null>()({
    methods: ['POST'],
    path: '/sys/user/totp/start',
    access: 'signedIn',
    title: '启用动态口令：取得密钥',
    input: z.object({ password: secret }),
  }),
  confirmTotp: defineEndpoint<RecoveryCodes | null>()({
    methods: ['POST'],
    path: '/sys/user/totp/confirm',
    access: 'signedIn',
    title: '启用动态口令：确认',
    input: z.object({ code }),
  }),
  disableTotp: defineEndpoint<null>()({
    methods: ['POST'],
    path: '/sys/user/totp/disable',
    access: 'signedIn',
    title: '停用动态口令',
    input: z.object({ password: secret, code }),
  }),

  ownSessions: defineEndpoint<OwnSession[]>()({
    methods: ['GET'],
    path: '/sys/user/sessions',
    access: 'signedIn',
    title: '自己的登录设备',
    input: nothing,
  }),
  endOwnSession: defineEndpoint<null>()({
    methods: ['POST'],
    path: '/sys/user/sessions/end',
    access: 'signedIn',
    title: '让自己的登录设备退出',
    input: z.object({ id: line(64).min(1, '请选择登录设备') }),
  }),
  ownPhoneCode: defineEndpoint<null>()({
    methods: ['POST'],
    path: '/sys/user/phoneCode',
    access: 'signedIn',
    title: '修改手机号：获取验证码',
    input: z.object({ phone: mobile }),
  }),
  updateMobile: defineEndpoint<null>()({
    methods: ['PUT'],
    path: '/sys/user/updateMobile',
    access: 'signedIn',
    title: '修改手机号',
    input: z.object({ phone: mobile, smscode: code }),
  }),
}
