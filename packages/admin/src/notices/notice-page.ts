import type { Config } from '@suoan/platform/config'
import type { Context } from '@suoan/platform/context'
import type { RowRecord } from '@suoan/platform/resource'
import { cleanHtml } from './clean-html.ts'

/**
 * The page may stand in a frame of the console or of a client that ALLOWED_ORIGINS names, show pictures of the own store and open its links beside it: no scripts,
 * no calls (security.md V18). It keeps its origin, without which the browser sends no cookie for the pictures; with no
 * script in it, that gives it nothing more.
 */
export const pagePolicy = ({ allowedOrigins = [] }: Pick<Config, 'allowedOrigins'>): string =>
  `default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors ${["'self'", ...allowedOrigins].join(' ')}; sandbox allow-popups allow-popups-to-escape-sandbox allow-same-origin`

const style = `:root{color-scheme:light}body{margin:16px;font:15px/1.6 sans-serif;color:#262626;background:#fff;overflow-wrap:anywhere}
h1{margin:0 0 8px;font-size:20px;font-weight:500}.by{margin:0 0 12px;padding-bottom:12px;border-bottom:1px solid #d9d9d9;color:#595959}
a{color:#0958d9}img{max-width:100%;height:auto}table{border-collapse:collapse}td,th{padding:4px 8px;border:1px solid #bfbfbf}pre{overflow-x:auto}
blockquote{margin:0 0 8px;padding-left:12px;border-left:3px solid #bfbfbf;color:#595959}`

/**
 * An announcement as a page of its own (4-api.md §7.12, `show/{id}`): title, sender, time and content, cleaned once
 * more, for what is stored may be older than the rule.
 */
export function pageOf(ctx: Context, row: RowRecord): string {
  const title = escaped(textOf(row['titile']))
  const sender = escaped(textOf(row['sender_dictText'] ?? row['sender']))
  const sentAt = escaped(textOf(row['sendTime']) || '（未发布）')
  return page(
    title,
    `<h1>${title}</h1><p class="by">发布人：${sender} 发布时间： ${sentAt}</p>${cleanHtml(ctx, textOf(row['msgContent'])).html}`,
  )
}

/** What stands in the place of an announcement that is not there, or not for the caller. */
export const missingPage = page(
  '通告不存在',
  '<h1>通告不存在</h1><p>该通告已删除、已撤销，或不是发给您的。</p>',
)

function page(title: string, body: string): string {
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><base target="_blank"><style>${style}</style></head><body>${body}</body></html>`
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
