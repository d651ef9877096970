import type { IncomingHttpHeaders } from 'node:http'

/** A path taken apart. */
export interface AskedPath {
  /** The segments as they came. */
  readonly raw: readonly string[]
  /** What they mean: decoded, without parameters (`;x=1`), in lower case. Conditions look at these. */
  readonly names: readonly string[]
  /** From `?` on; '' without. */
  readonly query: string
}

/** What the conditions of a route may look at. */
export interface Asked extends AskedPath {
  readonly method: string
  /** Without the port, in lower case. */
  readonly host: string
  readonly ip: string
  readonly headers: IncomingHttpHeaders
  /** Epoch ms. */
  readonly now: number
}

const LONGEST = 8_192

/**
 * Takes an address apart; null for one that somebody could read in two ways: what a condition judges must be what the
 * upstream serves. So no empty segment in the middle, no `.` or `..` however written (also as `..;x`, which servers of Java
 * drop), no slash, backslash or control character inside a segment, nothing encoded twice.
 */
export function readPath(url: string): AskedPath | null {
  const [path = '', ...rest] = url.split('?')
  if (!path.startsWith('/') || url.length > LONGEST || /[\\#\s]/.test(path)) return null
  const raw = path.slice(1).split('/')
  const names: string[] = []
  for (const [index, segment] of raw.entries()) {
    if (segment === '' && index < raw.length - 1) return null
    const decoded = decodedOf(segment)
    // eslint-disable-next-line no-control-regex -- these are what is looked for
    if (decoded === null || /[/\\\u0000-\u001f\u007f]|%(?:2e|2f|5c|25)/i.test(decoded)) return null
    const name = decoded.replace(/;.*$/, '')
    if (/^\.{1,2}$/.test(name)) return null
    names.push(name.toLowerCase())
  }
  const query = rest.join('?')
  return { raw, names, query: query === '' && !url.includes('?') ? '' : `?${query}` }
}

function decodedOf(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}

/** The cookies of a request by name; the first of a name counts. */
export function cookiesOf(header: string | undefined): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>()
  for (const part of (header ?? '').split(';')) {
    const [name = '', ...value] = part.split('=')
    if (!cookies.has(name.trim())) cookies.set(name.trim(), value.join('=').trim())
  }
  return cookies
}
