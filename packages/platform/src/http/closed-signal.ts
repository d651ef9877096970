import type { FastifyReply } from 'fastify'

/** Aborts when the caller goes away before the answer is out: what is still asked for him has no reader any more. */
export function closedSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  return gone.signal
}
