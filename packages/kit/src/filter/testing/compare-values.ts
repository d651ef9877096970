import { shanghaiTime } from '../../shanghai/index.ts'
import type { FilterFieldType } from '../filter-field.ts'

/** Below zero, zero or above zero, as the database orders two values of this type. */
export function compareValues(type: FilterFieldType, left: unknown, right: unknown): number {
  switch (type) {
    case 'integer':
    case 'flag':
    case 'boolean':
      return Number(left) - Number(right)
    case 'decimal':
      return compareDecimals(String(left), String(right))
    case 'date':
      return compareTexts(momentText(left).slice(0, 10), momentText(right).slice(0, 10))
    case 'dateTime':
      return compareTexts(momentText(left), momentText(right))
    case 'text':
    case 'json':
      return compareTexts(String(left), String(right))
    default:
      return type satisfies never
  }
}

/** A moment as `YYYY-MM-DD HH:mm:ss` on the plant's clock (UTC+8); texts are cut to the second. */
function momentText(value: unknown): string {
  if (value instanceof Date) return shanghaiTime(value.getTime())
  return String(value).slice(0, 19)
}

// By code point, which is the byte order of UTF-8 and so the order of the "C" collation; JavaScript's own order
// puts characters above U+FFFF before some below it.
function compareTexts(left: string, right: string): number {
  if (left === right) return 0
  const a = [...left]
  const b = [...right]
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index++) {
    const difference = (a[index]?.codePointAt(0) ?? 0) - (b[index]?.codePointAt(0) ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

function compareDecimals(left: string, right: string): number {
  const a = scaled(left)
  const b = scaled(right)
  if (a === undefined || b === undefined) return Number(left) - Number(right)
  const scale = Math.max(a.scale, b.scale)
  const difference = a.digits * 10n ** BigInt(scale - a.scale) - b.digits * 10n ** BigInt(scale - b.scale)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

function scaled(text: string): { digits: bigint; scale: number } | undefined {
  const parts = /^([+-]?\d+)(?:\.(\d+))?$/.exec(text)
  if (!parts) return undefined
  const [, whole = '', fraction = ''] = parts
  return { digits: BigInt(`${whole}${fraction}`), scale: fraction.length }
}
