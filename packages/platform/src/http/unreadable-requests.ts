import type { ConnectionError, FastifyReply, FastifyServerOptions } from 'fastify'
import type { Socket } from 'node:net'

/** What the HTTP parser refuses before there is a request: its code, the status, and what people do about it. */
const refusals: Readonly<Record<string, readonly [status: string, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [
    '408 Request Timeout',
    '请求没有在规定时间内发送完，连接已断开，请检查网络后重试',
  ],
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    '请求头太大，已拒绝：请缩短查询条件，或清除浏览器中本网站的 Cookie 后重试',
  ],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['413 Payload Too Large', '请求内容的分块扩展太大，已拒绝'],
}
const unreadable = ['400 Bad Request', '请求不符合 HTTP 格式，已拒绝'] as const

/**
 * Answers a request that could not be read (a stalled or oversized head, a stalled body, no HTTP at all) with our
 * envelope and ends the connection.
 * @param now epoch ms
 */
export function refuseUnreadable(now: () => number): NonNullable<FastifyServerOptions['clientErrorHandler']> {
  return (error: ConnectionError, socket: Socket) => {
    // Reset by the client, or ended by us: there is nobody to tell.
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    const [status, message] = refusals[error.code] ?? unreadable
    const body = JSON.stringify(envelopeOf(Number.parseInt(status, 10), message, now()))
    if (socket.writable)
      socket.write(
        [
          `HTTP/1.1 ${status}`,
          'content-type: application/json; charset=utf-8',
          `content-length: ${Buffer.byteLength(body)}`,
          'cache-control: no-store',
          'x-content-type-options: nosniff',
          'connection: close',
          '',
          body,
        ].join('\r\n'),
      )
    socket.destroySoon()
  }
}

/** What the router refuses before there is a route, by its code. */
const unroutable: Readonly<Record<string, readonly [status: number, message: string]>> = {
  FST_ERR_MAX_PARAM_LENGTH: [414, '地址太长，已拒绝，请检查地址'],
}

/**
 * Answers an address that the router cannot read or that is too long with our envelope: hooks and the handler of errors
 * are not asked for it.
 * @param now epoch ms
 */
export function refuseUnroutable(now: () => number): NonNullable<FastifyServerOptions['frameworkErrors']> {
  return (error, _request, reply: FastifyReply) => {
    const [status, message] = unroutable[error.code] ?? [400, '地址含有不能识别的字符，已拒绝，请检查地址']
    void reply
      .code(status)
      .headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
      .send(envelopeOf(status, message, now()))
  }
}

const envelopeOf = (code: number, message: string, timestamp: number) => ({
  success: false,
  message,
  code,
  result: null,
  timestamp,
})
