import type { PaperTag } from '@suoan/contract'
import { isCode128Text } from './codes.ts'
import { drawCode128, drawQr, fit, heightOf, ink, write, mm, type Pdf } from './pen.ts'

const width = 92 * mm
const height = 136 * mm
const left = (210 * mm - 2 * width) / 3
const top = (297 * mm - 2 * height) / 3
const danger = '#c00000'
const labelWidth = 15 * mm

/** Tags, four on a page of A4, each with a line to cut along and a hole to hang it by. */
export function drawTags(pdf: Pdf, tags: readonly PaperTag[]): void {
  for (const [index, tag] of tags.entries()) {
    const place = index % 4
    if (place === 0) pdf.addPage()
    drawTag(pdf, tag, left + (place % 2) * (width + left), top + Math.floor(place / 2) * (height + top))
  }
}

function drawTag(pdf: Pdf, { banner, no, items, code }: PaperTag, x: number, y: number): void {
  pdf.rect(x, y, width, height).lineWidth(0.5).dash(3, { space: 3 }).stroke(ink.line).undash()
  pdf
    .circle(x + width / 2, y + 6 * mm, 2.5 * mm)
    .lineWidth(0.6)
    .stroke(ink.line)
  const bannerTop = y + 11 * mm
  const bannerHeight = 21 * mm
  pdf.rect(x + 3 * mm, bannerTop, width - 6 * mm, bannerHeight).fill(danger)
  const words = { size: 30, isBold: true, color: '#ffffff', align: 'center' } as const
  const box = { x: x + 5 * mm, width: width - 10 * mm }
  const tall = Math.min(heightOf(pdf, banner, box.width, { ...words, size: 26 }), bannerHeight - 6)
  fit(
    pdf,
    banner,
    { ...box, y: bannerTop + (bannerHeight - tall) / 2, height: bannerHeight - 4 },
    { ...words, size: 26, least: 10 },
  )

  const qr = 30 * mm
  const end = y + height - qr - 5 * mm
  let line = bannerTop + bannerHeight + 3 * mm
  const share = (end - line) / items.length
  for (const [index, item] of items.entries()) {
    // What one does not need, the next may have.
    const room = Math.max(line + share, bannerTop + bannerHeight + 3 * mm + (index + 1) * share) - line
    write(pdf, item.label, { x: x + 4 * mm, y: line, width: labelWidth }, { size: 9.5, color: ink.soft })
    const used = fit(
      pdf,
      item.value,
      { x: x + 4 * mm + labelWidth, y: line, width: width - 8 * mm - labelWidth, height: room - 2 },
      { size: 12, isBold: index === 0, least: 6.5 },
    )
    line += Math.max(used, 12) + 4
  }
  const foot = y + height - qr - 3 * mm
  pdf
    .moveTo(x + 3 * mm, foot)
    .lineTo(x + width - 3 * mm, foot)
    .lineWidth(0.5)
    .stroke(ink.line)
  drawQr(pdf, code.text, x + 2 * mm, foot + 1 * mm, qr)
  const beside = { x: x + qr + 3 * mm, width: width - qr - 6 * mm }
  fit(
    pdf,
    code.hint,
    { ...beside, y: foot + 3 * mm, height: 11 * mm },
    { size: 7.5, color: ink.soft, least: 5.5 },
  )
  if (isCode128Text(no)) drawCode128(pdf, no, { ...beside, y: foot + 14 * mm, height: 9 * mm })
  write(pdf, no, { ...beside, y: foot + 24.5 * mm }, { size: 7.5, align: 'center' })
}
