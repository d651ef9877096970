import type { FastifyInstance, RouteOptions } from 'fastify'
import { fail } from '../fail.ts'

/** 404 and 405 as envelopes (4-api.md §1.2, §1.4). Remembers the routes to tell a wrong method from a wrong path. */
export function answerUnknownPaths(app: FastifyInstance): void {
  const exact = new Map<string, Set<string>>()
  const patterns: { pattern: RegExp; methods: Set<string> }[] = []
  app.addHook('onRoute', (route: RouteOptions) => {
    const known = exact.get(route.url)
    const methods = known ?? new Set<string>()
    for (const method of [route.method].flat()) if (method !== 'HEAD') methods.add(method)
    if (known) return
    exact.set(route.url, methods)
    if (!/[:*]/.test(route.url)) return
    const source = route.url
      .replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
      .replace(/:\w+/g, '[^/]+')
      .replace(/\*/g, '.*')
    patterns.push({ pattern: new RegExp(`^${source}$`), methods })
  })
  app.setNotFoundHandler((request) => {
    const path = request.url.split('?')[0] ?? ''
    const methods = exact.get(path) ?? patterns.find(({ pattern }) => pattern.test(path))?.methods
    if (!methods || methods.has(request.method)) throw fail('PATH_UNKNOWN')
    throw fail('METHOD_REFUSED', { method: request.method, allowed: [...methods].join('、') })
  })
}
