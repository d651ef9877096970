import type { Paper, PaperBlock, PaperSign } from '@suoan/contract'
import { drawQr, heightOf, ink, write, mm, type Pdf } from './pen.ts'

type Images = Readonly<Record<string, Uint8Array>>
type Block<K extends PaperBlock['kind']> = Extract<PaperBlock, { kind: K }>

const side = 14 * mm
const top = 12 * mm
/** Where the foot begins, from below. */
const below = 16 * mm
const body = { size: 8.5 } as const
const small = { size: 7.5, color: ink.soft } as const
const pad = 3
const qrSide = 27 * mm

/** Where the next block goes, and the page that it goes on. */
interface Cursor {
  y: number
}

/** A paper on as many pages as it needs: head once, its title again on each, page numbers when all are there. */
export function drawPaper(pdf: Pdf, paper: Paper, images: Images): void {
  const cursor: Cursor = { y: 0 }
  const sheet = new Sheet(pdf, paper, cursor)
  sheet.begin()
  for (const block of paper.blocks) {
    if (block.kind === 'heading') drawHeading(sheet, block)
    else if (block.kind === 'note') drawNote(sheet, block)
    else if (block.kind === 'fields') drawFields(sheet, block)
    else if (block.kind === 'table') drawTable(sheet, block)
    else drawSigns(sheet, block, images)
  }
  sheet.finish()
}

class Sheet {
  readonly pdf: Pdf
  readonly paper: Paper
  readonly cursor: Cursor

  constructor(pdf: Pdf, paper: Paper, cursor: Cursor) {
    this.pdf = pdf
    this.paper = paper
    this.cursor = cursor
  }

  get width(): number {
    return this.pdf.page.width - 2 * side
  }

  get bottom(): number {
    return this.pdf.page.height - below
  }

  /** Height of a page that has nothing but its running title, pt. */
  get room(): number {
    return this.bottom - top - 16
  }

  begin(): void {
    const { pdf, paper, cursor } = this
    pdf.addPage()
    const { code } = paper
    const width = this.width - (code ? qrSide + 8 : 0)
    let y = top
    y += write(pdf, paper.title, { x: side, y, width }, { size: 19, isBold: true }) + 4
    y += write(pdf, paper.no, { x: side, y, width }, { size: 11, isBold: true }) + 4
    for (const line of paper.head)
      y += write(pdf, line, { x: side, y, width }, { ...body, color: ink.soft }) + 2
    if (code) {
      const x = side + width + 8
      drawQr(pdf, code.text, x, top - 4, qrSide)
      const hint = write(
        pdf,
        code.hint,
        { x, y: top + qrSide - 4, width: qrSide },
        { size: 6.5, color: ink.soft, align: 'center' },
      )
      y = Math.max(y, top + qrSide + hint - 4)
    }
    cursor.y = y + 6
    this.rule()
  }

  /** Begins another page unless `height` is still free on this one; says whether it did. */
  ensure(height: number): boolean {
    if (this.cursor.y + height <= this.bottom) return false
    this.turn()
    return true
  }

  turn(): void {
    const { pdf, paper, cursor } = this
    pdf.addPage()
    const box = { x: side, y: top, width: this.width }
    write(pdf, `${paper.title}　${paper.no}（续）`, box, { size: 9, isBold: true, color: ink.soft })
    cursor.y = top + 16
  }

  rule(): void {
    const { pdf, cursor } = this
    pdf
      .moveTo(side, cursor.y)
      .lineTo(side + this.width, cursor.y)
      .lineWidth(1)
      .stroke(ink.text)
    cursor.y += 6
  }

  /** Page numbers and the stamp, now that the number of pages is known. */
  finish(): void {
    const { pdf, paper } = this
    const { start, count } = pdf.bufferedPageRange()
    for (let page = 0; page < count; page += 1) {
      pdf.switchToPage(start + page)
      const y = pdf.page.height - below + 14
      pdf
        .moveTo(side, y - 5)
        .lineTo(side + this.width, y - 5)
        .lineWidth(0.5)
        .stroke(ink.line)
      const right = 110
      write(pdf, paper.foot, { x: side, y, width: this.width - right - 6 }, small)
      write(
        pdf,
        `第 ${page + 1} 页 / 共 ${count} 页`,
        { x: side + this.width - right, y, width: right },
        { ...small, align: 'right' },
      )
      if (paper.stamp !== '') this.stamp(paper.stamp)
    }
  }

  stamp(text: string): void {
    const { pdf } = this
    const { width, height } = pdf.page
    pdf.save().fillOpacity(0.1)
    pdf.rotate(-35, { origin: [width / 2, height / 2] })
    const size = Math.min(110, (width * 1.05) / Math.max(text.length, 2))
    write(pdf, text, { x: 0, y: height / 2 - size / 2, width }, { size, isBold: true, align: 'center' })
    pdf.restore().fillOpacity(1)
  }
}

/** A heading stays with what it heads: there is room for some lines under it, or it goes to the next page. */
function drawHeading(sheet: Sheet, { text }: Block<'heading'>): void {
  const { pdf, cursor, width } = sheet
  sheet.ensure(62)
  cursor.y += 7
  pdf.rect(side, cursor.y, 3, 11).fill(ink.text)
  cursor.y +=
    write(pdf, text, { x: side + 8, y: cursor.y, width: width - 8 }, { size: 10.5, isBold: true }) + 4
}

function drawNote(sheet: Sheet, { text, tone }: Block<'note'>): void {
  const { pdf, cursor, width } = sheet
  const style = { ...body, isBold: tone === 'warn', color: tone === 'warn' ? ink.warn : ink.text }
  for (const part of partsOf(sheet, text, width - 2 * pad, style)) {
    const height = heightOf(pdf, part, width - 2 * pad, style) + 2 * pad
    sheet.ensure(height)
    if (tone === 'warn') pdf.rect(side, cursor.y, width, height).lineWidth(0.8).stroke(ink.warn)
    write(pdf, part, { x: side + pad, y: cursor.y + pad, width: width - 2 * pad }, style)
    cursor.y += height + 2
  }
}

/** A text as parts that each fit on a page of their own: people write as much as a field takes. */
function partsOf(sheet: Sheet, text: string, width: number, style: Parameters<typeof heightOf>[3]): string[] {
  if (text.length < 2 || heightOf(sheet.pdf, text, width, style) + 2 * pad <= sheet.room) return [text]
  const half = Math.ceil(text.length / 2)
  return [text.slice(0, half), text.slice(half)].flatMap((part) => partsOf(sheet, part, width, style))
}

const labelWidth = 62
const label = { ...body, color: ink.soft } as const

/** Names and values in two columns; a wide one has the line for itself. */
function drawFields(sheet: Sheet, { items }: Block<'fields'>): void {
  const lines: (typeof items)[] = []
  for (const item of items) {
    const last = lines.at(-1)
    if (!item.wide && last?.length === 1 && last[0]?.wide !== true) lines.splice(-1, 1, [...last, item])
    else lines.push([item])
  }
  for (const line of lines) {
    const columns = line.map((item) => ({
      item,
      width: sheet.width / line.length - labelWidth - 2 * pad,
    }))
    const [first] = columns
    const texts = first && line.length === 1 ? partsOf(sheet, first.item.value, first.width, body) : [null]
    for (const part of texts) drawFieldLine(sheet, columns, part)
  }
}

function drawFieldLine(
  sheet: Sheet,
  columns: readonly { item: { label: string; value: string }; width: number }[],
  part: string | null,
): void {
  const { pdf, cursor } = sheet
  const heights = columns.map(({ item, width }) =>
    Math.max(
      heightOf(pdf, part ?? item.value, width, body),
      heightOf(pdf, item.label, labelWidth - 2 * pad, label),
    ),
  )
  const height = Math.max(...heights) + 2 * pad
  sheet.ensure(height)
  const { y } = cursor
  const across = sheet.width / columns.length
  for (const [index, { item, width }] of columns.entries()) {
    const x = side + index * across
    pdf.rect(x, y, labelWidth, height).fill(ink.fill)
    pdf.rect(x, y, across, height).lineWidth(0.5).stroke(ink.line)
    write(pdf, item.label, { x: x + pad, y: y + pad, width: labelWidth - 2 * pad }, label)
    write(pdf, part ?? item.value, { x: x + labelWidth + pad, y: y + pad, width }, body)
  }
  cursor.y += height
}

function drawTable(sheet: Sheet, { columns, rows, empty }: Block<'table'>): void {
  if (rows.length === 0) {
    drawNote(sheet, { kind: 'note', text: empty, tone: 'plain' })
    return
  }
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  const widths = columns.map(({ share }) => (share / shares) * sheet.width)
  const heads = columns.map(({ title }) => title)
  const head = { ...body, isBold: true }
  const drawHead = () => drawLine(sheet, heads, widths, head, ink.fill)
  const headHeight = lineHeight(sheet, heads, widths, head)
  sheet.ensure(headHeight + 24)
  drawHead()
  for (const row of rows)
    for (const line of linesOf(sheet, row, widths, sheet.room - headHeight)) {
      if (sheet.ensure(lineHeight(sheet, line, widths, body))) drawHead()
      drawLine(sheet, line, widths, body, null)
    }
}

type Line = readonly string[]
type LineStyle = Parameters<typeof heightOf>[3]

const lineHeight = (sheet: Sheet, line: Line, widths: readonly number[], style: LineStyle): number =>
  Math.max(...line.map((text, index) => heightOf(sheet.pdf, text, (widths[index] ?? 0) - 2 * pad, style))) +
  2 * pad

/** A row that is taller than a page goes on in further lines. */
function linesOf(sheet: Sheet, row: Line, widths: readonly number[], room: number): Line[] {
  if (lineHeight(sheet, row, widths, body) <= room) return [row]
  const cut = row.map((text) => (text.length > 40 ? Math.ceil(text.length / 2) : text.length))
  return [
    row.map((text, index) => text.slice(0, cut[index])),
    row.map((text, index) => text.slice(cut[index])),
  ].flatMap((part) => linesOf(sheet, part, widths, room))
}

function drawLine(
  sheet: Sheet,
  line: Line,
  widths: readonly number[],
  style: LineStyle,
  fill: string | null,
): void {
  const { pdf, cursor } = sheet
  const height = lineHeight(sheet, line, widths, style)
  let x = side
  for (const [index, text] of line.entries()) {
    const width = widths[index] ?? 0
    if (fill !== null) pdf.rect(x, cursor.y, width, height).fill(fill)
    pdf.rect(x, cursor.y, width, height).lineWidth(0.5).stroke(ink.line)
    write(pdf, text, { x: x + pad, y: cursor.y + pad, width: width - 2 * pad }, style)
    x += width
  }
  cursor.y += height
}

const signHeight = 62

/** Signatures as cards, three beside each other: what, who, when, how, and the handwriting. */
function drawSigns(sheet: Sheet, { items, empty }: Block<'signs'>, images: Images): void {
  if (items.length === 0) {
    drawNote(sheet, { kind: 'note', text: empty, tone: 'plain' })
    return
  }
  const perLine = sheet.paper.isWide ? 4 : 3
  for (let from = 0; from < items.length; from += perLine) {
    sheet.ensure(signHeight)
    const width = sheet.width / perLine
    for (const [index, sign] of items.slice(from, from + perLine).entries())
      drawSign(sheet, sign, { x: side + index * width, y: sheet.cursor.y, width }, images)
    sheet.cursor.y += signHeight
  }
}

function drawSign(
  { pdf }: Sheet,
  { what, name, time, how, image }: PaperSign,
  { x, y, width }: { readonly x: number; readonly y: number; readonly width: number },
  images: Images,
): void {
  pdf.rect(x, y, width, signHeight).lineWidth(0.5).stroke(ink.line)
  const inside = { x: x + pad, width: width - 2 * pad }
  const picture = image === null ? undefined : images[image]
  const half = picture ? inside.width / 2 : inside.width
  write(pdf, what, { ...inside, y: y + pad }, { ...small, size: 7.5 })
  write(pdf, name, { x: inside.x, width: half, y: y + 16 }, { size: 11, isBold: true })
  write(pdf, time, { ...inside, y: y + 37 }, small)
  write(pdf, how, { ...inside, y: y + 49 }, small)
  if (picture)
    pdf.image(Buffer.from(picture), inside.x + half, y + 8, {
      fit: [half - 4, 34],
      align: 'center',
      valign: 'center',
    })
}
