import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { fail } from '../fail.ts'
import { actorOf } from '../http/access.ts'
import type { Hub } from './hub.ts'

/**
 * Before the upgrade of any channel (security.md V26): the origin must be ours or a named one, the path must name the token's own user,
 * and there must be room.
 */
export function checkSocket(
  request: FastifyRequest<{ Params: { userId: string } }>,
  ctx: Context,
  hub: Hub,
): void {
  checkOrigin(request, ctx)
  if (request.params.userId !== actorOf(request).userId) throw fail('FORBIDDEN')
  if (hub.isFull()) throw fail('SOCKETS_FULL')
}

/** A browser always names the page's origin; it must be this host, the public address or one of ALLOWED_ORIGINS. */
function checkOrigin({ headers }: Pick<FastifyRequest, 'headers'>, ctx: Context): void {
  const { origin, host } = headers
  if (origin === undefined) return
  const isOwn = URL.canParse(origin) && new URL(origin).host === host
  const isPublic =
    ctx.config.publicUrl !== undefined &&
    URL.canParse(origin) &&
    new URL(ctx.config.publicUrl).origin === origin
  if (!isOwn && !isPublic && ctx.config.allowedOrigins?.includes(origin) !== true) throw fail('FORBIDDEN')
}
