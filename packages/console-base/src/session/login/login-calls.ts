import type {
  Envelope,
  LoginQrCode,
  QrLoginWait,
  RecoveryCodes,
  SignInWays,
  TotpEnrolment,
} from '@suoan/contract'
import { request } from '../../request/client.ts'
import { RequestFailure } from '../../request/failure.ts'
import type { LoginAnswer } from './login-steps.ts'

// The calls of the login page by hand: the endpoints of the contract bring the schema library, which this page
// does not need (performance.md P12).

/** A captcha picture as data URI; the key is made by the client (4-api.md §2.2). */
export async function fetchCaptcha(checkKey: number, signal?: AbortSignal): Promise<string> {
  const answer = await request<string>({
    method: 'GET',
    path: `/sys/randomImage/${checkKey}`,
    signal,
    quiet: true,
  })
  return answer.result
}

export interface Credentials {
  readonly username: string
  readonly password: string
  readonly captcha: string
  readonly checkKey: number
  readonly remember_me: boolean
}

/** The code says whether a login was taken, not `success` (1-shell.md §4): any other than 200 is a refusal. */
export function acceptedLogin<T>(envelope: Envelope<T>): T {
  if (Number(envelope.code) === 200) return envelope.result
  throw new RequestFailure('business', envelope.message || '登录失败，请稍后重试', 200, envelope)
}

export async function login(credentials: Credentials): Promise<LoginAnswer> {
  const path = '/sys/login'
  return acceptedLogin(await request<LoginAnswer>({ method: 'POST', path, body: credentials, quiet: true }))
}

/** Changes one's own password; gives the message of the server. */
export async function updatePassword(input: {
  username: string
  oldpassword: string
  password: string
  confirmpassword: string
}): Promise<string> {
  return (await request({ method: 'PUT', path: '/sys/user/updatePassword', body: input, quiet: true }))
    .message
}

/** Chooses the department of the session; gives the user as the server now sees them. */
export async function selectDepart(username: string, orgCode: string): Promise<unknown> {
  const body = { username, orgCode }
  return (
    await request<{ userInfo: unknown }>({ method: 'PUT', path: '/sys/selectDepart', body, quiet: true })
  ).result.userInfo
}

const get = async <T>(path: string, signal?: AbortSignal): Promise<T> =>
  (await request<T>({ method: 'GET', path, signal, quiet: true })).result
const post = async <T>(path: string, body: object, signal?: AbortSignal): Promise<T> =>
  (await request<T>({ method: 'POST', path, body, signal, quiet: true })).result

/** What the login page may offer. */
export const fetchWays = (signal?: AbortSignal) => get<SignInWays>('/sys/login/ways', signal)

/** `0` login, `1` register, `2` forgotten password (4-api.md §2.5). */
export type SmsMode = '0' | '1' | '2'

/** Asks for a code by short message. */
export const sendCode = (mobile: string, smsmode: SmsMode) => post<null>('/sys/sms', { mobile, smsmode })

export const phoneLogin = (mobile: string, captcha: string) =>
  post<LoginAnswer>('/sys/phoneLogin', { mobile, captcha })

/** The dynamic or recovery code after a first factor; the ticket is its proof. */
export const secondFactor = (ticket: string, code: string) =>
  post<LoginAnswer>('/sys/login/secondFactor', { ticket, code })

export const startTotp = (ticket: string, signal?: AbortSignal) =>
  post<TotpEnrolment>('/sys/login/secondFactor', { ticket }, signal)

export const confirmTotp = (ticket: string, code: string) =>
  post<LoginAnswer & RecoveryCodes>('/sys/login/secondFactor', { ticket, code })

export const register = (given: { username: string; password: string; phone: string; smscode: string }) =>
  post<null>('/sys/user/register', given)

/** First step of a forgotten password; `smscode` of the answer is the proof for the second. */
export const verifyPhone = (phone: string, smscode: string) =>
  post<{ smscode: string; username: string }>('/sys/user/phoneVerification', { phone, smscode })

export const resetPassword = (given: {
  username: string
  password: string
  smscode: string
  phone: string
}) => post<null>('/sys/user/passwordChange', given)

/** Trades the ticket of a third-party sign-in for the session. */
export const thirdLoginUser = (token: string, source: string) =>
  get<LoginAnswer>(`/sys/thirdLogin/getLoginUser/${encodeURIComponent(token)}/${encodeURIComponent(source)}`)

/** Binds a third-party account by a code; gives the ticket for `thirdLoginUser`. */
export const bindThirdPhone = (mobile: string, captcha: string, thirdUserUuid: string) =>
  post<string>('/sys/thirdLogin/bindingThirdPhone', { mobile, captcha, thirdUserUuid })

export const casLogin = (ticket: string) => post<LoginAnswer>('/sys/cas/client/validateLogin', { ticket })

/** How often a browser asks whether the telephone has said yes, ms. */
const askEveryMs = 2_000
/** A page left open stops fetching codes after this many, of 30 s each. */
const mostCodes = 10

/**
 * Signs in by a code that a telephone says yes to: shows one after the other until one is confirmed.
 * @param show gets each new code
 */
export async function qrLogin(show: (code: LoginQrCode) => void, signal: AbortSignal): Promise<LoginAnswer> {
  for (let shown = 0; shown < mostCodes; shown += 1) {
    const code = await get<LoginQrCode>('/sys/getLoginQrcode', signal)
    show(code)
    const answer = await yesTo(code, signal)
    if (answer) return answer
  }
  throw new RequestFailure('business', '二维码已过期,请刷新后重试')
}

/** The login once it is confirmed; null when the code is over. */
async function yesTo({ qrcodeId }: LoginQrCode, signal: AbortSignal): Promise<LoginAnswer | null> {
  const ask = {
    method: 'GET',
    path: '/sys/getQrcodeToken',
    query: { qrcodeId },
    signal,
    quiet: true,
  } as const
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, askEveryMs))
    const { result } = await request<QrLoginWait | LoginAnswer>(ask)
    if ('userInfo' in result) return result
    if (result.token === '-2') return null
  }
}
