import type { FastifyInstance } from 'fastify'

/** 4-api.md §1.8: the origin is echoed; the token travels in a header, so no cookie can be ridden. */
export function allowOrigins(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    if (origin !== undefined) {
      reply
        .header('access-control-allow-origin', origin)
        .header('access-control-allow-credentials', 'true')
        .header('access-control-expose-headers', 'content-disposition')
        .header('vary', 'origin')
    }
    if (request.method !== 'OPTIONS') return
    const asked = request.headers['access-control-request-headers']
    reply.header('access-control-allow-methods', 'GET,POST,OPTIONS,PUT,DELETE')
    if (asked !== undefined) reply.header('access-control-allow-headers', asked)
    await reply.header('access-control-max-age', '600').code(200).send('')
  })
}
