import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/**
 * 4-api.md §1.8: the origin is echoed, for clients elsewhere that send the token in a header; where ALLOWED_ORIGINS names
 * some, for those alone. Credentials of the browser are for our own pages alone: no cookie or client certificate is ridden
 * from a foreign site. A page without an origin (`null`: a sandboxed frame, a file) reads nothing.
 */
export function allowOrigins(
  app: FastifyInstance,
  { publicUrl, allowedOrigins }: Pick<Config, 'publicUrl' | 'allowedOrigins'>,
): void {
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    if (origin !== undefined) reply.header('vary', 'origin')
    if (origin !== undefined && origin !== 'null') {
      const isOurs = isOwn(request, origin, publicUrl)
      if (isOurs || (allowedOrigins?.includes(origin) ?? true))
        reply
          .header('access-control-allow-origin', origin)
          .header('access-control-expose-headers', 'content-disposition')
      if (isOurs) reply.header('access-control-allow-credentials', 'true')
    }
    if (request.method !== 'OPTIONS') return
    const asked = request.headers['access-control-request-headers']
    reply.header('access-control-allow-methods', 'GET,POST,OPTIONS,PUT,DELETE')
    if (asked !== undefined) reply.header('access-control-allow-headers', asked)
    await reply.header('access-control-max-age', '600').code(200).send('')
  })
}

function isOwn(request: FastifyRequest, origin: string, publicUrl: string | undefined): boolean {
  if (publicUrl !== undefined) return URL.canParse(publicUrl) && new URL(publicUrl).origin === origin
  return URL.canParse(origin) && new URL(origin).host === request.headers.host
}
