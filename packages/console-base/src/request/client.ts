import type { Envelope } from '@suoan/contract'
import { apiBase } from './api-base.ts'
import { kindOf, reactionTo, textOf } from './error-catalogue.ts'
import { RequestFailure } from './failure.ts'
import type { FailureKind } from './failure.ts'
import type { LowApp } from './low-app.ts'
import { hearServerTime, serverNow } from './server-clock.ts'

/** 1-shell.md §9: every call gives up after 90 s. */
export const requestTimeoutMs = 90_000

export interface RequestInput {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path below the API base, e.g. `/sys/position/list`. */
  readonly path: string
  /** Empty values (undefined, null, '') are dropped before sending. */
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly form?: FormData
  readonly signal?: AbortSignal | undefined
  /** The caller shows every failure itself (the expired session is still announced). */
  readonly quiet?: boolean
}

/** What the client needs to know of the world; set once at start, so that tests and the login page bring their own. */
export interface RequestHost {
  token(): string | null
  tenantId(): number
  notify(title: string, text: string): void
  sessionExpired(): void
  /** The low-code app whose page is shown. */
  lowApp(): LowApp | null
  /** Headers of the calls that are signed (1-shell.md §7); the login page has none of them. */
  sign(call: SignInput): Readonly<Record<string, string>>
}

/** A call as it travels. */
export interface SignInput {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Epoch ms by the clock of the server, as far as its answers have told it. */
  readonly now: number
}

const silentHost: RequestHost = {
  token: () => null,
  tenantId: () => 0,
  notify: () => undefined,
  sessionExpired: () => undefined,
  lowApp: () => null,
  sign: () => ({}),
}
let host = silentHost

export function setRequestHost(next: Partial<RequestHost>): void {
  host = { ...host, ...next }
}

/** Sends a call and gives the envelope of a success; anything else is a `RequestFailure`. */
export async function request<T = unknown>(input: RequestInput): Promise<Envelope<T>> {
  const [response, text] = await exchange(input, (answer) => answer.text())
  const envelope = parseEnvelope<T>(text)
  if (!response.ok) throw refuse(input, kindOfResponse(response, envelope), response.status, envelope)
  if (!envelope) throw refuse(input, 'server', response.status, null)
  hearServerTime(envelope.timestamp)
  if (!envelope.success) throw new RequestFailure('business', envelope.message, response.status, envelope)
  return envelope
}

/** Like `request`, for calls that answer with a page of HTML. */
export async function requestPage(input: RequestInput): Promise<string> {
  const [response, text] = await exchange(input, (answer) => answer.text())
  const envelope = parseEnvelope(text)
  if (!response.ok) throw refuse(input, kindOfResponse(response, envelope), response.status, envelope)
  // An envelope in the place of a page says why there is none.
  if (envelope) throw new RequestFailure('business', envelope.message, response.status, envelope)
  return text
}

/** Like `request`, for calls that answer with a file. A failure inside the blob is decoded first (1-shell.md §8). */
export async function requestFile(
  input: RequestInput,
  onProgress?: (receivedBytes: number) => void,
): Promise<Blob> {
  const [response, answer] = await exchange<Blob | string>(input, (answered, stillComing) =>
    isFile(answered) ? readBlob(answered, stillComing, onProgress) : answered.text(),
  )
  if (typeof answer === 'string') {
    const envelope = parseEnvelope(answer)
    if (!response.ok) throw refuse(input, kindOfResponse(response, envelope), response.status, envelope)
    throw new RequestFailure('business', envelope?.message || '文件下载失败', response.status, envelope)
  }
  if (answer.size === 0) throw new RequestFailure('business', '文件下载失败', response.status)
  return answer
}

const isFile = (response: Response): boolean =>
  response.ok && !/json|text/.test(response.headers.get('content-type') ?? '')

/** Address of a call with its query; used by uploads, which need XMLHttpRequest for their progress. */
export function addressOf(input: Pick<RequestInput, 'method' | 'path' | 'query'>): string {
  const params = new URLSearchParams(queryOf(input))
  // The cached dictionary lookup is the one GET without the time stamp (1-shell.md §7).
  if (input.method === 'GET' && !input.path.includes('sys/dict/getDictItems')) {
    params.set('_t', String(Math.floor(Date.now() / 1000)))
  }
  const query = params.toString()
  return `${apiBase()}${input.path}${query ? `?${query}` : ''}`
}

/** The query as it is sent: the filter of a low-code app merged in, empty values dropped. */
function queryOf({ query }: Pick<RequestInput, 'query'>): Record<string, string> {
  const given = Object.entries({ ...query, ...host.lowApp()?.filter })
  const kept = given.filter(([, value]) => value !== undefined && value !== null && value !== '')
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]))
}

/** Who calls, for which tenant (0 = none), from which low-code app: on every call (1-shell.md §7). */
export function authHeaders(): Record<string, string> {
  const token = host.token()
  const app = host.lowApp()
  return {
    'tenant-id': String(host.tenantId()),
    ...(token ? { 'X-Access-Token': token } : {}),
    ...(app ? { 'X-Low-App-ID': app.appId } : {}),
  }
}

function signOf(input: RequestInput): Readonly<Record<string, string>> {
  const { method, path, body } = input
  return host.sign({ method, path, query: queryOf(input), body, now: serverNow() })
}

/**
 * Sends a call and reads its answer. The time runs until the last byte is here, and begins anew when the reader calls
 * `stillComing`: a long file takes as long as it takes.
 */
async function exchange<T>(
  input: RequestInput,
  read: (response: Response, stillComing: () => void) => Promise<T>,
): Promise<[Response, T]> {
  const over = new AbortController()
  const timeout = over.signal
  const start = () => setTimeout(() => over.abort(), requestTimeoutMs)
  let timer = start()
  const stillComing = (): void => {
    clearTimeout(timer)
    timer = start()
  }
  const json = input.body !== undefined && !input.form
  try {
    const response = await fetch(addressOf(input), {
      method: input.method,
      headers: {
        ...authHeaders(),
        ...signOf(input),
        ...(json ? { 'Content-Type': 'application/json' } : {}),
      },
      body: input.form ?? (json ? JSON.stringify(input.body) : null),
      signal: input.signal ? AbortSignal.any([input.signal, timeout]) : timeout,
    })
    return [response, await read(response, stillComing)]
  } catch (cause) {
    const kind = timeout.aborted ? 'timeout' : input.signal?.aborted ? 'aborted' : 'offline'
    throw refuse(input, kind, 0, null, cause)
  } finally {
    clearTimeout(timer)
  }
}

/** Makes the failure and lets the catalogue show what is its to show. */
export function refuse(
  input: Pick<RequestInput, 'quiet'>,
  kind: FailureKind,
  status: number,
  envelope: Envelope | null,
  cause?: unknown,
): RequestFailure {
  const message = envelope?.message ?? ''
  const failure = new RequestFailure(kind, textOf(kind, message), status, envelope)
  if (cause !== undefined) failure.cause = cause
  const reaction = reactionTo(kind, message)
  if (reaction.show === 'expired') host.sessionExpired()
  if (reaction.show === 'notification' && !input.quiet) host.notify(reaction.title, reaction.text)
  failure.shown = reaction.show === 'expired' || (reaction.show === 'notification' && !input.quiet)
  return failure
}

function kindOfResponse(response: Response, envelope: Envelope | null): FailureKind {
  return kindOf({
    status: response.status,
    message: envelope?.message ?? '',
    signedIn: host.token() !== null,
  })
}

/** The token failure travels as text/html with JSON inside, so the content type says nothing (4-api.md §1.3). */
export function parseEnvelope<T>(text: string): Envelope<T> | null {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || !('message' in value || 'success' in value))
      return null
    // The envelope is the contract of every call; `result` is checked by whoever reads it.
    return value as Envelope<T>
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

async function readBlob(
  response: Response,
  stillComing: () => void,
  onProgress?: (bytes: number) => void,
): Promise<Blob> {
  if (!response.body) return response.blob()
  const reader = response.body.getReader()
  const parts: BlobPart[] = []
  let received = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    parts.push(value)
    received += value.byteLength
    stillComing()
    onProgress?.(received)
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? '' })
}
