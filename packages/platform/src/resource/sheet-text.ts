import { guardCell } from '@suoan/kit/sheet-cell'

/** The longest text a cell of Excel holds, in UTF-16 units. */
const maxCellCharacters = 32_767

/**
 * Text as it is written into a cell: a formula starter gets one apostrophe in front. The cells are typed as text
 * besides; the apostrophe is for the day when somebody saves the sheet as CSV. A line break in a cell is `\n`.
 */
export function neutraliseCell(text: string): string {
  const safe = guardCell(text.includes('\r') ? text.replaceAll('\r\n', '\n') : text)
  return safe.length > maxCellCharacters ? safe.slice(0, maxCellCharacters) : safe
}
