import type { Endpoint, InputOf, OutputOf } from '@suoan/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, Context } from '../context.ts'

export interface Call<I> {
  readonly input: I
  readonly actor: Actor
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** What a handler may return: plain data becomes `result`; `answered(...)` sets message and code too. */
export class Answered<T> {
  readonly result: T
  readonly message: string
  readonly code: number
  readonly success: boolean

  constructor(result: T, message: string, code: number, success: boolean) {
    this.result = result
    this.message = message
    this.code = code
    this.success = success
  }
}

/** An answer with a text for the user, e.g. `answered(null, '添加成功！')`. */
export const answered = <T>(result: T, message: string, code = 200, success = true): Answered<T> =>
  new Answered(result, message, code, success)

/** Binds an endpoint to its handler: authenticate → authorize → validate → handler → envelope. See `http/bind.ts`. */
export type Bind = <E extends Endpoint>(
  endpoint: E,
  handler: (call: Call<InputOf<E>>) => Promise<OutputOf<E> | Answered<OutputOf<E>>>,
) => void

/** A feature is a function that mounts its routes and reactions. */
export type Feature = (mount: { app: FastifyInstance; ctx: Context; bind: Bind }) => void | Promise<void>

/** A feature by the name of its folder. */
export interface NamedFeature {
  readonly name: string
  readonly mount: Feature
}
