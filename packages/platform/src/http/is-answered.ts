import type { FastifyReply } from 'fastify'

/**
 * Whether nothing is left to answer: a handler has sent a file itself, or its reader went away in the middle of it. The
 * framework calls an answer sent only when it is out to its last byte.
 */
export const isAnswered = (reply: FastifyReply): boolean =>
  reply.sent || reply.raw.headersSent || reply.raw.destroyed
