/** A value that has one canonical text. */
export type Canonical =
  | string
  | number
  | boolean
  | null
  | readonly Canonical[]
  | { readonly [key: string]: Canonical | undefined }

/**
 * One text for one meaning, for a row's hash (§4.8): keys sorted by code unit, no spaces, `undefined` left out, numbers as JSON writes them.
 * Throws on NaN and infinities, which have no JSON form and would let two different rows share a hash.
 */
export function canonicalJson(value: Canonical): string {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new Error('canonical JSON has no form for this number')
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`
  const keys = Object.keys(value).toSorted(byCodeUnit)
  const members = keys.flatMap((key) => {
    const member = value[key]
    return member === undefined ? [] : [`${JSON.stringify(key)}:${canonicalJson(member)}`]
  })
  return `{${members.join(',')}}`
}

/** `Array.isArray` does not narrow read-only lists. */
function isList(value: Canonical): value is readonly Canonical[] {
  return Array.isArray(value)
}

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
