import { guardCell } from '@suoan/kit/sheet-cell'
import type { SheetCell } from './sheet.ts'

/** Stands before the first line, by which table programs know that the text is UTF-8. */
export const csvMark = '\uFEFF'

/** A line of CSV (RFC 4180); no cell begins a formula (security.md V25). */
export const csvLine = (cells: readonly SheetCell[]): string =>
  `${cells.map((cell) => `"${guardCell(String(cell ?? '')).replaceAll('"', '""')}"`).join(',')}\r\n`
