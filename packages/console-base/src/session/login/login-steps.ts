import { named } from '@suoan/kit/pattern'
import { chatAppOf } from '../chat-app.ts'

/** What the login page reads of the answer to `/sys/login` (4-api.md §2.3). */
export interface LoginAnswer {
  readonly token: string
  readonly userInfo: unknown
  readonly departs?: readonly Depart[]
  /** 0 none, 1 exactly one, 2 several. */
  readonly multi_depart?: number
  readonly tenantList?: readonly Tenant[]
  readonly sysAllDictItems?: unknown
  /** The password is a one-time one: nothing else is answered before it has been changed. */
  readonly mustChangePassword?: boolean
  /** It must be changed because it is older than these days. */
  readonly passwordMaxDays?: number
}

export interface Depart {
  readonly id: string
  readonly departName: string
  readonly orgCode: string
}

export interface Tenant {
  readonly id: number
  readonly name: string
}

/** What still has to be asked before the first page. */
export interface LoginQuestions {
  readonly password: boolean
  /** Days after which the password was too old; null when it is a one-time one. */
  readonly passwordMaxDays: number | null
  readonly tenants: readonly Tenant[]
  readonly departs: readonly Depart[]
  /** Taken without asking: the only tenant. */
  readonly tenantId: number | null
  readonly noDepart: boolean
}

/** Reads the questions out of the answer: several tenants or departments are asked, one is taken silently. */
export function questionsOf(answer: LoginAnswer): LoginQuestions {
  const tenants = answer.tenantList ?? []
  const departs = answer.departs ?? []
  return {
    password: answer.mustChangePassword === true,
    passwordMaxDays: answer.passwordMaxDays ?? null,
    tenants: tenants.length > 1 ? tenants : [],
    departs: answer.multi_depart === 2 ? departs : [],
    tenantId: tenants.length === 1 ? (tenants[0]?.id ?? null) : null,
    noDepart: answer.multi_depart === 0,
  }
}

/** A captcha lives 60 s on the server; one that is nearly over is replaced before it is typed off. */
export const captchaFreshMs = 45_000

/** The rule for new passwords (4-api.md §2.7); null when it is kept. */
export function passwordProblem(password: string): string | null {
  if (!password) return '请输入新密码!'
  const strong = password.length >= 8 && /[A-Za-z]/.test(password) && /\d/.test(password)
  return strong && /[^A-Za-z0-9\s]/.test(password) ? null : '密码至少 8 位，须同时包含字母、数字和特殊字符'
}

/** Why a mail address cannot be used; null when it can. */
export const emailProblem = (address: string): string | null =>
  named.e.test(address) ? null : '邮箱格式不正确'

/** Why a mobile number cannot be used; null when it can (5-screens.md §3.1). */
export function mobileProblem(mobile: string): string | null {
  if (!mobile) return '请输入手机号码!'
  return named.m.test(mobile) ? null : '您的手机号码格式不正确!'
}

/** What is wrong with a number and its code, by field. */
export function phoneProblems(mobile: string, code: string): { mobile?: string; captcha?: string } {
  const problem = mobileProblem(mobile)
  return { ...(problem ? { mobile: problem } : {}), ...(code ? {} : { captcha: '请输入验证码!' }) }
}

/** The rule for user names (1-shell.md §5: 4–18 signs, the text says 6 to 18); null when it is kept. */
export function usernameProblem(username: string): string | null {
  if (!username) return '请输入用户名'
  if (!/^\w+$/.test(username)) return '只允许字母、数字、下划线'
  return username.length >= 4 && username.length <= 18 ? null : '长度为6到18个字符'
}

/** How strong a new password is: weak breaks the rule, strong is long or mixes all kinds of signs. */
export function passwordStrength(password: string): {
  level: 'low' | 'middle' | 'high'
  text: '低' | '中' | '强'
} {
  if (passwordProblem(password) !== null) return { level: 'low', text: '低' }
  const mixes = /[a-z]/.test(password) && /[A-Z]/.test(password)
  return mixes || password.length >= 14 ? { level: 'high', text: '强' } : { level: 'middle', text: '中' }
}

/** Which provider a chat app's login uses: the app's own by its browser, else the only one there is; null when none fits. */
export function appSource(userAgent: string, third: readonly { readonly source: string }[]): string | null {
  const own = chatAppOf(userAgent)
  if (third.some(({ source }) => source === own)) return own
  return own === null && third.length === 1 ? (third[0]?.source ?? null) : null
}
