import { request } from '../../request/client.ts'
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

export async function login(credentials: Credentials): Promise<LoginAnswer> {
  const path = '/sys/login'
  return (await request<LoginAnswer>({ method: 'POST', path, body: credentials, quiet: true })).result
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
