import type { FilterValue } from './filter.ts'

/** How a field's values are read and compared. `flag` is 0 or 1; `dateTime` has the precision of a second. */
export type FilterFieldType =
  | 'text'
  | 'integer'
  | 'decimal'
  | 'date'
  | 'dateTime'
  | 'flag'
  | 'boolean'
  | 'json'

/** A field that may be filtered and sorted. `label` is its Chinese name for messages. */
export type FilterField = { readonly type: FilterFieldType; readonly label?: string | undefined }

export type FilterFields = Readonly<Record<string, FilterField>>

/** A condition that cannot be understood: the request is answered as a parameter error with this text. */
export type FilterProblem = { readonly field: string; readonly message: string }

/** The description of `name`, or undefined; inherited names such as `constructor` are never fields. */
export function fieldNamed(fields: FilterFields, name: string): FilterField | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined
}

const expectation: Record<FilterFieldType, string> = {
  text: '文本',
  integer: '整数，例如 10',
  decimal: '数字，例如 10.5',
  date: '日期，格式为 2026-01-31',
  dateTime: '时间，格式为 2026-01-31 08:00:00',
  flag: '1（是）或 0（否）',
  boolean: 'true 或 false',
  json: '可查询的内容',
}

/** The sentence for a value that does not fit its field. */
export function unreadable(name: string, field: FilterField, text: string): FilterProblem {
  const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text
  return {
    field: name,
    message: `查询条件“${labelOf(name, field)}”的值“${shown}”无法识别，请填写${expectation[field.type]}`,
  }
}

/** The sentence for an operator that a field does not have. */
export function unsuitable(name: string, field: FilterField): FilterProblem {
  return {
    field: name,
    message: `查询条件“${labelOf(name, field)}”不支持模糊匹配，请改用等于、范围或多个值，内容为${expectation[field.type]}`,
  }
}

function labelOf(name: string, field: FilterField): string {
  return field.label ?? name
}

/**
 * The value a text stands for in a field of this type, or undefined when it stands for none.
 * Times come back as `YYYY-MM-DD HH:mm:ss`, decimals as plain text; a bare date in a `dateTime` field stays 10
 * characters long, because which second it means depends on the operator.
 */
export function readFieldValue(type: FilterFieldType, text: string): FilterValue | undefined {
  return readers[type](text.trim(), text)
}

type Reader = (trimmed: string, text: string) => FilterValue | undefined

const yes = new Set(['1', 'true', 'y', 'yes', '是'])
const no = new Set(['0', 'false', 'n', 'no', '否'])

const readers: Record<FilterFieldType, Reader> = {
  text: (_, text) => text,
  integer: (text) => {
    if (!/^[+-]?\d{1,16}$/.test(text)) return undefined
    const value = Number(text)
    return Number.isSafeInteger(value) ? value + 0 : undefined
  },
  decimal: (text) => {
    const parts = /^([+-]?)0*(\d{1,30})(?:\.(\d{1,20}))?$/.exec(text)
    if (!parts) return undefined
    const [, sign = '', whole = '', fraction = ''] = parts
    const digits = fraction.replace(/0+$/, '')
    const plain = digits === '' ? whole : `${whole}.${digits}`
    return sign === '-' && plain !== '0' ? `-${plain}` : plain
  },
  date: (text) => readMoment(text)?.slice(0, 10),
  dateTime: readMoment,
  flag: (text) => (yes.has(text.toLowerCase()) ? 1 : no.has(text.toLowerCase()) ? 0 : undefined),
  boolean: (text) => (yes.has(text.toLowerCase()) ? true : no.has(text.toLowerCase()) ? false : undefined),
  json: () => undefined,
}

/** Milliseconds by which the plant's clock (Asia/Shanghai, no summer time) is before UTC. */
const PLANT_AHEAD_MS = 8 * 3_600_000
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/

/** A moment by the plant's clock; one with a zone, as programs write them (ISO 8601), is brought there. */
function readMoment(text: string): string | undefined {
  if (!instant.test(text)) return readLocal(text)
  // The day itself must be one: Date takes 2026-02-30 for the second of March.
  if (readLocal(text.slice(0, 16)) === undefined) return undefined
  const at = Date.parse(text) + PLANT_AHEAD_MS
  return Number.isNaN(at) ? undefined : readLocal(new Date(at).toISOString().slice(0, 19))
}

function readLocal(text: string): string | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?)?$/.exec(text)
  if (!parts) return undefined
  const [, year = '', month = '', day = '', hour, minute, second = '00'] = parts
  if (!isCalendarDay(Number(year), Number(month), Number(day))) return undefined
  if (hour === undefined || minute === undefined) return `${year}-${month}-${day}`
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`
}

function isCalendarDay(year: number, month: number, day: number): boolean {
  if (year < 1 || month < 1 || month > 12 || day < 1) return false
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  return day <= (days[month - 1] ?? 0)
}
