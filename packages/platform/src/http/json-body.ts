import type { FastifyInstance } from 'fastify'
import { fail } from '../fail.ts'

/** Levels of a body: ten times what any call has. Beyond it whoever walks through the value runs out of stack. */
const MOST_LEVELS = 100

/**
 * JSON bodies; an empty one is no body (clients send the header with bodiless DELETE calls). `__proto__` is refused, and so
 * is what nests deeper than any call does.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body.toString()
    if (text.trim() === '') return done(null, undefined)
    return parse(request, text, (error: Error | null, value?: unknown) => {
      if (error === null && isDeeper(value, MOST_LEVELS))
        return done(fail('BAD_INPUT', { detail: '请求内容嵌套过深' }))
      done(error, value)
    })
  })
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((part) => isDeeper(part, levels - 1))
}
