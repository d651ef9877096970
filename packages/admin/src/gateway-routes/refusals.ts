import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendEnvelope } from '@suoan/platform/http/envelope'
import { ownHeaders } from '@suoan/platform/http/security-headers'

/** A request that is not sent on, or whose upstream gave no answer: the status and what people do about it (Chinese). */
export class RouteRefusal extends Error {
  override readonly name = 'RouteRefusal'
  readonly status: number
  readonly retryAfter: number | undefined

  constructor(status: number, message: string, retryAfter?: number) {
    super(message)
    this.status = status
    this.retryAfter = retryAfter
  }
}

const titles: Readonly<Record<number, string>> = {
  400: '地址不对',
  401: '请先登录',
  403: '没有权限',
  404: '没有这个系统',
  429: '请求太频繁',
  500: '暂时打不开',
}

/** Answers a refusal: a page for somebody who opened the address, an envelope for programs. */
export function sendRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, message, retryAfter }: RouteRefusal,
  { now, home }: { readonly now: number; readonly home: string | undefined },
): FastifyReply {
  reply.code(status).headers(ownHeaders)
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  const isPage =
    request.headers['sec-fetch-mode'] === 'navigate' ||
    (request.method === 'GET' && (request.headers.accept ?? '').startsWith('text/html'))
  if (!isPage) return sendEnvelope(reply, now, { success: false, message, code: status, result: null })
  const title = titles[status] ?? (status > 500 ? '系统暂时打不开' : titles[500])
  const back = home === undefined ? '' : `<p><a href="${home}">返回锁安</a></p>`
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-top-navigation-by-user-activation",
    )
    .removeHeader('x-frame-options').send(`<!doctype html>
<html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>body{max-width:480px;margin:18vh auto 0;padding:0 24px;font:16px/1.6 system-ui,sans-serif;text-align:center;color:#1f1f1f;background:#fff}
h1{font-size:22px}a{color:#0958d9}</style>
<h1>${title}</h1><p>${message}</p>${back}</html>
`)
}
