import { shanghaiTime } from '@suoan/kit/shanghai'
import type { FastifyReply } from 'fastify'
import type { CheckedPaper } from './check-paper.ts'

const statusOf = { unknown: 404, tooMany: 429 } as const

/** As text of the page; a name that turns the direction of writing turns its own alone. */
const escaped = (text: string): string => `<bdi>${plain(text)}</bdi>`
const plain = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/**
 * Sends the check page: plain HTML without a script, for any phone at any door. What it says holds at this moment and is
 * kept by nobody.
 */
export async function sendCheckPage(
  reply: FastifyReply,
  paper: CheckedPaper | 'unknown' | 'tooMany',
  now: number,
): Promise<null> {
  if (paper === 'tooMany') void reply.header('retry-after', '60')
  await reply
    .code(typeof paper === 'object' ? 200 : statusOf[paper])
    .header('content-type', 'text/html; charset=utf-8')
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    .header('x-frame-options', 'DENY')
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex, nofollow')
    .send(typeof paper === 'object' ? pageOf(paper, now) : refusals[paper])
  return null
}

const frame = (title: string, body: string): string => `<!doctype html>
<html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
body{max-width:560px;margin:0 auto;padding:20px 16px 40px;font:16px/1.6 system-ui,sans-serif;color:#1f1f1f;background:#f5f6f8}
h1{font-size:18px;margin:0 0 12px}
.verdict{border-radius:8px;padding:16px;color:#fff;font-size:20px;font-weight:600;line-height:1.45}
.good{background:#1b6e2c}.bad{background:#b00020}
dl{background:#fff;border-radius:8px;margin:16px 0 0;padding:4px 16px}
dl div{display:flex;gap:12px;padding:10px 0;border-bottom:1px solid #eceef1}dl div:last-child{border:0}
dt{flex:0 0 104px;color:#595959}dd{margin:0;min-width:0;overflow-wrap:anywhere}
small{display:block;color:#595959;margin-top:16px;font-size:14px}
code{font-size:13px}
@media (prefers-color-scheme:dark){body{background:#141414;color:#e6e6e6}dl{background:#1f1f1f}dl div{border-color:#303030}dt,small{color:#a6a6a6}}
</style>
${body}</html>
`

const refusals = {
  unknown: frame(
    '查不到这张纸',
    `<h1>纸质工作票核对</h1><div class="verdict bad">查不到这张纸对应的工作票，不得据此作业</div>
<small>二维码可能印坏、抄错，或不是本系统打印的。请向工作负责人核实，或请值班人员在系统中查看。</small>`,
  ),
  tooMany: frame(
    '现在不能核对',
    `<h1>纸质工作票核对</h1><div class="verdict bad">核对过于频繁，现在没有结论，不得据此作业</div>
<small>请一分钟后再扫一次。急需核实时，请联系工作负责人或值班人员。</small>`,
  ),
} as const

function pageOf(paper: CheckedPaper, now: number): string {
  const isSame = paper.hash === paper.printedHash
  const rows: [string, string][] = [
    ['票号', escaped(paper.workNo)],
    ['现在的状态', escaped(paper.state)],
    ['打印时的状态', escaped(`${paper.printedState}（${shanghaiTime(paper.printedAt).slice(0, 16)}）`)],
    ['纸面内容摘要', `<code>${escaped(paper.printedHash)}</code>`],
    [
      '现在内容摘要',
      isSame ? '与纸面相同' : paper.hash === null ? '—' : `<code>${escaped(paper.hash)}</code><br>与纸面不同`,
    ],
    ['记录链', paper.isChainWhole ? `校验通过，共 ${paper.chainRows} 条` : '校验不通过'],
    ...paper.names.map(({ role, name }): [string, string] => [role, escaped(name)]),
  ]
  return frame(
    `核对 ${plain(paper.workNo)}`,
    `<h1>纸质工作票核对</h1>
<div class="verdict ${paper.isGood ? 'good' : 'bad'}" role="status">${plain(paper.text)}</div>
<dl>${rows.map(([label, value]) => `<div><dt>${label}</dt><dd>${value}</dd></div>`).join('')}</dl>
<small>核对时间 ${shanghaiTime(now)}。结论只在此刻有效，开工前请再核对一次；请比对纸面票号与摘要前 8 位。</small>`,
  )
}
