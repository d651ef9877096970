import { builtInTypes, type Column, type Option } from './column.ts'
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
  /** A text from the clipboard, or typed, as a value of the column. */
  readonly read: (text: string, column: Column) => unknown
  /** `text` types are typed into the cell itself; others open an editor; `none` are only looked at. */
  readonly editor: 'text' | 'open' | 'toggle' | 'none'
  /** Opens an editor when it is clicked, yet takes what is typed as text: a date need not be looked up in a calendar. */
  readonly takesTyping?: true
  /** Its editor is the choice of a file. */
  readonly holdsFiles?: true
  /** How the fill handle continues a series. */
  readonly fills: 'text' | 'number' | 'date'
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

function readOptions(text: string, column: Column): unknown {
  const values: string[] = []
  for (const part of text.split(/[,，;；、]/u)) {
    if (part.trim() === '') continue
    const value = readOption(part, column)
    if (isUnreadable(value)) return value
    values.push(plainText(value))
  }
  return values.length === 0 ? null : joined(values, column)
}

/** spec/2-data-entry.md §5: an optional minus, digits and one decimal point; thousands separators of a sheet are let go. */
function readNumber(text: string, column: Column): unknown {
  const words = text
    .normalize('NFKC')
    .trim()
    .replaceAll(/(?<=\d),(?=\d{3}(?:\D|$))/gu, '')
  if (words === '') return null
  if (!/^-?(?:\d+\.?\d*|\.\d+)$/u.test(words)) return unreadable(`“${text.trim()}”不是数字`)
  const figure = Number(words)
  const [least, most] = column.range ?? [-Infinity, Infinity]
  if (figure < least || figure > most) return unreadable(`${figure} 不在 ${least}～${most} 之间`)
  return column.precision === undefined ? figure : Number(figure.toFixed(column.precision))
}

const pad = (part: string | undefined) => (part ?? '0').padStart(2, '0')

/** A date as sheets and people write it (2026-1-5, 2026/1/5, 2026年1月5日), with a time where the column has one. */
function readDate(withTime: boolean) {
  return (text: string): unknown => {
    const words = text.normalize('NFKC').trim()
    if (words === '') return null
    const found =
      /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T](\d{1,2}):(\d{1,2})(?::(\d{1,2}))?)?$/u.exec(words)
    const [, year, month, day, hour, minute, second] = found ?? []
    const date = `${year}-${pad(month)}-${pad(day)}`
    const time = `${pad(hour)}:${pad(minute)}:${pad(second)}`
    const moment = new Date(`${date}T${time}Z`)
    if (!found || Number.isNaN(moment.getTime()) || moment.getUTCDate() !== Number(day))
      return unreadable(`“${words}”不是日期，应如 2026-01-05${withTime ? ' 08:30:00' : ''}`)
    return withTime ? `${date} ${time}` : date
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

const yes = new Set(['是', '√', '✓', 'true', '1', 'y', 'yes', '启用', '必须'])
const no = new Set(['', '否', '×', 'false', '0', 'n', 'no', '停用', '可选'])
function readBox(text: string, column: Column): unknown {
  const words = text.trim().toLowerCase()
  const [checked, unchecked] = boxValues(column)
  if (words === plainText(checked).toLowerCase() || yes.has(words)) return checked
  if (words === plainText(unchecked).toLowerCase() || no.has(words)) return unchecked
  return unreadable(`“${text.trim()}”不是“是”或“否”`)
}

/** A cell of one line takes what was pasted into it as one line. */
const isLong = ({ type }: Column) => type === 'textarea' || type === 'input_pop'
function readText(written: string, column: Column): unknown {
  const text = isLong(column) ? written : written.replaceAll(/[\r\n]+/gu, ' ')
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
} as const
const choices = { ...choice, read: readOptions } as const
const box = {
  ...base,
  text: (value: unknown, column: Column) => (isChecked(value, column) ? '是' : '否'),
  read: readBox,
  editor: 'toggle',
  align: 'center',
  width: 80,
  initial: (column: Column) => boxValues(column)[column.defaultChecked ? 0 : 1],
} as const
const picked = { ...base, editor: 'open', read: notFromText } as const
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
  linkage: choice,
  // The value is split into groups of two characters (spec/2-data-entry.md §5).
  tags: { ...base, read: (text) => tagsOf(text) },
  date: { ...base, editor: 'open', takesTyping: true, read: readDate(false), fills: 'date', width: 135 },
  datetime: { ...base, editor: 'open', takesTyping: true, read: readDate(true), fills: 'date', width: 200 },
  time: { ...base, editor: 'open', takesTyping: true, read: readTime, width: 135 },
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

/** A text in groups of two characters joined by semicolons (spec/2-data-entry.md §5, tags). */
function tagsOf(text: string): string {
  const letters = [...text.replaceAll(/[;；\s]/gu, '')]
  const groups: string[] = []
  for (let at = 0; at < letters.length; at += 2) groups.push(letters.slice(at, at + 2).join(''))
  return groups.join(';')
}

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
