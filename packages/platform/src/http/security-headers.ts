import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/**
 * The console's component styles are written into the page at run time; scripts come from files of ours only.
 * @param sites foreign sites that the menu may embed (FRAME_ORIGINS), sub-applications with their manifests (MICRO_APPS),
 *   where stored files come from (STATIC_URL), and neighbouring systems (GATEWAY_ROUTE_URL)
 */
export function pagePolicy({
  frameOrigins,
  microApps,
  staticUrl,
  gatewayRouteUrl,
}: Pick<Config, 'frameOrigins' | 'microApps' | 'staticUrl' | 'gatewayRouteUrl'>): string {
  const files = staticUrl === undefined ? [] : [staticUrl]
  const neighbours = gatewayRouteUrl === undefined ? [] : [gatewayRouteUrl]
  return [
    ...policy,
    `img-src ${["'self'", 'data:', 'blob:', ...files].join(' ')}`,
    // Covers the websocket of the same host, too (CSP level 3).
    `connect-src ${["'self'", ...microApps, ...files].join(' ')}`,
    // A PDF is opened in place from a copy that the page has fetched: the store sends it as a download alone (V17).
    `frame-src ${["'self'", ...frameOrigins, ...microApps, ...neighbours, 'blob:'].join(' ')}`,
  ].join('; ')
}

const policy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'self'",
]

/** An answer that is no page may do nothing at all when somebody opens it as one. */
const answerPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** Of every answer of our own that is no page. */
export const ownHeaders = {
  'content-security-policy': answerPolicy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // What is said to one person stays in no cache; files and the built console say otherwise for themselves.
  'cache-control': 'no-store',
}

/**
 * Headers of every answer. `strict-transport-security` is left to the proxy that ends TLS. Written here rather than by
 * @fastify/helmet, whose work per request shows in the figures of a list call.
 */
export function secureAnswers(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(ownHeaders)
    if (!hasTwoHosts(request)) return done()
    void reply.code(400).type('text/plain; charset=utf-8').send('请求的 Host 重复，已拒绝\n')
  })
}

/** Two names of one server: what stands before it and it itself would each believe another one. */
export function hasTwoHosts({ raw: { rawHeaders } }: FastifyRequest): boolean {
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length > 1
}
