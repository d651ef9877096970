/** A decimal number without rounding: `units` of 10^-`scale`. */
export interface Decimal {
  readonly units: bigint
  readonly scale: number
}

/** A number or a text that is one (pattern `n`); null for anything else. */
export function readDecimal(value: unknown): Decimal | null {
  const text = typeof value === 'string' ? value.trim() : numberText(value)
  const [, sign, whole = '', part = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(text) ?? []
  if (sign === undefined || (typeof value === 'string' && text.includes('e'))) return null
  const units = BigInt(`${sign}${whole}${part}`)
  const scale = part.length - Number(exponent)
  return scale < 0 ? { units: units * 10n ** BigInt(-scale), scale: 0 } : { units, scale }
}

const numberText = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'bigint' ? String(value) : ''

const scaled = ({ units, scale }: Decimal, to: number): bigint => units * 10n ** BigInt(to - scale)

/** `a + factor · b`, exactly. */
export function plus(a: Decimal, b: Decimal, factor = 1n): Decimal {
  const scale = Math.max(a.scale, b.scale)
  return { units: scaled(a, scale) + factor * scaled(b, scale), scale }
}

/** The part before the decimal point. @example integerPart of -1.9 is -1 */
export const integerPart = ({ units, scale }: Decimal): Decimal => ({
  units: units / 10n ** BigInt(scale),
  scale: 0,
})

/** `a / by` with so many decimals; a half goes away from zero. */
export function divided({ units, scale }: Decimal, by: bigint, decimals: number): Decimal {
  const top = 2n * units * 10n ** BigInt(decimals)
  const bottom = by * 10n ** BigInt(scale)
  return { units: (top + (units < 0n ? -bottom : bottom)) / (2n * bottom), scale: decimals }
}

/** All its decimals, also those that are 0. */
export function decimalText({ units, scale }: Decimal): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  const point = digits.length - scale
  return `${units < 0n ? '-' : ''}${digits.slice(0, point)}${scale > 0 ? `.${digits.slice(point)}` : ''}`
}
