/**
 * What a spreadsheet program would take for the beginning of a formula, behind any number of apostrophes.
 * security.md V25: an exported cell must not run on the machine of the person who opens it.
 */
const formulaStart = /^'*[=+\-@\t\r\n]/
const neutralised = /^'+[=+\-@\t\r\n]/

/** The longest text a cell of Excel holds, in UTF-16 units. */
const maxCellCharacters = 32_767

/**
 * Text as it is written into a cell: a formula starter gets one apostrophe in front. The cells are typed as text
 * besides; the apostrophe is for the day when somebody saves the sheet as CSV. A line break in a cell is `\n`.
 */
export function neutraliseCell(text: string): string {
  const plain = text.replaceAll('\r\n', '\n')
  const safe = formulaStart.test(plain) ? `'${plain}` : plain
  return safe.length > maxCellCharacters ? safe.slice(0, maxCellCharacters) : safe
}

/** Takes back the apostrophe of `neutraliseCell`, so that an exported sheet can be imported unchanged. */
export function restoreCell(text: string): string {
  return neutralised.test(text) ? text.slice(1) : text
}
