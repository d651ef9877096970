import { textOf } from './cell-text.ts'
import type { RowWriter } from './row-writer.ts'

/** By how much is in favour of each where they are equally frequent. */
const separators = ['|', ';', '\t', ',']
/** Among these first characters the separator is guessed. */
const GUESSED = 1024
const [QUOTE, CR, LF] = [0x22, 0x0d, 0x0a]

/**
 * Whether a text that begins so is lines of values: other beginnings mean HTML, XML, SYLK and other formats, which the
 * library knows by them as well.
 */
export const beginsAsValues = (text: string): boolean =>
  /^["\p{L}\p{N}*#_-]/u.test(text) && !/^(?:ID|TABL|socialcalc:version:|II\*\0)/.test(text)

/**
 * Reads lines of values (CSV, with any of the usual separators) piece by piece and gives their rows to `rows`. Quotes,
 * line ends and separators mean what they mean to the library that reads smaller files as a whole; every value is a text.
 */
export function readCsv(pieces: Iterable<string>, rows: Pick<RowWriter, 'add'>): void {
  let text = ''
  let separator: number | undefined
  /** Where the value begins, where we are, and whether inside quotes. */
  let [begin, at, isQuoted] = [0, 0, false]
  let [place, cells] = [0, [] as string[]]
  const endValue = (end: number, isLast: boolean): void => {
    let value = text.slice(begin, end)
    if (value.endsWith('\r')) value = value.slice(0, -1)
    if (value.startsWith('"') && value.endsWith('"')) value = value.slice(1, -1).replaceAll('""', '"')
    cells.push(textOf(value))
    if (!isLast) return
    rows.add(place, cells)
    place++
    cells = []
  }
  /** Goes as far as the text is known; the last sign may be half of a line end. */
  const scan = (isEnd: boolean): void => {
    for (; at < text.length; at++) {
      const sign = text.charCodeAt(at)
      if (sign === QUOTE) {
        if (text.charCodeAt(begin) === QUOTE) isQuoted = !isQuoted
      } else if (!isQuoted && (sign === separator || sign === CR || sign === LF)) {
        if (sign === CR && at + 1 === text.length && !isEnd) return
        if (sign === CR && text.charCodeAt(at + 1) === LF) at++
        endValue(at, sign !== separator)
        begin = at + 1
      }
    }
  }
  for (const piece of pieces) {
    text = begin === 0 ? text + piece : text.slice(begin) + piece
    at -= begin
    begin = 0
    if (separator === undefined) {
      if (text.length < GUESSED + 8) continue
      const [sign, length] = separatorOf(text)
      separator = sign.charCodeAt(0)
      begin = at = length
    }
    scan(false)
  }
  if (separator === undefined) {
    const [sign, length] = separatorOf(text)
    separator = sign.charCodeAt(0)
    begin = at = length
  }
  scan(true)
  if (begin < text.length) endValue(text.length, true)
  else if (cells.length > 0) rows.add(place, cells)
}

/** The separator of a text, and how many of its first characters only name it. */
function separatorOf(text: string): readonly [sign: string, length: number] {
  const named = /^sep=([\s\S])(?:\r\n|\r|\n)/.exec(text)
  if (named) return [named[1] ?? ',', named[0].length]
  const counts = new Map(separators.map((sign) => [sign, 0]))
  let isQuoted = false
  for (const sign of text.slice(0, GUESSED)) {
    if (sign === '"') isQuoted = !isQuoted
    else if (!isQuoted && counts.has(sign)) counts.set(sign, (counts.get(sign) ?? 0) + 1)
  }
  const most = Math.max(...counts.values())
  return [separators.findLast((sign) => counts.get(sign) === most) ?? ',', 0]
}
