import type { z } from 'zod'

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A call that is not one of the eight verbs. A route declares a permission, `signedIn`, or `public`; nothing else starts. */
export interface Endpoint<I extends z.ZodType = z.ZodType, O = unknown> {
  readonly methods: readonly HttpMethod[]
  /** Wire path below the API base, Fastify syntax: `/sys/dict/getDictItems/:dictCode`. */
  readonly path: string
  readonly access: Access
  /**
   * The one open call that this path is a case of, e.g. `/sys/thirdLogin/*`: what is open without a session is counted
   * and reviewed by it (4-api.md §2.9 names it so). Only for `public` paths below it.
   */
  readonly under?: `${string}/*`
  /** Query, path parameters and JSON body merged into one object (body wins), then checked. */
  readonly input: I
  /** Only a type: what `result` holds. */
  readonly output?: O
  readonly title: string
  /** Of a `public` call: where a session comes along, the handler is told whose it is; a broken one is refused. */
  readonly knowsCaller?: boolean
  /** A frame or a picture of ours may open it by a ticket in its address (`sessionEndpoints.ticket`). */
  readonly byTicket?: boolean
  /** A picture or a link of ours may open it by the cookie of stored files (decision 0507). */
  readonly byCookie?: boolean
  /** Answers with a file, which breaks off when the session of its reader ends, or with a refusal that has a status of its own. */
  readonly sendsFile?: boolean
  /** Touches what belongs to the platform: refused in every other tenant, whatever the permission. */
  readonly platformOnly?: boolean
}

/**
 * Who may call. `signedIn` is for calls about oneself; `public` for the anonymous list of 4-api.md §2.9. `orNamed`: whoever
 * is named on a live ticket needs no permission, as what makes him and his crew safe is nobody's to take from him with a
 * role (3-domain.md §0.2, decision 0587); which ticket he may touch is still the call's to ask.
 */
export type Access = { readonly permission: string; readonly orNamed?: true } | 'signedIn' | 'public'

export type InputOf<E extends Endpoint> = z.output<E['input']>
export type OutputOf<E> = E extends Endpoint<z.ZodType, infer O> ? O : never

/** Names a call once for server and console. The second parameter list carries the type of `result`. */
export const defineEndpoint =
  <O>() =>
  <const I extends z.ZodType>(endpoint: Omit<Endpoint<I, O>, 'output'>): Endpoint<I, O> =>
    endpoint
