import type { FastifyReply } from 'fastify'
import { randomBytes } from 'node:crypto'

/** What a sign-in at a provider came to, as the page that began it is told. */
export interface Arrival {
  /** Page of ours to go on with. */
  readonly to: string
  /** What a page that opened a window for it waits for (4-api.md §2.10); null where none does. */
  readonly message: string | null
}

/**
 * Ends a sign-in at a provider. A window that one of our own pages opened tells that page and closes; a page that came
 * here itself goes on. The browser hands the message to our own origin only, and what it holds is worth nothing without
 * the cookie of the browser that began.
 * @param home origin of our pages, from configuration
 */
export async function handOver(reply: FastifyReply, { to, message }: Arrival, home: string): Promise<void> {
  const nonce = randomBytes(16).toString('base64')
  const given = JSON.stringify({ to, message, home }).replaceAll('<', String.raw`\u003c`)
  await reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}'; frame-ancestors 'none'`,
    })
    .send(
      `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>正在登录</title>` +
        `<p>正在返回，请稍候…没有自动返回时请<a href="${to.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">点此继续</a>。</p>` +
        `<script nonce="${nonce}">const given = ${given}
if (opener && given.message !== null) { opener.postMessage(given.message, given.home); close() }
else location.replace(given.to)</script></html>`,
    )
}

/** Lets a window keep the page that opened it: every step of the way must, or the browser cuts them apart. */
export function keepOpener(reply: FastifyReply): void {
  reply.header('cross-origin-opener-policy', 'unsafe-none')
}
