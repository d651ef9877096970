import { createHash } from 'node:crypto'
import { isSignTimely, signHeader, signTimeHeader, signedText } from '@suoan/contract'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { fail } from '../fail.ts'

/**
 * Refuses a call whose signature does not fit (4-api.md §2.8), in the form of either generation of clients. A call
 * without one passes unless the installation demands it (SIGN_REQUIRED): the secret stands in every page, so a
 * signature says nothing about who calls (security.md V23); it only finds requests that were changed on their way by
 * mistake.
 */
export function checkSign(ctx: Context, request: FastifyRequest): void {
  const { headers, method } = request
  const given = headers[signHeader.toLowerCase()]
  if (given === undefined) {
    if (ctx.config.signRequired) throw fail('SIGN_BROKEN')
    return
  }
  const [path = ''] = request.url.slice(ctx.config.apiBase.length).split('?')
  const query = typeof request.query === 'object' && request.query !== null ? request.query : {}
  const call = { method, path, query: { ...query }, body: request.body }
  const expected = (['decoded', 'raw'] as const).map((pathForm) => {
    const text = signedText(call, ctx.config.signSecret, pathForm)
    // MD5 is what the standard clients compute; nothing is protected by it.
    return createHash('md5').update(text).digest('hex').toUpperCase()
  })
  const isTimely = isSignTimely(String(headers[signTimeHeader.toLowerCase()] ?? ''), ctx.clock.now())
  if (!expected.some((each) => each === given) || !isTimely) throw fail('SIGN_BROKEN')
}
