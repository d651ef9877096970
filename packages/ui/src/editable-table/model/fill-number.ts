import { decimalText, plus, readDecimal, type Decimal } from './decimal.ts'

/**
 * A rule that some values follow: the value at a place, 0 being the first of them and -1 the one before. Null where the
 * rule gives none.
 */
export type Series = (index: number) => unknown

/** Whether each pair of neighbours is equally far apart; the distance, or null. One value alone has none. */
export function constantStep<Value, Step>(
  values: readonly Value[],
  distance: (from: Value, to: Value) => Step,
): Step | null {
  const steps = values.flatMap((value, n) => {
    const next = values[n + 1]
    return next === undefined ? [] : [distance(value, next)]
  })
  const [first = null] = steps
  return steps.every((step) => step === first) ? first : null
}

/** The values, read; null where one of them is not of the kind. */
export function readAll<Value>(
  source: readonly unknown[],
  read: (value: unknown) => Value | null,
): Value[] | null {
  const values = source.map(read).filter((value) => value !== null)
  return values.length === source.length ? values : null
}

/** `0012` is a code: as a number it would lose its zeros. */
const isCode = (value: unknown): boolean => typeof value === 'string' && /^-?0\d/.test(value.trim())

/** Two or more numbers with a constant step, without errors of binary fractions; texts stay texts with their decimals. */
export function numberSeries(source: readonly unknown[]): Series | null {
  if (source.some(isCode)) return null
  const numbers = readAll(source, readDecimal)
  if (numbers === null) return null
  const scale = Math.max(...numbers.map((number) => number.scale))
  const whole = numbers.map((number) => plus({ units: 0n, scale }, number))
  const [first] = whole
  const step = constantStep(whole, (from, to) => to.units - from.units)
  // A copy: nothing says how it would go on.
  if (first === undefined || step === null) return null
  const isText = source.every((value) => typeof value === 'string')
  return (index) => {
    const value: Decimal = { units: first.units + BigInt(index) * step, scale }
    return isText ? decimalText(value) : Number(decimalText(value))
  }
}
