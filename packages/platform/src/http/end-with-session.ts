import type { FastifyReply } from 'fastify'
import type { Actor, Context } from '../context.ts'

/**
 * Breaks a long answer off when the session that asked for it ends, be it by sign-out, a new password, or because the account
 * or its tenant was frozen: what is still on its way is for nobody any more.
 */
export function endWithSession(
  { broadcasts }: Pick<Context, 'broadcasts'>,
  { sessionId }: Pick<Actor, 'sessionId'>,
  reply: FastifyReply,
): void {
  const forget = broadcasts.on('session.ended', (ended) => {
    if (ended.sessionId === sessionId) reply.raw.destroy()
  })
  reply.raw.once('close', forget)
}
