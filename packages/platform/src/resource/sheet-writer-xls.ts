import type { Writable } from 'node:stream'
import { sheetParts } from './sheet-parts.ts'
import { put } from './sheet-sink.ts'
import { neutraliseCell } from './sheet-text.ts'
import type { SheetCell, SheetDescription, SheetRow, SheetRows } from './sheet.ts'
import { biff, record, SharedStrings, shortText, words } from './sheet-writer-biff.ts'
import { compoundFileHead, minStreamBytes, streamPadding } from './sheet-writer-cfb.ts'
import { SpillBuffer } from './spill-buffer.ts'

/** Rows and columns of one BIFF8 sheet. */
const maxLines = 65_536
const maxColumns = 256

/** Cell formats by number: what Excel calls XF. */
const style = { number: 15, text: 16, heading: 17 } as const

type Tab = { name: string; cells: SpillBuffer; lines: number; width: number }

/**
 * Writes a real .xls workbook (BIFF8 in a compound file) to `sink` and gives the number of data rows.
 * The format wants all strings before the first cell, so cells wait in a spill file; past 65,536 rows further
 * sheets follow, each with titles and headings. The sink is left open.
 * @throws when there are more than 256 columns, which the format cannot hold
 */
export async function writeXls(sheet: SheetDescription, rows: SheetRows, sink: Writable): Promise<number> {
  if (sheet.columns.length > maxColumns)
    throw new Error(`${sheet.columns.length} columns do not fit into .xls`)
  await using strings = new SharedStrings()
  const tabs: Tab[] = []
  let count = 0
  try {
    for await (const part of sheetParts(sheet, rows, maxLines)) {
      const tab: Tab = { name: part.name, cells: new SpillBuffer(), lines: 0, width: sheet.columns.length }
      tabs.push(tab)
      for await (const { rows: block, isHead } of part.blocks) {
        for (const row of block) {
          const bytes = await rowRecords(row, isHead, tab.lines++, strings)
          if (bytes.length > 0) await tab.cells.append(bytes)
        }
        if (!isHead) count += block.length
      }
    }
    await assemble(sheet, tabs, strings, sink)
  } finally {
    for (const tab of tabs) await tab.cells[Symbol.asyncDispose]()
  }
  return count
}

async function rowRecords(
  cells: SheetRow,
  isHead: boolean,
  row: number,
  strings: SharedStrings,
): Promise<Buffer> {
  const records: Buffer[] = []
  for (const [column, cell] of cells.entries()) {
    const bytes = await cellRecord(cell, row, column, isHead, strings)
    if (bytes) records.push(bytes)
  }
  return Buffer.concat(records)
}

async function cellRecord(
  cell: SheetCell,
  row: number,
  column: number,
  isHead: boolean,
  strings: SharedStrings,
): Promise<Buffer | undefined> {
  if (cell === null || cell === undefined || cell === '') return undefined
  if (typeof cell === 'number') {
    if (!Number.isFinite(cell)) return undefined
    const value = Buffer.alloc(8)
    value.writeDoubleLE(cell)
    return record(biff.number, Buffer.concat([words(row, column, style.number), value]))
  }
  const index = await strings.add(neutraliseCell(cell))
  const place = words(row, column, isHead ? style.heading : style.text, index & 0xffff, index >>> 16)
  return record(biff.labelSst, place)
}

async function assemble(
  sheet: SheetDescription,
  tabs: readonly Tab[],
  strings: SharedStrings,
  sink: Writable,
): Promise<void> {
  const heads = tabs.map((tab, index) => ({
    before: beforeCells(sheet, tab),
    after: afterCells(index === 0),
  }))
  const sizeOfGlobals = globals(tabs, []).length + (await strings.size()) + record(biff.eof, words()).length
  const starts: number[] = []
  let size = sizeOfGlobals
  for (const [index, tab] of tabs.entries()) {
    starts.push(size)
    size += (heads[index]?.before.length ?? 0) + tab.cells.size + (heads[index]?.after.length ?? 0)
  }
  const streamSize = Math.max(size, minStreamBytes)
  await put(sink, compoundFileHead(streamSize))
  await put(sink, globals(tabs, starts))
  for await (const bytes of strings.records()) await put(sink, bytes)
  await put(sink, record(biff.eof, words()))
  for (const [index, tab] of tabs.entries()) {
    const head = heads[index]
    if (head) await put(sink, head.before)
    for await (const bytes of tab.cells.read()) await put(sink, bytes)
    if (head) await put(sink, head.after)
  }
  await put(sink, Buffer.alloc(streamSize - size))
  await put(sink, streamPadding(streamSize))
}

/** Everything before the string table. Its length does not depend on `starts`, the offsets of the sheets. */
function globals(tabs: readonly Tab[], starts: readonly number[]): Buffer {
  const normal = font(400)
  return Buffer.concat([
    record(biff.bof, words(0x0600, 0x0005, 0x0dbb, 0x07cc, 0x00c1, 0, 0x0006, 0)),
    record(biff.codepage, words(1200)),
    record(biff.window1, words(0, 0, 0x4000, 0x2000, 0x0038, 0, 0, 1, 0x0258)),
    record(biff.dateMode, words(0)),
    normal,
    normal,
    normal,
    normal,
    font(700),
    ...Array.from({ length: 15 }, () => cellFormat({ font: 0, format: 0, isStyle: true })),
    cellFormat({ font: 0, format: 0, isStyle: false }),
    // Format 49 is "text": whoever edits the cell later keeps a text.
    cellFormat({ font: 0, format: 49, isStyle: false }),
    // Fonts are counted without a number 4, so the fifth one is 5.
    cellFormat({ font: 5, format: 49, isStyle: false }),
    record(biff.style, Buffer.from([0x00, 0x80, 0x00, 0xff])),
    ...tabs.map((tab, index) => {
      const start = starts[index] ?? 0
      return record(
        biff.boundSheet,
        Buffer.concat([words(start & 0xffff, start >>> 16, 0), shortText(tab.name)]),
      )
    }),
  ])
}

function font(weight: number): Buffer {
  const look = words(220, 0, 0x7fff, weight, 0)
  const gb2312 = 134
  return record(biff.font, Buffer.concat([look, Buffer.from([0, 0, gb2312, 0]), shortText('宋体')]))
}

function cellFormat(cell: { font: number; format: number; isStyle: boolean }): Buffer {
  const kind = cell.isStyle ? 0xfff5 : 0x0001
  const usesOwn = cell.isStyle ? 0 : 0x0c00
  return record(biff.xf, words(cell.font, cell.format, kind, 0x0020, usesOwn, 0, 0, 0, 0, 0x20c0))
}

function beforeCells(sheet: SheetDescription, tab: Tab): Buffer {
  return Buffer.concat([
    record(biff.bof, words(0x0600, 0x0010, 0x0dbb, 0x07cc, 0x00c1, 0, 0x0006, 0)),
    ...sheet.columns.map((column, index) =>
      record(biff.colInfo, words(index, index, Math.min(255, column.width ?? 16) * 256, style.number, 0, 0)),
    ),
    record(biff.dimensions, words(0, 0, tab.lines & 0xffff, tab.lines >>> 16, 0, tab.width, 0)),
  ])
}

function afterCells(isFirst: boolean): Buffer {
  const shown = isFirst ? 0x06b6 : 0x00b6
  return Buffer.concat([
    record(biff.window2, words(shown, 0, 0, 0x0040, 0, 0, 0, 0, 0)),
    record(biff.eof, words()),
  ])
}
