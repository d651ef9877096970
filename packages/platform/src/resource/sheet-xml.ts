/** The beginning of every part of a workbook. */
export const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
export const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
export const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
export const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'
export const contentTypes = 'http://schemas.openxmlformats.org/package/2006/content-types'
export const sheetMl = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** What XML text cannot hold as it is, a half of a character among it, and the beginning of Excel's own spelling. */
// oxlint-disable-next-line no-control-regex -- control characters are what this finds
const special = /[&<>\u0000-\u0008\u000b-\u001f\ud800-\udfff\ufffe\uffff]|_x/

/** XML text with what XML cannot hold in Excel's own spelling `_x0001_`; halves of characters become U+FFFD. */
export function escapeXml(text: string): string {
  // Nearly every cell is plain, and looking once is a fifth of four passes.
  if (!special.test(text)) return text
  return text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[&<>]/g, (sign) => entities[sign] ?? sign)
    .replace(
      // oxlint-disable-next-line no-control-regex -- control characters are what this replaces
      /[\u0000-\u0008\u000b-\u001f]/g,
      (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replace(
      /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|[\ufffe\uffff]/g,
      '\ufffd',
    )
}

/** The same for the value of an attribute. */
export const escapeAttribute = (text: string): string => escapeXml(text).replaceAll('"', '&quot;')

/** The name of a column by its index from 0: A … Z, AA … */
export function columnLetters(index: number): string {
  const head = Math.floor(index / 26)
  return `${head > 0 ? columnLetters(head - 1) : ''}${String.fromCharCode(65 + (index % 26))}`
}
