import type { FastifyInstance } from 'fastify'
import { isTokenRefusal } from './error-handler.ts'

/** One line per answer: failures of ours as errors, slow ones as warnings, the rest only at level debug. */
export function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const isOurs = reply.statusCode >= 500 && !isTokenRefusal(request)
    const level = isOurs ? 'error' : reply.elapsedTime > 2_000 ? 'warn' : 'debug'
    request.log[level](
      {
        method: request.method,
        // Without the query: list filters name people.
        path: request.url.split('?')[0],
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ip: request.ip,
      },
      'answered',
    )
    done()
  })
}
