import * as XLSX from '@e965/xlsx'
import { restoreCell } from '@suoan/kit/sheet-cell'
import { checkArchive } from './check-archive.ts'
import type { SheetLimits } from './sheet-reading.ts'
import type { SheetReading } from './sheet-reading.ts'

const unreadable = '无法读取该文件，请确认是未加密、未损坏的Excel文件（.xls或.xlsx）'

/** Parses the bytes of a workbook in this thread. Call it only where memory and time are limited. */
export function parseSheet(bytes: Buffer, limits: SheetLimits): SheetReading {
  const archiveProblem = isZip(bytes) ? checkArchive(bytes, limits) : undefined
  if (archiveProblem !== undefined) return { ok: false, message: archiveProblem }
  const sheet = firstSheet(bytes)
  if (!sheet) return { ok: false, message: unreadable }
  return rowsOf(sheet.cells, sheet.is1904, limits)
}

/** Titles and headings above the data do not count. */
const MOST_HEAD = 10

type Cells = (XLSX.CellObject | undefined)[][]

function firstSheet(bytes: Buffer): { cells: Cells; is1904: boolean } | undefined {
  // All rows are read, so that what stands below thousands of empty ones is not left out without a word.
  const options: XLSX.ParsingOptions = {
    dense: true,
    sheets: 0,
    cellFormula: false,
    cellHTML: false,
    cellText: false,
    cellNF: true,
  }
  try {
    const book =
      isZip(bytes) || isCompound(bytes)
        ? XLSX.read(bytes, { ...options, type: 'buffer' })
        : readText(textOf(bytes), options)
    const name = book?.SheetNames[0]
    const sheet = name === undefined ? undefined : book?.Sheets[name]
    // With `dense` the cells are an array of rows under this name (the types call a sheet a record of cells).
    const cells: unknown = sheet?.['!data'] ?? (sheet ? [] : undefined)
    return Array.isArray(cells) ? { cells, is1904: book?.Workbook?.WBProps?.date1904 === true } : undefined
  } catch (error) {
    // The parser throws plain errors of many kinds for broken, encrypted or foreign files: all mean the same here.
    if (error instanceof Error) return undefined
    throw error
  }
}

// CSV and HTML with an .xls name, as many systems export them. `raw` keeps `007` and long numbers as they stand.
function readText(text: string | undefined, options: XLSX.ParsingOptions): XLSX.WorkBook | undefined {
  if (text === undefined || text.includes('\0')) return undefined
  return XLSX.read(text, { ...options, type: 'string', raw: true })
}

function textOf(bytes: Buffer): string | undefined {
  const marks: [number[], string][] = [
    [[0xff, 0xfe], 'utf-16le'],
    [[0xfe, 0xff], 'utf-16be'],
    [[0xef, 0xbb, 0xbf], 'utf-8'],
  ]
  const marked = marks.find(([mark]) => mark.every((byte, index) => bytes[index] === byte))
  for (const encoding of marked ? [marked[1]] : ['utf-8', 'gb18030']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
    }
  }
  return undefined
}

function rowsOf(cells: Cells, is1904: boolean, limits: SheetLimits): SheetReading {
  const rows: string[][] = []
  for (let index = 0; index < cells.length; index++) {
    const row: string[] = []
    for (const [column, cell] of cells[index]?.entries() ?? []) {
      const text = cell ? cellText(cell, is1904) : ''
      if (text === '') continue
      if (column >= limits.columns) {
        return { ok: false, message: `第${index + 1}行的列数超过${limits.columns}列，请删除多余的列后再导入` }
      }
      while (row.length < column) row.push('')
      row.push(text)
    }
    if (row.length === 0) continue
    if (index >= limits.rows + MOST_HEAD)
      return { ok: false, message: `数据超过${limits.rows}行，请拆分后再导入` }
    while (rows.length < index) rows.push([])
    rows.push(row)
  }
  if (rows.length === 0) return { ok: false, message: '文件中没有数据，请填写后再导入' }
  return { ok: true, rows }
}

function cellText(cell: XLSX.CellObject, is1904: boolean): string {
  const { v: value } = cell
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return cell.t === 'e' ? '' : restoreCell(value)
  if (typeof value !== 'number' || cell.t === 'e') return ''
  if (cell.z !== undefined && XLSX.SSF.is_date(String(cell.z))) return momentText(value, is1904)
  // 15 digits are what Excel itself keeps; more would show 0.1 + 0.2.
  return String(Number(value.toPrecision(15)))
}

function momentText(serial: number, is1904: boolean): string {
  // @NOTE The library's types say any; these are the fields that its documentation names.
  const parts: { y: number; m: number; d: number; H: number; M: number; S: number } | null =
    XLSX.SSF.parse_date_code(serial, { date1904: is1904 })
  if (!parts) return String(serial)
  const two = (value: number): string => String(value).padStart(2, '0')
  const time = `${two(parts.H)}:${two(parts.M)}:${two(parts.S)}`
  if (serial < 1) return time
  const day = `${String(parts.y).padStart(4, '0')}-${two(parts.m)}-${two(parts.d)}`
  return time === '00:00:00' ? day : `${day} ${time}`
}

function isZip(bytes: Buffer): boolean {
  return bytes.length > 4 && bytes.readUInt32LE(0) === 0x0403_4b50
}

function isCompound(bytes: Buffer): boolean {
  return bytes.length > 8 && bytes.subarray(0, 8).toString('hex') === 'd0cf11e0a1b11ae1'
}
