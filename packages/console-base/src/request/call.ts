import type { Endpoint, InputOf, OutputOf, RouteTo } from '@suoan/contract'
import type { z } from 'zod'
import { request } from './client.ts'

export interface CallOptions {
  readonly signal?: AbortSignal
  readonly quiet?: boolean
}

/** What a client may give to an endpoint: the input before defaults and coercion. */
export type CallInput<E extends Endpoint> = z.input<E['input']>

/**
 * Calls an endpoint of the contract: path parameters are filled in, the rest travels as query (GET, DELETE) or as
 * JSON body (POST, PUT). The server checks the input; a refusal arrives as `RequestFailure` of kind `business`.
 * @example const answer = await call(sessionEndpoints.selectDepart, { orgCode: 'A01' })
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<OutputOf<E>> {
  return (await callForMessage(endpoint, input, options)).result
}

/** Like `call`, with the server's message for the success toast. */
export async function callForMessage<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<{ result: OutputOf<E>; message: string }> {
  return send(endpoint, input, options)
}

/**
 * Like `call`, for the shell: only the route is here, and the schemas of the contract are not loaded for it.
 * @example const role = await callRoute(shellCalls.roleNumber, { username })
 */
export async function callRoute<E extends Endpoint>(
  route: RouteTo<E>,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<OutputOf<E>> {
  return (await send<OutputOf<E>>(route, input, options)).result
}

function send<O>(
  endpoint: Pick<Endpoint, 'methods' | 'path'>,
  input: unknown,
  options: CallOptions,
): Promise<{ result: O; message: string }> {
  const method = endpoint.methods[0] ?? 'GET'
  const { path, rest } = fillPath(endpoint.path, input)
  const isRead = method === 'GET' || method === 'DELETE'
  return request<O>({
    method,
    path,
    ...(isRead ? { query: rest } : { body: rest }),
    ...options,
  })
}

/** Fills `:name` parts of a path from the input; what is left goes elsewhere. */
export function fillPath(path: string, input: unknown): { path: string; rest: Record<string, unknown> } {
  const rest: Record<string, unknown> = { ...(typeof input === 'object' && input !== null ? input : {}) }
  const filled = path.replace(/:([A-Za-z]\w*)/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value ?? ''))
  })
  return { path: filled, rest }
}

export type { InputOf, OutputOf }
