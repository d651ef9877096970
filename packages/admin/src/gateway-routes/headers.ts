import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { cookiesOf } from './asked.ts'
import type { RouteSettings } from './settings.ts'

/** The header by which an upstream hears who calls; whatever a client sends under this name or one like it is dropped. */
const IDENTITY = 'x-suoan-identity'
/** Names of our own cookies, which never leave us and which no upstream may set. */
const ownCookie = /^(?:__(?:host|secure)-)?suoan-/i

/** Of one connection alone (RFC 9110 §7.6.1), and what the client libraries write themselves. */
const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'http2-settings',
])
/**
 * Our session, and what a client could pretend by: who it is, from where, and under which other address or method it would
 * like to be served. Compared with `_` as `-`, which some servers take for the same.
 */
const notForwarded =
  /^(?:x-access-token|x-sign|x-timestamp|tenant-id|forwarded|via|x-real-ip|x-forwarded-.*|x-original-.*|x-rewrite-.*|x-http-method.*|x-method-override|x-suoan-.*)$/

export interface Sent {
  /** The caller's credential of our own, wherever else he wrote it. */
  readonly secret: string
  readonly identity: string
  readonly ip: string
  /** The host that the client named. */
  readonly host: string
  /** The host under which the routes are known: as configured, else the one that the client named. */
  readonly ownHost: string
  readonly protocol: string
  /** What was taken off the path; '' for nothing. */
  readonly prefix: string
  readonly via: string
  readonly upstreamOrigin: string
  readonly isUpgrade: boolean
  readonly hasBody: boolean
  readonly settings: Pick<RouteSettings, 'setRequest' | 'removeRequest'>
}

/** The headers that go to the upstream, from those of the client. */
export function requestHeaders(given: IncomingHttpHeaders, sent: Sent): Record<string, string | string[]> {
  const named = new Set(
    String(given.connection ?? '')
      .split(',')
      .map((name) => name.trim().toLowerCase()),
  )
  const headers: Record<string, string | string[]> = {}
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || hopByHop.has(name) || named.has(name)) continue
    if (notForwarded.test(name.replaceAll('_', '-')) || name === 'host' || name === 'cookie') continue
    if (sent.isUpgrade && /^(?:sec-websocket-|content-)/.test(name)) continue
    if (!sent.hasBody && /^(?:content-length|content-type)$/.test(name)) continue
    // Whoever sends the token of our session as a bearer of his own shall not hand it to others.
    if (String(value).includes(sent.secret)) continue
    headers[name] = value
  }
  const cookies = [...cookiesOf(given.cookie)].filter(
    ([name, value]) => name !== '' && !ownCookie.test(name) && !value.includes(sent.secret),
  )
  if (cookies.length > 0) headers['cookie'] = cookies.map(([name, value]) => `${name}=${value}`).join('; ')
  // To the upstream its own pages call from its own origin.
  if (given.origin === `${sent.protocol}://${sent.host}`) headers['origin'] = sent.upstreamOrigin
  for (const name of sent.settings.removeRequest) delete headers[name]
  for (const [name, value] of sent.settings.setRequest) headers[name] = value
  return {
    ...headers,
    via: sent.via,
    [IDENTITY]: sent.identity,
    'x-forwarded-for': sent.ip,
    'x-forwarded-host': sent.ownHost,
    'x-forwarded-proto': sent.protocol,
    ...(sent.prefix === '' ? {} : { 'x-forwarded-prefix': sent.prefix }),
  }
}

/**
 * What an upstream may not say to a browser of ours: about the connection, about other origins that may read the answer, and
 * about what lies beyond its own paths.
 */
const notAnswered =
  /^(?:access-control-.*|service-worker-allowed|clear-site-data|strict-transport-security|public-key-pins.*|alt-svc|x-frame-options|report-to|nel|x-suoan-.*)$/

export interface Answer {
  /** First segment of the path that was asked for, with its slash: cookies stay below it. */
  readonly base: string
  readonly prefix: string
  readonly upstreamOrigin: string
  /** Origins whose pages may embed the answer. */
  readonly ancestors: readonly string[]
  readonly isSecure: boolean
  readonly settings: Pick<RouteSettings, 'setResponse' | 'removeResponse'>
}

/** The headers that go to the client, from those of the upstream. */
export function responseHeaders(given: IncomingHttpHeaders, answer: Answer): OutgoingHttpHeaders {
  const named = new Set(
    String(given.connection ?? '')
      .split(',')
      .map((name) => name.trim().toLowerCase()),
  )
  const headers: OutgoingHttpHeaders = {}
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || hopByHop.has(name) || named.has(name) || notAnswered.test(name)) continue
    if (name === 'set-cookie' || name === 'location') continue
    headers[name] = value
  }
  const cookies = [given['set-cookie'] ?? []].flat().flatMap((cookie) => scopedCookie(cookie, answer))
  if (cookies.length > 0) headers['set-cookie'] = cookies
  if (given.location !== undefined) headers['location'] = locationFor(given.location, answer)
  for (const name of answer.settings.removeResponse) delete headers[name]
  for (const [name, value] of answer.settings.setResponse) headers[name] = value
  // A policy of the upstream holds too: a browser enforces each of them.
  const policy = `frame-ancestors ${["'self'", ...answer.ancestors].join(' ')}`
  const own = given['content-security-policy']
  headers['content-security-policy'] = own === undefined ? policy : `${String(own)}, ${policy}`
  return headers
}

/** A cookie of the upstream, for its own paths on this host alone; none where it would be one of ours. */
function scopedCookie(cookie: string, { base, prefix, isSecure }: Answer): string[] {
  const [pair = '', ...attributes] = cookie.split(';').map((part) => part.trim())
  const name = pair.split('=')[0] ?? ''
  // `__Host-` asks for the path `/`, which is not the upstream's.
  if (name === '' || ownCookie.test(name) || /^__host-/i.test(name)) return []
  const given = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? '/'
  const wanted = prefix === '' ? given : `${prefix}${given.startsWith('/') ? given : `/${given}`}`
  const isWithin = `${wanted}/`.startsWith(`${base}/`)
  const kept = attributes.filter((one) => !/^(?:path|domain|secure)(?:=|$)/i.test(one))
  const path = isWithin ? wanted.replace(/(.)\/+$/, '$1') : base
  // SameSite=None is refused without Secure; our own entry is on the same site anyway.
  const usable = isSecure ? kept : kept.filter((one) => !/^(?:samesite=none|partitioned)$/i.test(one))
  return [[pair, `Path=${path}`, ...usable, ...(isSecure ? ['Secure'] : [])].join('; ')]
}

/** Where the upstream sends the browser: within itself by our address, elsewhere as it says. */
function locationFor(location: string, { prefix, upstreamOrigin }: Answer): string {
  const isAbsolute = /^[a-z][a-z0-9+.-]*:|^\/\//i.test(location)
  if (isAbsolute) {
    if (!URL.canParse(location, upstreamOrigin)) return location
    const url = new URL(location, upstreamOrigin)
    if (url.origin !== new URL(upstreamOrigin).origin) return location
    return `${prefix}${url.pathname}${url.search}${url.hash}`
  }
  return location.startsWith('/') ? `${prefix}${location}` : location
}

/** The query without our own credential, wherever somebody wrote it. */
export function withoutSecret(query: string, secret: string): string {
  if (!query.includes(secret)) return query
  const kept = query
    .slice(1)
    .split('&')
    .filter((part) => !part.includes(secret))
  return kept.length === 0 ? '' : `?${kept.join('&')}`
}
