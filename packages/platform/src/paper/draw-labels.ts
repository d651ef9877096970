import { labelLayouts, type LabelLayout, type LabelSheet, type PaperLabel } from '@suoan/contract'
import { isCode128Text } from './codes.ts'
import { drawCode128, drawQr, fit, ink, type Box, mm, type Pdf } from './pen.ts'

/** Labels on as many A4 sheets as they need, each where the sheet is cut. */
export function drawLabels(pdf: Pdf, { size, codeKind, skip, labels }: LabelSheet): void {
  const layout: LabelLayout = labelLayouts[size]
  const perPage = layout.across * layout.down
  if (labels.length === 0) pdf.addPage()
  for (const [index, label] of labels.entries()) {
    const place = (index + skip) % perPage
    if (index === 0 || place === 0) pdf.addPage()
    const box = {
      x: (layout.left + (place % layout.across) * (layout.width + layout.gap)) * mm,
      y: (layout.top + Math.floor(place / layout.across) * layout.height) * mm,
      width: layout.width * mm,
      height: layout.height * mm,
    }
    if (codeKind === 'code128' && isCode128Text(label.code)) drawWithBars(pdf, label, box)
    else drawWithQr(pdf, label, box)
  }
}

type Field = Box & { readonly height: number }

/** Inside of a label: printers pull the sheet in with a play of a millimetre or two. */
function inside({ x, y, width, height }: Field): Field {
  const play = Math.min(3 * mm, height * 0.09)
  return { x: x + play, y: y + play, width: width - 2 * play, height: height - 2 * play }
}

function drawWithQr(pdf: Pdf, label: PaperLabel, whole: Field): void {
  const box = inside(whole)
  const side = Math.min(box.height, box.width * 0.44)
  drawQr(pdf, label.code, box.x, box.y + (box.height - side) / 2, side)
  const gap = 3
  drawWords(pdf, label, { ...box, x: box.x + side + gap, width: box.width - side - gap })
}

function drawWithBars(pdf: Pdf, label: PaperLabel, whole: Field): void {
  const box = inside(whole)
  const bars = Math.min(box.height * 0.4, 16 * mm)
  drawCode128(pdf, label.code, { ...box, y: box.y + box.height - bars, height: bars })
  drawWords(pdf, label, { ...box, height: box.height - bars - 3 })
}

/** The code large, then what it is, then the lines there is room for. */
function drawWords(pdf: Pdf, { title, code, lines }: PaperLabel, box: Field): void {
  const unit = Math.min(box.height / 5.2, 20)
  const least = 5
  let y = box.y
  y +=
    fit(
      pdf,
      code,
      { ...box, y, height: unit * 1.6 },
      { size: Math.max(unit * 1.05, 6), isBold: true, least },
    ) + 1
  const forLines = lines.length > 0 ? Math.min(unit, 11) : 0
  const left = box.y + box.height - y
  y +=
    fit(
      pdf,
      title,
      { ...box, y, height: Math.max(left - forLines - 1, 7) },
      { size: Math.max(unit * 0.75, 5.5), least },
    ) + 1
  for (const line of lines) {
    const rest = box.y + box.height - y
    if (rest < 6.5) return
    y +=
      fit(
        pdf,
        line,
        { ...box, y, height: Math.min(rest, unit * 1.3) },
        { size: Math.max(unit * 0.55, 5), color: ink.soft, least: 4.5 },
      ) + 1
  }
}
