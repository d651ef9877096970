import { constantStep, readAll, type Series } from './fill-number.ts'

/** A text and the number at its end. */
interface Code {
  readonly prefix: string
  readonly digits: string
}

const isDigit = (sign: string): boolean => sign >= '0' && sign <= '9'

/** Days and times end in digits too, but 10:59 is not followed by 10:60. */
const dayOrTime = /^(?:\d{4}([-/.])\d{1,2}\1\d{1,2}(?:[ T]\d{1,2}(?::\d{2}){1,2})?|\d{1,2}(?::\d{2}){1,2})$/

/** Null for what has no number at its end. */
function readCode(value: unknown): Code | null {
  if (typeof value !== 'string' || dayOrTime.test(value)) return null
  let start = value.length
  while (start > 0 && isDigit(value.charAt(start - 1))) start -= 1
  return start === value.length ? null : { prefix: value.slice(0, start), digits: value.slice(start) }
}

/** A number without zeros in front that is the whole text: copied when alone, as a telephone number should be. */
const isPlainNumber = ({ prefix, digits }: Code): boolean =>
  (prefix === '' && !(digits.length > 1 && digits.startsWith('0'))) || /^-?\d*\.$|^-$/.test(prefix)

/**
 * Codes such as SS0012: the same text and a number at the end that counts on by their step, by 1 for one code alone. Zeros
 * in front stay, and with them the width. Below zero there is no code.
 */
export function codeSeries(source: readonly unknown[]): Series | null {
  const codes = readAll(source, readCode)
  const first = codes?.[0]
  if (codes === null || first === undefined) return null
  if (codes.some(({ prefix }) => prefix !== first.prefix)) return null
  if (codes.length === 1 && isPlainNumber(first)) return null
  const numbers = codes.map(({ digits }) => BigInt(digits))
  const [start = 0n] = numbers
  const step = codes.length === 1 ? 1n : constantStep(numbers, (from, to) => to - from)
  if (step === null) return null
  const width = Math.max(
    1,
    ...codes.filter(({ digits }) => digits.startsWith('0')).map(({ digits }) => digits.length),
  )
  return (index) => {
    const value = start + BigInt(index) * step
    return value < 0n ? null : `${first.prefix}${String(value).padStart(width, '0')}`
  }
}
