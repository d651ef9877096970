import { isSignedPath, type Endpoint, type InputOf, type OutputOf } from '@suoan/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { actorOf } from './access.ts'
import { checkSign } from './check-sign.ts'
import { cleanText } from './clean-text.ts'
import { sendOutcome } from './envelope.ts'
import { isAnswered } from './is-answered.ts'
import type { Answered, Bind, Call } from './route.ts'
import { fail } from '../fail.ts'
import { parseInput } from './parse-input.ts'

/** Makes `bind`: authenticate → authorize (both in `access.ts`, on the matched route) → validate → handler → envelope. */
export function createBind(app: FastifyInstance, ctx: Context): Bind {
  const below = createOpenCalls(app)
  return <E extends Endpoint>(
    endpoint: E,
    handler: (call: Call<InputOf<E>>) => Promise<OutputOf<E> | Answered<OutputOf<E>>>,
  ): void => {
    const isSigned = isSignedPath(endpoint.path)
    const answer = async (
      request: FastifyRequest,
      reply: FastifyReply,
      asked: Readonly<Record<string, unknown>>,
    ): Promise<FastifyReply> => {
      if (isSigned) checkSign(ctx, request)
      // The schema of this very endpoint has just read it.
      const input = cleanText(parseInput(endpoint.input, asked)) as InputOf<E>
      const outcome = await handler({ input, actor: actorOf(request), request, reply })
      // A handler that sent a file itself has answered already.
      return isAnswered(reply) ? reply : sendOutcome(reply, ctx.clock.now(), outcome)
    }
    if (endpoint.under !== undefined) {
      below(endpoint, endpoint.under, answer)
      return
    }
    app.route({
      method: [...endpoint.methods],
      url: endpoint.path,
      // A HEAD would do the work of the GET, an export of a million rows among it, for an answer nobody reads.
      exposeHeadRoute: false,
      config: {
        access: endpoint.access,
        title: endpoint.title,
        ...(endpoint.knowsCaller ? { knowsCaller: true } : {}),
        ...(endpoint.byTicket ? { byTicket: true } : {}),
        ...(endpoint.byCookie ? { byCookie: true } : {}),
        ...(endpoint.sendsFile ? { sendsFile: true } : {}),
        ...(endpoint.platformOnly ? { platformOnly: endpoint.title } : {}),
      },
      handler: (request, reply) => answer(request, reply, requestParams(request)),
    })
  }
}

type Answer = (
  request: FastifyRequest,
  reply: FastifyReply,
  asked: Readonly<Record<string, unknown>>,
) => Promise<FastifyReply>

/** One route for each open call (`Endpoint.under`) and method; it finds among its cases the one whose path was asked for. */
function createOpenCalls(app: FastifyInstance) {
  const cases = new Map<string, { readonly path: RegExp; readonly answer: Answer }[]>()
  return (endpoint: Endpoint, under: string, answer: Answer): void => {
    const prefix = under.slice(0, -1)
    if (endpoint.access !== 'public' || !endpoint.path.startsWith(prefix))
      throw new Error(`${endpoint.path} is no case of the open call ${under}`)
    const rest = endpoint.path.slice(prefix.length).replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')
    for (const method of endpoint.methods) {
      const known = cases.get(`${method} ${under}`)
      const own = known ?? []
      own.push({ path: new RegExp(`^${rest}$`), answer })
      if (known) continue
      cases.set(`${method} ${under}`, own)
      app.route({
        method,
        url: under,
        exposeHeadRoute: false,
        config: { access: 'public' },
        handler: async (request, reply) => {
          const { '*': asked, ...params } = requestParams(request)
          for (const { path, answer: answerIt } of own) {
            const found = path.exec(String(asked))
            if (found) return answerIt(request, reply, { ...params, ...found.groups })
          }
          throw fail('PATH_UNKNOWN')
        },
      })
    }
  }
}

/** Query, path parameters and JSON body as one object; the body wins. */
export function requestParams(request: FastifyRequest): Record<string, unknown> {
  const { query, params, body } = request
  return { ...asRecord(query), ...asRecord(params), ...asRecord(body) }
}

function asRecord(value: unknown): object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value)
    ? value
    : {}
}
