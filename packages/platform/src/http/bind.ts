import { isSignedPath, type Endpoint, type InputOf, type OutputOf } from '@suoan/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { actorOf } from './access.ts'
import { checkSign } from './check-sign.ts'
import { cleanText } from './clean-text.ts'
import { sendOutcome } from './envelope.ts'
import type { Answered, Bind, Call } from './route.ts'
import { parseInput } from './parse-input.ts'

/** Makes `bind`: authenticate → authorize (both in `access.ts`, on the matched route) → validate → handler → envelope. */
export function createBind(app: FastifyInstance, ctx: Context): Bind {
  return <E extends Endpoint>(
    endpoint: E,
    handler: (call: Call<InputOf<E>>) => Promise<OutputOf<E> | Answered<OutputOf<E>>>,
  ): void => {
    const isSigned = isSignedPath(endpoint.path)
    app.route({
      method: [...endpoint.methods],
      url: endpoint.path,
      // A HEAD would do the work of the GET, an export of a million rows among it, for an answer nobody reads.
      exposeHeadRoute: false,
      config: {
        access: endpoint.access,
        ...(endpoint.byTicket ? { byTicket: true } : {}),
        ...(endpoint.byCookie ? { byCookie: true } : {}),
        ...(endpoint.sendsFile ? { sendsFile: true } : {}),
        ...(endpoint.platformOnly ? { platformOnly: endpoint.title } : {}),
      },
      handler: async (request, reply) => {
        if (isSigned) checkSign(ctx, request)
        // The schema of this very endpoint has just read it.
        const input = cleanText(parseInput(endpoint.input, requestParams(request))) as InputOf<E>
        const outcome = await handler({ input, actor: actorOf(request), request, reply })
        // A handler that sent a file itself has answered already.
        return reply.sent ? reply : sendOutcome(reply, ctx.clock.now(), outcome)
      },
    })
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
