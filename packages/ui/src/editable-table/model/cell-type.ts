import { groupsOf } from '../../tags-input/groups.ts'
import { builtInTypes, type Column, type Option } from './column.ts'
import { formatOf, fromFormat, inFormat } from './date-format.ts'
import type { FillKind } from './fill.ts'
import { linkedOptions } from './linkage.ts'
import type { Row } from './row.ts'

/** A text that cannot be a value of the column, with the reason in words. */
export interface Unreadable {
  readonly problem: string
}

/** How a type of column stores, shows and reads values; the skin adds how it is drawn and edited. */
export interface CellType {
  readonly name: string
  /** The value as people read it, in the cell and on the clipboard. */
  readonly text: (value: unknown, column: Column, row: Row) => string
  /** A text from the clipboard, or typed, as a value of the column; `row` is the one it goes into, as far as it is known. */
  readonly read: (text: string, column: Column, row?: Row) => unknown
  /** `text` types are typed into the cell itself; others open an editor; `none` are only looked at. */
  readonly editor: 'text' | 'open' | 'toggle' | 'none'
  /** Opens an editor when it is clicked, yet takes what is typed as text: a date need not be looked up in a calendar. */
  readonly takesTyping?: true
  /** Its texts are few and many cells hold the same: a text is read once for a column, whatever row it goes into. */
  readonly repeats?: true
  /** Its editor is the choice of a file. */
  readonly holdsFiles?: true
  /** How the fill handle continues a series. */
  readonly fills: FillKind
  readonly align: 'left' | 'center' | 'right'
  /** px, where neither the column nor the page says one (spec/2-data-entry.md §9). */
  readonly width: number
  /** The value a new row begins with, where the column says none. */
  readonly initial?: (column: Column) => unknown
}

const unreadable = (problem: string): Unreadable => ({ problem })
export const isUnreadable = (value: unknown): value is Unreadable =>
  typeof value === 'object' && value !== null && 'problem' in value

/** Any value as text: numbers and words as they are, nothing as nothing. */
export function plainText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return JSON.stringify(value)
}

/** The parts of a value that holds several, joined by the column's separator or as a list. */
export function partsOf(value: unknown, column: Column): readonly string[] {
  if (Array.isArray(value)) return value.map(plainText)
  const text = plainText(value)
  return text === '' ? [] : text.split(column.separator ?? ',').map((part) => part.trim())
}

/** Parts as the column stores them: a list where it stored one, else joined text. */
export const joined = (parts: readonly string[], column: Column): string =>
  parts.join(column.separator ?? ',')

const optionsOf = (column: Column): readonly Option[] => column.options ?? []
const optionText = (part: string, column: Column): string =>
  optionsOf(column).find(({ value }) => String(value) === part)?.text ?? part

function readOption(text: string, column: Column): unknown {
  const words = text.trim()
  if (words === '') return null
  const options = optionsOf(column)
  const found =
    options.find((option) => option.text === words) ?? options.find(({ value }) => String(value) === words)
  if (found && !found.disabled) return found.value
  if (column.allowInput) return words
  return unreadable(found ? `“${words}”已停用` : `“${words}”不在可选项中`)
}

/** Names repeat under different parents (市辖区), so a level is looked up under the one above it. */
function readLevel(text: string, column: Column, row?: Row): unknown {
  if (!row) return readOption(text, column)
  const value = readOption(text, { ...column, options: linkedOptions(column, row) })
  return isUnreadable(value) ? unreadable(`“${text.trim()}”不在上一级之下`) : value
}

const separators = /^[,，;；、\s]+/u

function readOptions(text: string, column: Column): unknown {
  // A choice may hold a separator itself (火灾、爆炸): the longest that stands here is meant.
  const texts = optionsOf(column)
    .map((option) => option.text)
    .filter(Boolean)
    .sort((a, b) => b.length - a.length)
  const values: string[] = []
  let rest = text.trim().replace(separators, '')
  while (rest !== '') {
    const whole = texts.find(
      (each) => rest.startsWith(each) && /^(?:[,，;；、\s]|$)/u.test(rest.slice(each.length)),
    )
    const part = whole ?? rest.split(/[,，;；、]/u, 1)[0] ?? rest
    const value = readOption(part, column)
    if (isUnreadable(value)) return value
    values.push(plainText(value))
    rest = rest.slice(part.length).replace(separators, '')
  }
  return values.length === 0 ? null : joined(values, column)
}

/** spec/2-data-entry.md §5: an optional minus, digits and one decimal point; thousands separators of a sheet are let go. */
function readNumber(text: string, column: Column): unknown {
  const plain = plainNumber(text)
  if (plain !== null) return inRange(plain, column)
  const words = numberWords(text)
  if (words === '') return null
  if (!/^-?(?:\d+\.?\d*|\.\d+)$/u.test(words)) return unreadable(`“${text.trim()}”不是数字`)
  const kept = keptDigits(words, column.precision)
  if (kept.replaceAll(/\D|^-?0+/gu, '').length > mostDigits)
    return unreadable(`“${text.trim()}”超过 ${mostDigits} 位，存下的会是另一个数`)
  const figure = inRange(Number(kept), column)
  return isUnreadable(figure) || column.precision === undefined ? figure : rounded(figure, column.precision)
}

/**
 * The number of a text of digits alone, as many as a number keeps; null for any other text. Thousands are pasted at once and
 * nearly all are such.
 */
function plainNumber(text: string): number | null {
  if (text === '' || text.length > mostDigits) return null
  let figure = 0
  for (let at = 0; at < text.length; at++) {
    const digit = text.charCodeAt(at) - 48
    if (digit < 0 || digit > 9) return null
    figure = figure * 10 + digit
  }
  return figure
}

function inRange(figure: number, { range }: Column): number | Unreadable {
  if (!range) return figure
  const [least, most] = range
  return figure < least || figure > most ? unreadable(`${figure} 不在 ${least}～${most} 之间`) : figure
}

/** A number without the digits that rounding to so many decimals does not look at: it needs one more than it keeps. */
const keptDigits = (words: string, decimals: number | undefined): string => {
  const point = words.indexOf('.')
  return decimals === undefined || point < 0 ? words : words.slice(0, point + decimals + 2)
}

/** Digits that a number keeps exactly. */
const mostDigits = 15
/** To so many decimals, half away from zero, by its decimal digits: 1.005 is 1.01 and not what its binary fraction makes of it. */
const rounded = (figure: number, decimals: number): number => {
  const [digits = '0', exponent = '0'] = String(Math.abs(figure)).split('e')
  const whole = Math.round(Number(`${digits}e${Number(exponent) + decimals}`))
  return Math.sign(figure) * Number(`${whole}e-${decimals}`)
}

const numberWords = (text: string): string =>
  text
    .normalize('NFKC')
    .trim()
    .replaceAll(/(?<=\d),(?=\d{3}(?:\D|$))/gu, '')

const pad = (part: string | undefined) => (part ?? '0').padStart(2, '0')

const written = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T](\d{1,2}):(\d{1,2})(?::(\d{1,2}))?)?$/u
/** In the common form: full-width digits narrowed, eight digits taken for a day. */
const spelled = (text: string): string =>
  text
    .normalize('NFKC')
    .trim()
    .replace(/^(\d{4})(\d{2})(\d{2})$/u, '$1-$2-$3')
const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** A date as sheets and people write it (2026-1-5, 2026/1/5, 2026年1月5日), with a time where the column has one. */
function readDate(withTime: boolean) {
  return (text: string): unknown => {
    // Thousands are pasted at once and nearly all are plain.
    if (isPlainDay.test(text)) return withTime ? `${text} 00:00:00` : text
    const found = written.exec(text) ?? written.exec(spelled(text))
    if (!found) {
      if (text.trim() === '') return null
      return notDate(text, withTime)
    }
    const [, year = '', month, day, hour, minute, second] = found
    const isDay =
      Number(month) >= 1 &&
      Number(month) <= 12 &&
      Number(day) >= 1 &&
      (Number(day) <= 28 || Number(day) <= daysIn(Number(year), Number(month)))
    const isTime = Number(hour ?? 0) < 24 && Number(minute ?? 0) < 60 && Number(second ?? 0) < 60
    if (!isDay || !isTime) return notDate(text, withTime)
    const date = `${year}-${pad(month)}-${pad(day)}`
    return withTime ? `${date} ${pad(hour)}:${pad(minute)}:${pad(second)}` : date
  }
}
/** A day as it is stored, of those that every month has. */
const isPlainDay = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])$/u
const notDate = (text: string, withTime: boolean): Unreadable =>
  unreadable(`“${text.trim()}”不是日期，应如 2026-01-05${withTime ? ' 08:30:00' : ''}`)

/** Reads by the column's own form where it has one, and stores in it; people may write the common form too. */
function inOwnFormat(type: 'date' | 'datetime' | 'time', readCommon: (text: string) => unknown) {
  return (text: string, column: Column): unknown => {
    if (column.format === undefined) return readCommon(text)
    const format = formatOf(column)
    const value = readCommon(fromFormat(text, format, type) ?? text)
    if (typeof value === 'string') return inFormat(value, format)
    return isUnreadable(value)
      ? unreadable(`“${text.trim()}”不对，应如 ${inFormat('2026-01-05 08:30:00', format)}`)
      : value
  }
}

function readTime(text: string): unknown {
  const words = text.normalize('NFKC').trim()
  if (words === '') return null
  const [whole, hour, minute, second] = /^(\d{1,2}):(\d{1,2})(?::(\d{1,2}))?$/u.exec(words) ?? []
  if (!whole || Number(hour) > 23 || Number(minute) > 59 || Number(second ?? 0) > 59)
    return unreadable(`“${words}”不是时间，应如 08:30:00`)
  return `${pad(hour)}:${pad(minute)}:${pad(second)}`
}

/** Stored values of a box: checked, unchecked. */
export const boxValues = (column: Column): readonly [unknown, unknown] => column.customValue ?? [true, false]
export const isChecked = (value: unknown, column: Column): boolean => value === boxValues(column)[0]

const boxText = (value: unknown): string =>
  typeof value === 'boolean' ? String(value) : plainText(value).toLowerCase()
const yes = new Set(['是', '√', '✓', '✔', '☑', 'true', '1', 'y', 'yes', '启用', '必须'])
const no = new Set(['', '否', '×', '☐', 'false', '0', 'n', 'no', '停用', '可选'])
function readBox(text: string, column: Column): unknown {
  const words = text.trim().toLowerCase()
  const [checked, unchecked] = boxValues(column)
  if (words === boxText(checked)) return checked
  if (words === boxText(unchecked)) return unchecked
  if (yes.has(words)) return checked
  if (no.has(words)) return unchecked
  return unreadable(`“${text.trim()}”不是“是”或“否”`)
}

/** A cell of one line takes what was pasted into it as one line. */
const isLong = ({ type }: Column) => type === 'textarea' || type === 'input_pop'
function readText(written: string, column: Column): unknown {
  // Thousands are pasted at once and nearly all are of one line.
  const isOneLine = !written.includes('\n') && !written.includes('\r')
  const text = isOneLine || isLong(column) ? written : written.replaceAll(/[\r\n]+/gu, ' ')
  if (column.maxLength !== undefined && [...text].length > column.maxLength)
    return unreadable(`最多 ${column.maxLength} 个字`)
  return text
}

/** What a cell that is chosen elsewhere says when text is pasted into it. */
const notFromText = () => unreadable('此列请在单元格中选择，不能粘贴文字')

const base = {
  text: (value: unknown) => plainText(value),
  read: readText,
  editor: 'text',
  fills: 'text',
  align: 'left',
  width: 120,
} as const satisfies Omit<CellType, 'name'>

const choice = {
  ...base,
  text: (value: unknown, column: Column) =>
    partsOf(value, column)
      .map((part) => optionText(part, column))
      .join('、'),
  read: readOption,
  editor: 'open',
  fills: 'copy',
  repeats: true,
} as const
const choices = { ...choice, read: readOptions } as const
const box = {
  ...base,
  text: (value: unknown, column: Column) => (isChecked(value, column) ? '是' : '否'),
  read: readBox,
  editor: 'toggle',
  fills: 'copy',
  repeats: true,
  align: 'center',
  width: 80,
  initial: (column: Column) => boxValues(column)[column.defaultChecked ? 0 : 1],
} as const
const picked = { ...base, editor: 'open', read: notFromText, fills: 'copy' } as const
/** A stored file: its name is what people read. */
const file = {
  ...picked,
  holdsFiles: true,
  text: (value: unknown) => fileNames(value).join('、'),
  width: 160,
} as const

/** Names of the files of a cell: the end of each stored path. */
export function fileNames(value: unknown): readonly string[] {
  const paths = Array.isArray(value) ? value : plainText(value).split(',')
  return paths.map((path) => plainText(path).split('/').at(-1) ?? '').filter(Boolean)
}

const described: Readonly<Record<(typeof builtInTypes)[number], Omit<CellType, 'name'>>> = {
  input: base,
  textarea: { ...base, width: 200 },
  input_pop: { ...base, editor: 'open', takesTyping: true, width: 160 },
  inputNumber: { ...base, read: readNumber, fills: 'number', align: 'right' },
  checkbox: box,
  checkbox_meta: box,
  switch: box,
  select: choice,
  radio: { ...choice, width: 160 },
  list_multi: { ...choices, width: 160 },
  sel_search: choice,
  sel_search_async: {
    ...choice,
    read: (text, column) => (column.options ? readOption(text, column) : notFromText()),
  },
  linkage: { ...base, text: choice.text, editor: 'open', fills: 'copy', read: readLevel },
  // The value is split into groups of two characters (spec/2-data-entry.md §5).
  tags: { ...base, read: (text) => groupsOf(text) },
  date: {
    ...base,
    editor: 'open',
    takesTyping: true,
    read: inOwnFormat('date', readDate(false)),
    fills: 'date',
    width: 135,
  },
  datetime: {
    ...base,
    editor: 'open',
    takesTyping: true,
    read: inOwnFormat('datetime', readDate(true)),
    fills: 'date',
    width: 200,
  },
  time: { ...base, editor: 'open', takesTyping: true, read: inOwnFormat('time', readTime), width: 135 },
  sel_depart: { ...picked, width: 160 },
  sel_user: { ...picked, width: 220 },
  popup: { ...picked, width: 160 },
  upload: file,
  file,
  image: file,
  progress: { ...base, editor: 'none', read: readNumber, text: (value) => `${Number(value ?? 0)}%` },
  normal: { ...base, editor: 'none' },
  slot: { ...base, editor: 'none', read: notFromText },
  hidden: { ...base, editor: 'none', width: 0 },
}

/**
 * A type whose values are chosen in an editor of the page's own, and shown as `text` says: a lock, a person, a place. Text is
 * not pasted into it.
 */
export const chosenType = (name: string, text: CellType['text'], width = 160): CellType => ({
  ...picked,
  name,
  text,
  width,
})

/** The types a table knows: the built-in ones and those a page installs. */
export class CellTypes {
  readonly #types = new Map<string, CellType>(
    builtInTypes.map((name) => [name, { name, ...described[name] }]),
  )

  /** Adds a type of one's own. A name that is built in or taken is a fault of the page and throws (§8 of the specification). */
  install(type: CellType): void {
    if (this.#types.has(type.name)) throw new Error(`单元格类型 ${type.name} 是保留名称，请换一个名称`)
    this.#types.set(type.name, type)
  }

  of(column: Column): CellType {
    const type = this.#types.get(column.type)
    if (!type) throw new Error(`列 ${column.key} 的类型 ${column.type} 没有安装`)
    return type
  }
}
