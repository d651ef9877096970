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
