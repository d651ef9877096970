import { divided, decimalText, integerPart, plus, readDecimal, type Decimal } from './decimal.ts'

/** The figures under a number column. */
export interface ColumnStatistics {
  /** How many cells hold a number. */
  readonly count: number
  readonly sum: number
  /** Over the cells that hold a number, to two decimals; null where none does. */
  readonly average: number | null
}

/**
 * Sum and average of a column. Spec/2-data-entry.md §5 sums the integer parts; `exact` sums the decimals too, without the
 * errors of binary fractions (0.1 + 0.2 = 0.3), as amounts of money need it. The average is always that of the
 * numbers as entered. A text that is a number counts as one; whatever else is skipped.
 */
export function statisticsOf(
  values: Iterable<unknown>,
  { exact = false }: { readonly exact?: boolean } = {},
): ColumnStatistics {
  let count = 0
  let whole: Decimal = { units: 0n, scale: 0 }
  let integers = whole
  for (const value of values) {
    const number = readDecimal(value)
    if (number === null) continue
    count += 1
    whole = plus(whole, number)
    integers = plus(integers, integerPart(number))
  }
  return {
    count,
    sum: numberOf(exact ? whole : integers),
    average: count === 0 ? null : numberOf(divided(whole, BigInt(count), 2)),
  }
}

const numberOf = (decimal: Decimal): number => Number(decimalText(decimal))
