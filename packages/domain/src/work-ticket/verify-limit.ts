const pattern = /^\s*(<=|>=|≤|≥|<|>|=)?\s*(-?\d+(?:\.\d+)?)/

const compare: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  '≤': (value, limit) => value <= limit,
  '<=': (value, limit) => value <= limit,
  '≥': (value, limit) => value >= limit,
  '>=': (value, limit) => value >= limit,
  '<': (value, limit) => value < limit,
  '>': (value, limit) => value > limit,
  '=': (value, limit) => value === limit,
}

/**
 * Is a measured value inside `LoPoint.verifyLimit` (G12)? `0 V` means exactly 0; `≤0.00 MPa` compares. A limit without a
 * figure (`放空阀全开`) is judged by the verifier's conclusion alone. A limit with a figure needs a value.
 */
export function insideLimit(limit: string, value: number | null): boolean {
  const match = pattern.exec(limit)
  if (!match) return true
  if (value === null || !Number.isFinite(value)) return false
  return compare[match[1] ?? '=']?.(value, Number(match[2])) ?? false
}
