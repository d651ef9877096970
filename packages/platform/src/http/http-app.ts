import type { Clock } from '@suoan/kit/clock'
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { noSchemas } from './no-schemas.ts'
import { logAnswers } from './request-log.ts'
import { refuseUnreadable, refuseUnroutable } from './unreadable-requests.ts'

interface Parts {
  readonly config: Config
  readonly log: FastifyBaseLogger
  readonly clock: Clock
}

/**
 * An HTTP server without routes, as the API and the gateway routes need it: what cannot be read or routed is answered as the
 * rest, each answer is logged, a connection that stalls ends after `requestTimeoutMs`. Bodies above 2 MiB are refused, unless
 * a route names another limit.
 */
export function createHttpApp({ config, log, clock }: Parts): FastifyInstance {
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    schemaController: noSchemas,
    trustProxy: config.trustProxy,
    bodyLimit: 2 * 2 ** 20,
    // Head and body of a request: whoever stalls holds a connection no longer than this.
    requestTimeout: config.requestTimeoutMs,
    clientErrorHandler: refuseUnreadable(() => clock.now()),
    frameworkErrors: refuseUnroutable(() => clock.now()),
    // What comes between two requests of one connection; behind a proxy its own wait must be shorter.
    keepAliveTimeout: 72_000,
    http: {
      headersTimeout: Math.min(config.headerTimeoutMs, config.requestTimeoutMs),
      connectionsCheckingInterval: Math.min(5_000, config.headerTimeoutMs, config.requestTimeoutMs),
    },
  })
  logAnswers(app)
  return app
}
