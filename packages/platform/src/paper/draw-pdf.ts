import PDFDocument from 'pdfkit'
import { drawLabels } from './draw-labels.ts'
import { drawPaper } from './draw-paper.ts'
import { drawTags } from './draw-tags.ts'
import { bold, regular } from './pen.ts'
import type { PdfJob } from './pdf-job.ts'

// pdfkit takes null for "none yet"; its types know only names.
const noFont = null as unknown as string

/** The whole PDF of a job. Fonts are embedded with the letters that were used, and no others. */
export async function drawPdf({ drawing, images, fonts, now }: PdfJob): Promise<Uint8Array> {
  const isWide = drawing.kind === 'paper' && drawing.paper.isWide
  const title = drawing.kind === 'paper' ? `${drawing.paper.title} ${drawing.paper.no}` : drawing.title
  const date = new Date(now)
  const pdf = new PDFDocument({
    size: 'A4',
    layout: isWide ? 'landscape' : 'portrait',
    // Nothing flows over by itself: whoever draws asks whether there is room.
    margin: 0,
    bufferPages: true,
    autoFirstPage: false,
    lang: 'zh-CN',
    displayTitle: true,
    // The fonts that every reader has hold no Chinese, and their tables are not beside a bundle.
    font: noFont,
    info: { Title: title, Producer: '锁安', Creator: '锁安', CreationDate: date, ModDate: date },
  })
  pdf.registerFont(regular, fonts.regular).registerFont(bold, fonts.bold)
  const parts: Uint8Array[] = []
  const ended = new Promise<void>((done, broken) => {
    pdf.on('data', (part: Uint8Array) => parts.push(part))
    pdf.on('end', done)
    pdf.on('error', broken)
  })
  if (drawing.kind === 'paper') drawPaper(pdf, drawing.paper, images)
  else if (drawing.kind === 'labels') drawLabels(pdf, drawing.sheet)
  else drawTags(pdf, drawing.tags)
  pdf.end()
  await ended
  return Buffer.concat(parts)
}
