import { paperEndpoints as calls, type Paper } from '@suoan/contract'
import { makePdf, type Drawing } from '@suoan/platform/paper/make-pdf'
import type { Call, Feature } from '@suoan/platform/http/route'
import { addressKey } from '@suoan/platform/http/address-key'
import { withinMinute } from '@suoan/platform/http/rate-limit'
import { originOf, recordAudit } from '@suoan/platform/resource/audit'
import { boardPaper } from './board-paper.ts'
import { checkPaper, findPaper } from './check-paper.ts'
import { sendCheckPage } from './check-page.ts'
import { imagesOf } from './images.ts'
import { labelSheet } from './labels.ts'
import { sendPdf } from './send-pdf.ts'
import { isolationPaper, tagsOfTicket } from './tags-of-ticket.ts'
import { ticketPaper } from './ticket-paper.ts'

/** Looks at check pages in a minute: of one address, and of all, as each walks a chain. */
const mostOfOne = 30
const mostOfAll = 600

/** Papers: tickets, tags, labels and lists, as pages to print and as PDF, and the page that says whether one still holds. */
export const papers: Feature = ({ ctx, bind }) => {
  /** Draws and sends a paper; the log says who took it. */
  const send = async (
    { actor, request, reply }: Pick<Call<unknown>, 'actor' | 'request' | 'reply'>,
    what: string,
    drawing: Drawing,
    images: Record<string, Uint8Array> = {},
  ): Promise<null> => {
    const now = ctx.clock.now()
    const pdf = await makePdf(actor.userId, drawing, { images, now })
    await recordAudit(ctx.pool, {
      actor,
      content: `打印：${what}`,
      operateType: 6,
      origin: originOf(request),
      now,
    })
    return sendPdf(reply, `${what}.pdf`, pdf)
  }
  const sendPaper = async (
    call: Pick<Call<unknown>, 'actor' | 'request' | 'reply'>,
    what: string,
    paper: Paper,
  ) =>
    send(
      call,
      `${what} ${paper.no}`,
      { kind: 'paper', paper },
      await imagesOf(ctx, call.actor.tenantId, paper),
    )

  bind(calls.ticket, ({ actor, input, request }) => ticketPaper(ctx, actor, input.id, request))
  bind(calls.ticketPdf, async (call) =>
    sendPaper(call, '工作票', await ticketPaper(ctx, call.actor, call.input.id, call.request)),
  )
  bind(calls.isolation, ({ actor, input, request }) => isolationPaper(ctx, actor, input.id, request))
  bind(calls.isolationPdf, async (call) =>
    sendPaper(call, '隔离清单', await isolationPaper(ctx, call.actor, call.input.id, call.request)),
  )
  bind(calls.tagsPdf, async (call) => {
    const asked = { id: call.input.id, pointIds: call.input.pointIds.split(',').filter(Boolean) }
    const { workNo, tags } = await tagsOfTicket(ctx, call.actor, asked, call.request)
    return send(call, `标牌 ${workNo}`, { kind: 'tags', tags, title: `标牌 ${workNo}` })
  })
  bind(calls.labelsPdf, async (call) => {
    const { sheet, name } = await labelSheet(ctx, call.actor, call.input)
    return send(call, `${name}标签 ${sheet.labels.length} 张`, {
      kind: 'labels',
      sheet,
      title: `${name}标签`,
    })
  })
  bind(calls.board, ({ actor, input }) => boardPaper(ctx, actor, input.areaCode))
  bind(calls.boardPdf, async (call) =>
    sendPaper(call, '许可看板清单', await boardPaper(ctx, call.actor, call.input.areaCode)),
  )

  const isWithinOwn = withinMinute(mostOfOne)
  const isWithinAll = withinMinute(mostOfAll)
  bind(calls.check, async ({ input, request, reply }) => {
    const now = ctx.clock.now()
    if (!isWithinOwn(addressKey(request.ip), now)) return sendCheckPage(reply, 'tooMany', now)
    const printed = await findPaper(ctx, input.code)
    if (printed === null) return sendCheckPage(reply, 'unknown', now)
    // Counted of papers alone: whoever guesses codes takes no look from those who hold one.
    if (!isWithinAll('all', now)) return sendCheckPage(reply, 'tooMany', now)
    return sendCheckPage(reply, await checkPaper(ctx, printed), now)
  })
}
