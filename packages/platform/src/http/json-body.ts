import type { FastifyInstance } from 'fastify'

/** JSON bodies; an empty one is no body (clients send the header with bodiless DELETE calls). `__proto__` is refused. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body.toString()
    if (text.trim() === '') return done(null, undefined)
    return parse(request, text, done)
  })
}
