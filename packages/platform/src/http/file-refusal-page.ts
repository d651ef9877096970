import type { FastifyReply, FastifyRequest } from 'fastify'

const words = {
  /** One answer for what is not there and what is not for the caller. */
  unseen: {
    title: '打不开这个文件',
    text: '文件不存在、已过期，或您无权查看。请回到原来的页面重新打开；确需查看的，请联系管理员授权。',
    go: '返回首页',
  },
  signedOut: {
    title: '请先登录',
    text: '登录后才能查看文件。请先登录，再重新打开这个链接。',
    go: '去登录',
  },
  failed: {
    title: '文件暂时打不开',
    text: '系统暂时无法取得文件，请稍后刷新重试；若仍打不开，请联系管理员。',
    go: '返回首页',
  },
} as const

/** Whether a browser opens the file as a page of its own (a link, a new tab): then somebody reads the answer himself. */
export const opensFile = (request: FastifyRequest): boolean =>
  request.routeOptions.config.sendsFile === true && request.headers['sec-fetch-mode'] === 'navigate'

/** Says in place of an envelope why the file does not come; the status is what the reply has. */
export function sendFileRefusal(reply: FastifyReply, why: keyof typeof words): FastifyReply {
  const { title, text, go } = words[why]
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
    ).send(`<!doctype html>
<html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>body{max-width:480px;margin:18vh auto 0;padding:0 24px;font:16px/1.6 system-ui,sans-serif;text-align:center;color:#1f1f1f;background:#fff}
h1{font-size:22px}a{color:#0958d9}</style>
<h1>${title}</h1><p>${text}</p><p><a href="/">${go}</a></p></html>
`)
}
