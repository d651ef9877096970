import type { Envelope, LoginAnswer } from '@suoan/contract'

/** The path prefix of the API in these runs. */
export const API = '/jeecg-boot'

/** Somebody who is signed in. */
export interface ApiClient {
  readonly token: string
  readonly headers: Readonly<Record<string, string>>
  get<T = unknown>(path: string, query?: Readonly<Record<string, string | number>>): Promise<Envelope<T>>
  send<T = unknown>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Envelope<T>>
}

/** What the login at `url` answers; throws with the server's own words when it refuses. */
export async function logIn(url: string, username: string, password: string): Promise<LoginAnswer> {
  const answer = await ask<LoginAnswer>('POST', `${url}${API}/sys/login`, {}, { username, password })
  if (!answer.success || !answer.result) throw new Error(`sign-in refused: ${answer.message}`)
  return answer.result
}

/** Signs in at `url`; throws with the server's own words when it refuses. */
export async function signIn(url: string, username: string, password: string): Promise<ApiClient> {
  return clientOf(url, (await logIn(url, username, password)).token)
}

/** A client with a token from before, e.g. after the server was started again. */
export function clientOf(url: string, token: string): ApiClient {
  const headers = { 'x-access-token': token }
  return {
    token,
    headers,
    get: (path, query = {}) => {
      const params = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
      return ask('GET', `${url}${API}${path}?${params}`, headers)
    },
    send: (method, path, body = {}) => ask(method, `${url}${API}${path}`, headers, body),
  }
}

async function ask<T>(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  body?: unknown,
): Promise<Envelope<T>> {
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  // The server's own envelope; a wrong shape shows in the checks that read it.
  return (await response.json()) as Envelope<T>
}
