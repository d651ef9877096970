import type { Field, FieldKind } from '@suoan/contract'
import type { FilterFieldType } from '@suoan/kit/filter'

/** How a kind of field lives in the database. */
export interface ColumnKind {
  readonly filter: FilterFieldType
  /** What the list selects: times and dates as the database's own text, which costs no Date objects. */
  readonly select: (column: string) => string
  /** From the driver's value to the wire's; absent where they are the same. */
  readonly read?: (value: unknown) => unknown
  /** From a checked draft to a bound parameter; absent where they are the same. */
  readonly write?: (value: unknown) => unknown
}

const itself = (column: string): string => column
const asText = (column: string): string => `${column}::text`
const plain = { filter: 'text', select: itself } as const satisfies ColumnKind
const whole = { filter: 'integer', select: itself, read: toNumber } as const satisfies ColumnKind

/** One of the three registries keyed by kind (architecture.md §5): a new kind does not compile without its row. */
export const columnKinds = {
  text: plain,
  code: plain,
  longText: plain,
  integer: whole,
  decimal: { filter: 'decimal', select: itself, read: toNumber },
  flag: { filter: 'flag', select: itself },
  boolean: { filter: 'boolean', select: itself },
  dict: plain,
  dicts: plain,
  dictNumber: whole,
  ref: plain,
  refs: plain,
  region: plain,
  date: { filter: 'date', select: asText },
  dateTime: { filter: 'dateTime', select: asText, read: toWireTime },
  json: { filter: 'json', select: itself, write: (value) => (value === null ? null : JSON.stringify(value)) },
  file: plain,
  secret: plain,
} as const satisfies Record<FieldKind, ColumnKind>

/** The row of a field's kind. */
export function columnKindOf(field: Field): ColumnKind {
  return columnKinds[field.kind]
}

/** `createTime` → `create_time`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** The driver gives bigint and numeric as text. */
function toNumber(value: unknown): unknown {
  return typeof value === 'string' ? Number(value) : value
}

/** `2026-11-21 12:00:00.123+08` → `2026-11-21 12:00:00`; connections speak Asia/Shanghai. */
function toWireTime(value: unknown): unknown {
  return typeof value === 'string' ? value.slice(0, 19) : value
}
