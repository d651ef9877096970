import type * as XLSX from '@e965/xlsx'
import { momentText, numberText, textOf } from './cell-text.ts'
import type { RowWriter } from './row-writer.ts'
import { SheetRefusal } from './sheet-reading.ts'

const unreadable = '无法读取该文件，请确认是未加密、未损坏的Excel文件（.xls或.xlsx）'

/**
 * Parses a workbook that cannot be read piece by piece (.xls, and CSV and HTML that carry this name), as a whole in this
 * thread: call it only where memory and time are limited. `text` is what the bytes are if they are a text. Gives the rows of its first sheet, and
 * answers with the names of the others that people see and that hold something. Throws `SheetRefusal`.
 */
export async function parseSheet(
  bytes: Buffer,
  text: string | undefined,
  rows: RowWriter,
): Promise<readonly string[]> {
  // Loaded by none of the sheets that are read piece by piece: it is large.
  const library = await import('@e965/xlsx')
  const sheet = firstSheet(library, bytes, text)
  if (!sheet) throw new SheetRefusal(unreadable)
  for (const [place, row] of sheet.cells.entries()) {
    if (row)
      rows.add(
        place,
        row.map((cell) => (cell ? cellText(library, cell, sheet.is1904) : '')),
      )
  }
  return isCompound(bytes) && sheet.count > 1 ? othersOf(library, bytes) : []
}

/** Sheets beside the first of an .xls: of each two rows are kept. An empty one is written as the cell A1 alone. */
function othersOf(library: Library, bytes: Buffer): string[] {
  const book = library.read(bytes, { type: 'buffer', dense: true, sheetRows: 2, cellFormula: false })
  return book.SheetNames.filter(
    (name, at) =>
      at > 0 &&
      (book.Workbook?.Sheets?.[at]?.Hidden ?? 0) === 0 &&
      !['A1', undefined].includes(book.Sheets[name]?.['!ref']),
  )
}

type Library = typeof XLSX
type Cells = ((XLSX.CellObject | undefined)[] | undefined)[]

function firstSheet(
  library: Library,
  bytes: Buffer,
  text: string | undefined,
): { cells: Cells; is1904: boolean; count: number } | undefined {
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
        ? library.read(bytes, { ...options, type: 'buffer' })
        : readText(library, text, options)
    const name = book?.SheetNames[0]
    const sheet = name === undefined ? undefined : book?.Sheets[name]
    // With `dense` the cells are an array of rows under this name (the types call a sheet a record of cells).
    const cells: unknown = sheet?.['!data'] ?? (sheet ? [] : undefined)
    return Array.isArray(cells)
      ? {
          cells,
          is1904: book?.Workbook?.WBProps?.date1904 === true,
          count: book?.SheetNames.length ?? 0,
        }
      : undefined
  } catch (error) {
    // The parser throws plain errors of many kinds for broken, encrypted or foreign files: all mean the same here.
    if (error instanceof Error) return undefined
    throw error
  }
}

// CSV and HTML with an .xls name, as many systems export them. `raw` keeps `007` and long numbers as they stand.
function readText(
  library: Library,
  text: string | undefined,
  options: XLSX.ParsingOptions,
): XLSX.WorkBook | undefined {
  if (text === undefined) return undefined
  return library.read(text, { ...options, type: 'string', raw: true })
}

function cellText({ SSF }: Library, cell: XLSX.CellObject, is1904: boolean): string {
  const { v: value } = cell
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return cell.t === 'e' ? '' : textOf(value)
  if (typeof value !== 'number' || cell.t === 'e') return ''
  if (cell.z !== undefined && SSF.is_date(String(cell.z))) return momentText(SSF, value, is1904)
  return numberText(value)
}

function isZip(bytes: Buffer): boolean {
  return bytes.length > 4 && bytes.readUInt32LE(0) === 0x0403_4b50
}

function isCompound(bytes: Buffer): boolean {
  return bytes.length > 8 && bytes.subarray(0, 8).toString('hex') === 'd0cf11e0a1b11ae1'
}
