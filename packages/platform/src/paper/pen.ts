import type PDFDocument from 'pdfkit'
import { code128Widths, qrModules } from './codes.ts'

export type Pdf = InstanceType<typeof PDFDocument>

/** The names of the two fonts. */
export const regular = 'regular'
export const bold = 'bold'

/** Points of a millimetre. */
export const mm = 72 / 25.4

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
}

export interface Style {
  readonly size: number
  readonly isBold?: boolean
  readonly color?: string
  readonly align?: 'left' | 'center' | 'right'
}

export const ink = { text: '#1a1a1a', soft: '#595959', line: '#a6a6a6', fill: '#f2f2f2', warn: '#b00020' }

/** The font has room for accents above capitals that Chinese does not need. */
const tighter = (size: number): number => -size * 0.28

/** What a person typed may hold signs that are no letters. */
const readable = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(/(?!\n)[\p{Cc}\u200b\ufeff]/gu, '')

function ready(pdf: Pdf, { size, isBold, color = ink.text }: Style): Pdf {
  return pdf
    .font(isBold ? bold : regular)
    .fontSize(size)
    .fillColor(color)
}

/** Height of a text in a box of this width, pt. */
export function heightOf(pdf: Pdf, text: string, width: number, style: Style): number {
  const shown = readable(text) || ' '
  return ready(pdf, style).heightOfString(shown, { width, lineGap: tighter(style.size) })
}

/** Writes a text; it has been measured, so nothing flows to another page. Returns its height, pt. */
export function write(pdf: Pdf, text: string, { x, y, width }: Box, style: Style): number {
  const shown = readable(text)
  const height = heightOf(pdf, shown, width, style)
  // The line is lower than its letters by half of what was taken from between the lines.
  if (shown !== '')
    ready(pdf, style).text(shown, x, y - style.size * 0.14, {
      width,
      lineGap: tighter(style.size),
      align: style.align ?? 'left',
    })
  return height
}

/**
 * Writes a text into a box of limited height: smaller down to `least` pt, then cut with an ellipsis. Returns its height.
 */
export function fit(
  pdf: Pdf,
  text: string,
  box: Box & { readonly height: number },
  style: Style & { readonly least: number },
): number {
  let size = style.size
  const fits = (shown: string): boolean => heightOf(pdf, shown, box.width, { ...style, size }) <= box.height
  while (size > style.least && !fits(text)) size -= 0.5
  return write(pdf, fits(text) ? text : cutTo(text, fits), box, { ...style, size })
}

/** The longest beginning that fits with an ellipsis. */
function cutTo(text: string, fits: (shown: string) => boolean): string {
  let least = 0
  let most = text.length
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (fits(`${text.slice(0, middle)}…`)) least = middle
    else most = middle - 1
  }
  return `${text.slice(0, least)}…`
}

/** A QR code in a square of `side` pt, with its quiet zone inside. */
export function drawQr(pdf: Pdf, text: string, x: number, y: number, side: number): void {
  const rows = qrModules(text)
  const quiet = 2
  const unit = side / (rows.length + 2 * quiet)
  for (const [row, modules] of rows.entries())
    for (const [column, isDark] of modules.entries())
      // A hair wider: readers of PDF leave light lines between squares that only touch.
      if (isDark) pdf.rect(x + (column + quiet) * unit, y + (row + quiet) * unit, unit + 0.05, unit + 0.05)
  pdf.fill('#000000')
}

/** A Code 128 that fills the box. */
export function drawCode128(pdf: Pdf, text: string, box: Box & { readonly height: number }): void {
  const widths = code128Widths(text)
  // Ten modules of quiet on either side.
  const unit = box.width / (widths.reduce((sum, each) => sum + each, 0) + 20)
  let x = box.x + 10 * unit
  for (const [index, width] of widths.entries()) {
    if (index % 2 === 0) pdf.rect(x, box.y, width * unit, box.height)
    x += width * unit
  }
  pdf.fill('#000000')
}
