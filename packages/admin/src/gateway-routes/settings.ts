import type { RouteFilter } from '@suoan/contract'

/** What the filters of a route say, ready for use. */
export interface RouteSettings {
  readonly stripParts: number
  readonly prefix: string
  readonly setRequest: readonly (readonly [name: string, value: string])[]
  readonly removeRequest: readonly string[]
  readonly setResponse: readonly (readonly [name: string, value: string])[]
  readonly removeResponse: readonly string[]
  readonly rate: {
    readonly by: 'ip' | 'user' | 'api'
    readonly perSecond: number
    readonly burst: number
  } | null
  readonly retries: number
  readonly breaker: { readonly failures: number; readonly seconds: number } | null
  readonly timeoutMs: number
  /** All of them are needed. */
  readonly permissions: readonly string[]
  /** null = of every tenant. */
  readonly tenants: readonly number[] | null
  readonly health: { readonly path: string; readonly seconds: number }
}

/** Headers that no filter may set or take away: they hold the connection, the session or our word about the caller. */
const reserved =
  /^(?:host|connection|content-length|transfer-encoding|upgrade|te|trailer|keep-alive|expect|via|forwarded|cookie|set-cookie|content-security-policy|service-worker-allowed|clear-site-data|x-access-token|x-forwarded-.*|proxy-.*|sec-websocket-.*|access-control-.*|x-suoan-.*)$/i

/** Reads the filters and the two switches of the row; a text says what cannot be done (Chinese). */
export function settingsOf(
  filters: readonly RouteFilter[],
  row: { readonly stripPrefix: number; readonly retryable: number },
): RouteSettings | string {
  const all = (name: RouteFilter['name']): ReadonlyMap<string, string>[] =>
    filters
      .filter((filter) => filter.name === name)
      .map(({ args }) => new Map(args.map(({ key, value }) => [key, value])))
  const one = (name: RouteFilter['name']): ReadonlyMap<string, string> | undefined => all(name)[0]
  const pairs = (name: RouteFilter['name']) =>
    all(name).map((args) => [(args.get('name') ?? '').toLowerCase(), args.get('value') ?? ''] as const)
  const names = (name: RouteFilter['name']) => pairs(name).map(([first]) => first)
  const setRequest = pairs('SetRequestHeader')
  const removeRequest = names('RemoveRequestHeader')
  const setResponse = pairs('SetResponseHeader')
  const removeResponse = names('RemoveResponseHeader')
  const refused = [
    ...setRequest.map(([first]) => first),
    ...removeRequest,
    ...setResponse.map(([first]) => first),
    ...removeResponse,
  ].find((name) => reserved.test(name))
  if (refused !== undefined) return `请求头“${refused}”由系统处理，不能在过滤器中设置或去掉`
  const rate = one('RequestRateLimiter')
  const breaker = one('CircuitBreaker')
  const health = one('HealthCheck')
  const tenants = one('RequiredTenant')?.get('tenants')
  const by = /#\{@(ip|user|api)KeyResolver\}/.exec(rate?.get('key-resolver') ?? '')?.[1]
  return {
    stripParts: Number(one('StripPrefix')?.get('parts') ?? (row.stripPrefix === 1 ? 1 : 0)),
    prefix: (one('PrefixPath')?.get('prefix') ?? '').replace(/\/+$/, ''),
    setRequest,
    removeRequest,
    setResponse,
    removeResponse,
    rate: rate
      ? {
          by: by === 'user' || by === 'api' ? by : 'ip',
          perSecond: Number(rate.get('redis-rate-limiter.replenishRate')),
          burst: Number(rate.get('redis-rate-limiter.burstCapacity')),
        }
      : null,
    retries: Number(one('Retry')?.get('retries') ?? (row.retryable === 1 ? 1 : 0)),
    breaker: breaker
      ? { failures: Number(breaker.get('failures') ?? 5), seconds: Number(breaker.get('seconds') ?? 30) }
      : null,
    timeoutMs: Number(one('Timeout')?.get('seconds') ?? 30) * 1000,
    permissions: all('RequiredPermission').map((args) => args.get('permission') ?? ''),
    tenants: tenants === undefined ? null : tenants.split(',').map(Number),
    health: { path: health?.get('path') ?? '/', seconds: Number(health?.get('seconds') ?? 30) },
  }
}
