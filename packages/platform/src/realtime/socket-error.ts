import type { WebsocketPluginOptions } from '@fastify/websocket'
import { AppError } from '../fail.ts'

/** Of the socket itself: a frame that none may be, too long a one, a terminal that is gone. */
const ofSocket = /^(WS_ERR_\w+|ECONNRESET|EPIPE|ETIMEDOUT)$/

/**
 * Ends a socket that has failed, or whose handler threw. What its client did, or that his session ended meanwhile, is no
 * fault of the server for its operator to look into.
 */
export const endFailedSocket: NonNullable<WebsocketPluginOptions['errorHandler']> = (
  error,
  socket,
  request,
) => {
  const isOfCaller = error instanceof AppError || ('code' in error && ofSocket.test(String(error.code)))
  if (isOfCaller) request.log.info({ err: error }, 'a socket was ended')
  else request.log.error({ err: error }, 'a socket failed')
  socket.terminate()
}
