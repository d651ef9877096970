import {
  sessionEndpoints,
  type Endpoint,
  type Envelope,
  type OutputOf,
  type Resource,
  type Row,
} from '@suoan/contract'
import type { z } from 'zod'

/**
 * The server said no, or could not be asked; the message is a sentence in Chinese. `code` is that of the envelope, `status` of
 * HTTP, 0 where there was no answer.
 */
export class CallFailed extends Error {
  override readonly name = 'CallFailed'
  readonly status: number
  readonly code: number | null

  constructor(message: string, status: number, code: number | null, options?: ErrorOptions) {
    super(message, options)
    this.status = status
    this.code = code
  }
}

/** A page of an entity's rows. */
export interface RowPage<R extends Resource> {
  readonly records: readonly Row<R>[]
  readonly total: number
  readonly current: number
  readonly pages: number
}

/** Calls a server as one signed-in person. Every call is typed by the description that the server itself runs by. */
export interface Client {
  /** Calls an endpoint of `@suoan/contract`; answers its `result`. Throws `CallFailed`. */
  call<E extends Endpoint>(endpoint: E, input: z.input<E['input']>): Promise<OutputOf<E>>
  /** One page of an entity's list; `query` takes its search fields, `pageNo`, `pageSize`, `column`, `order`. */
  list<R extends Resource>(
    resource: R,
    query?: Readonly<Record<string, string | number>>,
  ): Promise<RowPage<R>>
}

export interface ClientOptions {
  /** Where the API lives, e.g. `https://suoan.example/jeecg-boot`. */
  readonly base: string
  /** Of a session: `signIn`, or one that a person has given. */
  readonly token: string
  readonly tenantId?: number
  /** Ends a call that takes longer, ms. */
  readonly timeoutMs?: number
}

/** A client over `fetch`; keeps no state but its options. */
export function createClient({ base, token, tenantId = 0, timeoutMs = 90_000 }: ClientOptions): Client {
  const headers = { 'x-access-token': token, 'tenant-id': String(tenantId) }
  return {
    call: (endpoint, input) => send(base, endpoint, input, headers, timeoutMs),
    list: (resource, query = {}) =>
      send(base, { methods: ['GET'], path: `${resource.path}/list` }, query, headers, timeoutMs),
  }
}

/** Signs in with a password where the server asks for no captcha (LOGIN_CAPTCHA=off); answers the token. */
export async function signIn(
  base: string,
  { username, password, timeoutMs = 90_000 }: { username: string; password: string; timeoutMs?: number },
): Promise<string> {
  const answer = await send<{ token: string }>(
    base,
    sessionEndpoints.login,
    { username, password },
    {},
    timeoutMs,
  )
  return answer.token
}

async function send<O>(
  base: string,
  { methods, path }: Pick<Endpoint, 'methods' | 'path'>,
  input: unknown,
  headers: Readonly<Record<string, string>>,
  timeoutMs: number,
): Promise<O> {
  const [method = 'GET'] = methods
  const rest: Record<string, unknown> = { ...(typeof input === 'object' ? input : {}) }
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  const isQuery = method === 'GET' || method === 'DELETE'
  const given = Object.entries(rest).filter(([, value]) => value !== undefined && value !== null)
  const query = isQuery
    ? new URLSearchParams(
        given.map(([name, value]): [string, string] => [
          name,
          typeof value === 'object' ? JSON.stringify(value) : String(value),
        ]),
      ).toString()
    : ''
  const { status, text } = await ask(base, `${filled}${query === '' ? '' : `?${query}`}`, {
    method,
    headers: isQuery ? headers : { ...headers, 'content-type': 'application/json' },
    ...(isQuery ? {} : { body: JSON.stringify(rest) }),
    signal: AbortSignal.timeout(timeoutMs),
  })
  const answer = objectOf<O>(text)
  if (answer !== null && 'success' in answer) {
    if (!answer.success) throw new CallFailed(answer.message, status, Number(answer.code))
    return answer.result
  }
  // An ended session is refused in a form of its own (4-api.md §2.6).
  if (answer !== null && 'status' in answer) throw new CallFailed(answer.message, status, null)
  throw new CallFailed(`${base} 的回答不是锁安的接口，请检查地址`, status, null)
}

async function ask(
  base: string,
  rest: string,
  request: RequestInit,
): Promise<{ readonly status: number; readonly text: string }> {
  try {
    const response = await fetch(`${base}${rest}`, request)
    return { status: response.status, text: await response.text() }
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === 'TimeoutError'
    const reason = isLate ? `${base} 没有按时回答，请稍后再试` : `无法连接 ${base}，请检查地址和网络`
    throw new CallFailed(reason, 0, null, { cause: error })
  }
}

/** How an ended session is refused. */
interface Refusal {
  readonly status: number
  readonly message: string
}

function objectOf<O>(text: string): Envelope<O> | Refusal | null {
  try {
    const value: unknown = JSON.parse(text)
    // What stands in `result` is the contract of the call.
    return typeof value === 'object' && value !== null ? (value as Envelope<O> | Refusal) : null
  } catch {
    return null // a proxy's page, or a file
  }
}
