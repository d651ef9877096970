/** The signature of some calls (4-api.md §2.8): `X-Sign` and `X-TIMESTAMP`. It ships in the page: it proves nothing. */
export const signHeader = 'X-Sign'
export const signTimeHeader = 'X-TIMESTAMP'
/** A signature counts for 5 minutes. */
export const signLifeMs = 300_000
/** What the standard client signs with, unless both sides are told otherwise. */
export const standardSignSecret = 'dd05f1c54d63749eda95f9fa6d49v442a'

const signedCalls =
  /^\/sys\/dict\/(getDictItems|loadDict|loadDictOrderByValue|loadDictItem|loadTreeData)(\/|$)/

/** Is this call signed? @param path below the API base */
export function isSignedPath(path: string): boolean {
  return signedCalls.test(path)
}

export interface SignedCall {
  readonly method: string
  /** Path below the API base, as it travels (encoded), without the query. */
  readonly path: string
  readonly query: Readonly<Record<string, unknown>>
  /** JSON body; counts unless the method is GET. */
  readonly body?: unknown
}

/**
 * The text that is hashed, with the secret behind it: query and top-level members of the body as texts in the order of
 * their names, without `_t`; a path that ends in a dictionary in comma form gives `x-path-variable`, decoded and
 * without a query of its own.
 * @param pathForm `raw` = as it travels, the way clients before 3.0 write it (4-api.md §0.6)
 */
export function signedText(
  { method, path, query, body }: SignedCall,
  secret: string,
  pathForm: 'decoded' | 'raw' = 'decoded',
): string {
  const raw = path.slice(path.lastIndexOf('/') + 1)
  const last = pathForm === 'raw' ? raw : (decodeURIComponent(raw).split('?')[0] ?? '')
  const members = method !== 'GET' && typeof body === 'object' && body !== null ? body : {}
  const all: Record<string, unknown> = {
    ...(last.includes(',') ? { 'x-path-variable': last } : {}),
    ...query,
    ...members,
  }
  const sorted = Object.entries(all)
    .filter(([name, value]) => name !== '_t' && value !== undefined && value !== null)
    .map(
      ([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)] as const,
    )
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return JSON.stringify(Object.fromEntries(sorted)) + secret
}

/**
 * Is the time of a signature near enough? @param sent epoch milliseconds, or 14 digits `yyyyMMddHHmmss` in Shanghai
 * time as older clients write it
 */
export function isSignTimely(sent: string, now: number): boolean {
  const at = /^\d{14}$/.test(sent)
    ? Date.parse(sent.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6+08:00'))
    : /^\d{13}$/.test(sent)
      ? Number(sent)
      : Number.NaN
  return Math.abs(now - at) <= signLifeMs
}
