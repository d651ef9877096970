import path from 'node:path'
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import type { Archive } from './archive.ts'
import { momentText, numberText, textOf } from './cell-text.ts'
import type { RowWriter } from './row-writer.ts'
import type { SharedStrings } from './shared-strings.ts'

/** The workbook is none that can be read piece by piece: another kind of archive, or XML that is not well-formed. */
export class NotStreamable extends Error {}

/**
 * Reads the first sheet of an .xlsx from top to bottom and gives its rows to `rows`; answers with the names of the other
 * sheets that people see and that hold something. Neither the sheet nor its texts are in
 * memory as a whole. Formulas count as what they last showed, errors as nothing; of merged cells the first has the text.
 * Throws `NotStreamable`, before or while rows are given.
 */
export async function readWorkbook(
  archive: Archive,
  strings: SharedStrings,
  rows: RowWriter,
): Promise<string[]> {
  const book = await findParts(archive)
  if (book.strings !== undefined) await readStrings(archive, book.strings, strings)
  const moments = book.styles === undefined ? undefined : await momentStyles(archive, book.styles)
  await readRows(archive, book.sheet, { strings, moments, is1904: book.is1904 }, rows)
  const others: string[] = []
  for (const { name, part } of book.others) if (await holdsSomething(archive, part)) others.push(name)
  return others
}

/** Whether a cell of a sheet has a value; it is read no further than to the first. */
async function holdsSomething(archive: Archive, part: string): Promise<boolean> {
  let end = 'sheetData'
  await walk(archive, part, {
    close(name) {
      if (name === 'v' || name === 't') end = name
    },
    get until() {
      return end
    },
  })
  return end !== 'sheetData'
}

interface Parts {
  readonly sheet: string
  /** The other sheets that are not hidden. */
  readonly others: readonly { readonly name: string; readonly part: string }[]
  readonly strings: string | undefined
  readonly styles: string | undefined
  /** Days are counted from 1904, as old Macintosh files do. */
  readonly is1904: boolean
}

/** Where the parts of a workbook stand in its archive. */
async function findParts(archive: Archive): Promise<Parts> {
  const roots = await relationsOf(archive, '')
  const book = roots.find(({ kind }) => kind === 'officeDocument')?.target ?? 'xl/workbook.xml'
  if (!archive.has(book)) throw new NotStreamable('no workbook in the archive')
  const relations = await relationsOf(archive, book)
  const sheets: { readonly id: string; readonly name: string; readonly isHidden: boolean }[] = []
  let is1904 = false
  await walk(archive, book, {
    open(name, { attributes }) {
      if (name === 'workbookPr') is1904 = isTrue(attributes['date1904'])
      if (name !== 'sheet') return
      const isHidden = (attributes['state'] ?? 'visible') !== 'visible'
      sheets.push({ id: idOf(attributes), name: attributes['name'] ?? '', isHidden })
    },
  })
  // A sheet of charts alone is none.
  const partOf = (wanted: string | undefined): string | undefined =>
    relations.find(({ id, kind }) => id === wanted && kind === 'worksheet')?.target
  const sheet = partOf(sheets[0]?.id)
  if (sheet === undefined || !archive.has(sheet)) throw new NotStreamable('no sheet in the archive')
  const one = (kind: string): string | undefined =>
    relations.find((relation) => relation.kind === kind && archive.has(relation.target))?.target
  const others = sheets.slice(1).flatMap(({ id, name, isHidden }) => {
    const part = isHidden ? undefined : partOf(id)
    return part !== undefined && archive.has(part) ? [{ name, part }] : []
  })
  return { sheet, others, is1904, strings: one('sharedStrings'), styles: one('styles') }
}

interface Relation {
  readonly id: string
  /** The last word of its type: the same in both editions of the format. */
  readonly kind: string
  /** A name in the archive. */
  readonly target: string
}

async function relationsOf(archive: Archive, part: string): Promise<Relation[]> {
  const folder = path.posix.dirname(part)
  const list = path.posix.join(folder, '_rels', `${path.posix.basename(part)}.rels`)
  const relations: Relation[] = []
  if (!archive.has(list)) return relations
  await walk(archive, list, {
    open(name, { attributes }) {
      const { Id: id = '', Type: type = '', Target: target = '' } = attributes
      if (name !== 'Relationship' || attributes['TargetMode'] === 'External') return
      const whole = target.startsWith('/') ? target.slice(1) : path.posix.join(folder, target)
      relations.push({ id, kind: type.slice(type.lastIndexOf('/') + 1), target: whole })
    },
  })
  return relations
}

const idOf = (attributes: Readonly<Record<string, string>>): string =>
  Object.entries(attributes).find(([name]) => localOf(name) === 'id')?.[1] ?? ''

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true' || value === 'on'

async function readStrings(archive: Archive, part: string, strings: SharedStrings): Promise<void> {
  const text = textCollector()
  await walk(archive, part, {
    open(name) {
      if (name === 'si') text.begin()
      else text.open(name)
    },
    text: text.add,
    close(name) {
      text.close(name)
      if (name === 'si') strings.add(text.end())
    },
  })
}

/** Collects the text of a string, of plain ones and of those in several fonts, without what says how it is pronounced. */
function textCollector() {
  let text = ''
  let [isText, isSound] = [false, false]
  return {
    begin: () => void (text = ''),
    open(name: string) {
      if (name === 't') isText = !isSound
      else if (name === 'rPh') isSound = true
    },
    add: (more: string) => void (isText && (text += more)),
    close(name: string) {
      if (name === 't') isText = false
      else if (name === 'rPh') isSound = false
    },
    end: () => unescaped(text),
  }
}

/** Signs that XML has no place for are written as `_x001F_`. */
function unescaped(text: string): string {
  if (!text.includes('_x')) return text
  return text
    .replaceAll(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll('\r\n', '\n')
}

/** Numbers of the formats that show days or times, by the specification; the languages of East Asia have their own. */
const isMomentFormat = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
const FIRST_OWN_FORMAT = 60

/** Styles of cells whose numbers are days or times, and what writes those. */
interface Moments {
  readonly styles: ReadonlySet<string>
  text(serial: number, is1904: boolean): string
}

/** Undefined where a workbook has no such style. The library is loaded only for those that do. */
async function momentStyles(archive: Archive, part: string): Promise<Moments | undefined> {
  const formats = new Map<number, string>()
  const styles: number[] = []
  let isCells = false
  await walk(archive, part, {
    open(name, { attributes }) {
      const id = Number(attributes['numFmtId'] ?? '0')
      if (name === 'numFmt') formats.set(id, attributes['formatCode'] ?? '')
      if (name === 'cellXfs') isCells = true
      if (name === 'xf' && isCells) styles.push(id)
    },
    close(name) {
      if (name === 'cellXfs') isCells = false
    },
  })
  if (!styles.some((id) => isMomentFormat(id) || id >= FIRST_OWN_FORMAT || formats.has(id))) return undefined
  const { SSF } = await import('@e965/xlsx')
  const isMoment = (id: number): boolean => {
    const own = formats.get(id)
    return own === undefined ? isMomentFormat(id) : SSF.is_date(own)
  }
  return {
    styles: new Set(styles.flatMap((id, style) => (isMoment(id) ? [String(style)] : []))),
    text: (serial, is1904) => momentText(SSF, serial, is1904),
  }
}

interface Meaning {
  readonly strings: SharedStrings
  readonly moments: Moments | undefined
  readonly is1904: boolean
}

async function readRows(archive: Archive, part: string, meaning: Meaning, rows: RowWriter): Promise<void> {
  const inline = textCollector()
  let place = -1
  let column = -1
  let cells: string[] = []
  let kind: string | undefined
  let style: string | undefined
  let value = ''
  let isValue = false
  await walk(archive, part, {
    open(name, { attributes }) {
      if (name === 'row') {
        const next = attributes['r'] === undefined ? place + 1 : Number(attributes['r']) - 1
        if (!(next > place)) throw new NotStreamable('rows are not in their order')
        place = next
        column = -1
        cells = []
      } else if (name === 'c') {
        column = attributes['r'] === undefined ? column + 1 : columnOf(attributes['r'])
        kind = attributes['t']
        style = attributes['s']
        value = ''
        inline.begin()
      } else if (name === 'v') isValue = true
      else inline.open(name)
    },
    text(text) {
      if (isValue) value += text
      else inline.add(text)
    },
    close(name) {
      if (name === 'v') isValue = false
      else if (name === 'c') {
        const text = kind === 'inlineStr' ? textOf(inline.end()) : shownText(kind, style, value, meaning)
        if (text !== '') cells[column] = text
      } else if (name === 'row') rows.add(place, cells)
      else inline.close(name)
    },
    until: 'sheetData',
  })
}

/** The column of a place such as `AB12`, from 0. */
function columnOf(place: string): number {
  let column = 0
  for (let at = 0; at < place.length; at++) {
    const letter = place.charCodeAt(at) - 64
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  // The format ends at column 16,384.
  if (column < 1 || column > 16_384) throw new NotStreamable('a cell without a place')
  return column - 1
}

function shownText(
  kind: string | undefined,
  style: string | undefined,
  value: string,
  { strings, moments, is1904 }: Meaning,
): string {
  if (value === '') return ''
  if (kind === 's') return textOf(strings.get(Number.parseInt(value, 10)) ?? '')
  if (kind === 'str') return textOf(unescaped(value))
  if (kind === 'b') return String(isTrue(value.trim()))
  if (kind === 'e') return ''
  if (kind === 'd')
    return value
      .replace(/Z$/, '')
      .replace('T', ' ')
      .replace(/\.\d+$/, '')
      .replace(/ 00:00:00$/, '')
  const number = Number.parseFloat(value)
  if (Number.isNaN(number)) return ''
  return style !== undefined && moments?.styles.has(style) ? moments.text(number, is1904) : numberText(number)
}

interface Walker {
  open?(name: string, tag: SaxesTagPlain): void
  text?(text: string): void
  close?(name: string): void
  /** What follows the end of this element is not needed. */
  readonly until?: string
}

/** Tells a walker what stands in a part, by names without their prefixes. Throws `NotStreamable` for what is no XML. */
async function walk(archive: Archive, part: string, walker: Walker): Promise<void> {
  const parser = new SaxesParser({ xmlns: false, position: false })
  let isEnough = false
  parser.on('error', (error) => {
    throw new NotStreamable(error.message)
  })
  parser.on('opentag', (tag) => {
    if (!isEnough) walker.open?.(localOf(tag.name), tag)
  })
  const text = (more: string): void => {
    if (!isEnough) walker.text?.(more)
  }
  parser.on('text', text)
  parser.on('cdata', text)
  parser.on('closetag', (tag) => {
    if (isEnough) return
    const name = localOf(tag.name)
    walker.close?.(name)
    isEnough = name === walker.until
  })
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decoded = (piece?: Buffer): string => {
    try {
      return piece ? decoder.decode(piece, { stream: true }) : decoder.decode()
    } catch (error) {
      if (error instanceof TypeError) throw new NotStreamable('not in UTF-8', { cause: error })
      throw error
    }
  }
  for await (const piece of archive.read(part)) {
    parser.write(decoded(piece))
    if (isEnough) return
  }
  parser.write(decoded())
  parser.close()
}

function localOf(name: string): string {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}
