import type { Field, FieldKind, Resource } from '@suoan/contract'
import dayjs from 'dayjs'
import type { ListRow } from '../list-row.ts'

const dateFormats: Partial<Record<FieldKind, string>> = {
  date: 'YYYY-MM-DD',
  dateTime: 'YYYY-MM-DD HH:mm:ss',
}

/** A value of the wire as its input wants it: dates as dayjs, lists as arrays, JSON as text. */
export function toInput(field: Field, value: unknown): unknown {
  if (value === null || value === undefined || value === '') return undefined
  if (dateFormats[field.kind]) return dayjs(String(value))
  if (field.kind === 'dicts' || field.kind === 'refs') return String(value).split(',').filter(Boolean)
  if (field.kind === 'json') return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  if (field.kind === 'dict' || field.kind === 'dictNumber' || field.kind === 'ref') return String(value)
  if (field.kind === 'flag') return Number(value) === 1
  return value
}

/** The value of an input as the wire wants it; an emptied input is null ("" for a text that was set, 4-api.md §1.6). */
export function toWire(field: Field, value: unknown): unknown {
  const empty =
    value === undefined ||
    value === null ||
    value === '' ||
    (Array.isArray(value) && value.length === 0) ||
    (field.kind === 'json' && String(value).trim() === '')
  if (field.kind === 'flag') return value ? 1 : 0
  if (field.kind === 'boolean') return Boolean(value)
  if (empty) return null
  const format = dateFormats[field.kind]
  if (format && dayjs.isDayjs(value)) return value.format(format)
  if (Array.isArray(value)) return value.join(',')
  if (field.kind === 'dictNumber') return Number(value)
  if (field.kind === 'json') return JSON.parse(String(value))
  return typeof value === 'string' && field.kind !== 'secret' ? value.trim() : value
}

/** First values of a form: the row that is edited, or the initial values of the description. */
export function initialValues(resource: Resource, names: readonly string[], row: Partial<ListRow> | null) {
  return Object.fromEntries(
    names.map((name) => {
      const field = resource.fields[name]
      return [name, field && toInput(field, row ? row[name] : field.initial)]
    }),
  )
}

/**
 * The body of add or edit. Emptied fields of an edit travel as "" where the wire knows texts, since null means
 * "leave it alone"; secrets that were not typed stay out.
 */
export function draftOf(
  resource: Resource,
  names: readonly string[],
  values: Readonly<Record<string, unknown>>,
  row: Partial<ListRow> | null,
): Record<string, unknown> {
  const draft: Record<string, unknown> = {}
  for (const name of names) {
    const field = resource.fields[name]
    if (!field || field.derived || (field.immutable && row?.id)) continue
    const value = toWire(field, values[name])
    if (value === null && (field.kind === 'secret' || !row?.id)) continue
    draft[name] = value === null && row?.[name] !== null && row?.[name] !== undefined ? '' : value
  }
  return row?.id
    ? { ...draft, id: row.id, ...(row['revision'] === undefined ? {} : { revision: row['revision'] }) }
    : draft
}
