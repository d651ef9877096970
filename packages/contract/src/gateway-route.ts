import { z } from 'zod'

/**
 * What a gateway route is made of (4-api.md §7.18; 5-screens.md §6.18): conditions that a request must all meet, and filters
 * that change or refuse it. The shapes are those that clients of the family store, read as loosely as they write them.
 */

/** `status` of a route. */
export const routeStatus = { off: 0, on: 1 } as const

/** A condition whose arguments are a list. */
export type ListCondition =
  | 'Path'
  | 'Method'
  | 'Host'
  | 'RemoteAddr'
  | 'After'
  | 'Before'
  | 'Between'
  | 'Weight'
/** A condition whose arguments are a name and what the value of that name must look like. */
export type PairCondition = 'Header' | 'Query' | 'Cookie'

export interface ListedCondition {
  readonly name: ListCondition
  readonly args: readonly string[]
}
export interface PairedCondition {
  readonly name: PairCondition
  readonly args: Readonly<Record<string, string>>
}
export type RouteCondition = ListedCondition | PairedCondition

/** A filter as it is stored: its arguments in the order in which the form shows them. */
export interface RouteFilter {
  readonly name: RouteFilterName
  readonly title: string
  readonly args: readonly { readonly key: string; readonly value: string }[]
}

interface ListKind {
  readonly help: string
  readonly placeholder: string
  readonly test: RegExp
  /** How many arguments there are; any number from 1 on when it is not given. */
  readonly count?: number
}

const moment = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?(\[[\w/+-]+\])?$/
const aMoment = { placeholder: '2026-12-01 08:00:00', test: moment } as const

export const listConditions: Readonly<Record<ListCondition, ListKind>> = {
  Path: {
    help: '请求路径符合其中之一；第一段要写明名称，末尾的 ** 表示其下全部，* 表示任意一段',
    placeholder: '/video/**',
    test: /^\/[A-Za-z0-9][A-Za-z0-9_-]*(?:\/(?:\*|\{[A-Za-z]\w*\}|(?!\.{1,2}(?:\/|$))[A-Za-z0-9._~-]+))*(?:\/\*\*|\/)?$/,
  },
  Method: {
    help: '请求方法是其中之一',
    placeholder: 'GET',
    test: /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/i,
  },
  Host: {
    help: '访问的主机名是其中之一，* 代表一级，** 代表任意几级',
    placeholder: 'video.example.com',
    test: /^(?:(?:\*{1,2}|[A-Za-z0-9-]+)(?:\.(?:\*{1,2}|[A-Za-z0-9-]+))*)$/,
  },
  RemoteAddr: {
    help: '客户端地址在其中之一的网段内',
    placeholder: '10.0.0.0/8',
    test: /^(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*)(?:\/\d{1,3})?$/,
  },
  After: { help: '从这个时间起生效', ...aMoment, count: 1 },
  Before: { help: '在这个时间之前有效', ...aMoment, count: 1 },
  Between: { help: '在这两个时间之间有效', ...aMoment, count: 2 },
  Weight: {
    help: '先填组名，再填权重（1–1000）：同组的几条路由按权重分担，同一次登录总到同一条',
    placeholder: 'video',
    test: /^[A-Za-z0-9_-]{1,50}$/,
    count: 2,
  },
}

interface PairKind {
  readonly help: string
  /** The arguments with their words; the last one is a regular expression and may be empty. */
  readonly args: readonly [readonly [key: string, title: string], readonly [key: string, title: string]]
}

export const pairConditions: Readonly<Record<PairCondition, PairKind>> = {
  Header: {
    help: '带有这个请求头；参数值是整个值要符合的正则表达式，不填 = 任意值',
    args: [
      ['header', 'Header名称'],
      ['regexp', '参数值'],
    ],
  },
  Query: {
    help: '地址带有这个参数；参数值是整个值要符合的正则表达式，不填 = 任意值',
    args: [
      ['param', '参数名'],
      ['regexp', '参数值'],
    ],
  },
  Cookie: {
    help: '带有这个 Cookie；参数值是整个值要符合的正则表达式，不填 = 任意值',
    args: [
      ['name', 'Cookie名称'],
      ['regexp', '参数值'],
    ],
  },
}

interface FilterParam {
  readonly title: string
  /** What a new filter of the form begins with. */
  readonly initial: string
  readonly test: RegExp
  readonly message: string
  /** Of numbers. */
  readonly from?: number
  readonly to?: number
  readonly isOptional?: true
}
interface FilterKind {
  readonly title: string
  readonly help: string
  readonly params: Readonly<Record<string, FilterParam>>
  /** May stand several times. */
  readonly isRepeated?: true
}

/** A whole number. */
const whole = (title: string, initial: string, from: number, to: number): FilterParam => ({
  title,
  initial,
  test: /^\d{1,6}$/,
  from,
  to,
  message: `要填 ${from}–${to} 的整数`,
})
const optional = (param: FilterParam): FilterParam => ({ ...param, isOptional: true })
const headerName: FilterParam = {
  title: '请求头名称',
  initial: '',
  test: /^[A-Za-z0-9][A-Za-z0-9-]{0,99}$/,
  message: '只能用字母、数字和横线',
}
const headerValue: FilterParam = {
  title: '值',
  initial: '',
  test: /^[\x20-\x7e]{0,1000}$/,
  message: '只能用可见的英文字符，最多 1000 个',
}
const plainPath = /^(?!.*\/\.{0,2}\/)(?!.*\/\.{1,2}$)\/[A-Za-z0-9._~/-]{0,200}$/

/** The filters that this product knows, under the names that clients of the family use. */
export const routeFilters = {
  StripPrefix: {
    title: '去掉路径前缀',
    help: 'parts：转发前去掉路径开头的几段',
    params: { parts: whole('段数', '1', 1, 5) },
  },
  PrefixPath: {
    title: '加上路径前缀',
    help: 'prefix：转发前加在路径前面，例如 /app',
    params: {
      prefix: {
        title: '前缀',
        initial: '/app',
        test: plainPath,
        message: '要以 / 开头，只能用字母、数字和 . _ ~ -',
      },
    },
  },
  SetRequestHeader: {
    title: '设置请求头',
    help: 'name、value：转发时带上这个请求头；不要填密码，上游应校验身份头 X-Suoan-Identity',
    params: { name: headerName, value: headerValue },
    isRepeated: true,
  },
  RemoveRequestHeader: {
    title: '去掉请求头',
    help: 'name：转发时不带这个请求头',
    params: { name: headerName },
    isRepeated: true,
  },
  SetResponseHeader: {
    title: '设置响应头',
    help: 'name、value：回答时带上这个响应头',
    params: { name: headerName, value: headerValue },
    isRepeated: true,
  },
  RemoveResponseHeader: {
    title: '去掉响应头',
    help: 'name：回答时不带这个响应头',
    params: { name: headerName },
    isRepeated: true,
  },
  RequestRateLimiter: {
    title: '限流过滤器',
    help: 'key-resolver：按 #{@ipKeyResolver} 地址、#{@userKeyResolver} 用户或 #{@apiKeyResolver} 整条路由计数；replenishRate：每秒补充几次；burstCapacity：最多积攒几次。每个节点各自计数',
    params: {
      'key-resolver': {
        title: '按什么计数',
        initial: '#{@ipKeyResolver}',
        test: /^#\{@(?:ip|user|api)KeyResolver\}$/,
        message: '要填 #{@ipKeyResolver}、#{@userKeyResolver} 或 #{@apiKeyResolver}',
      },
      'redis-rate-limiter.replenishRate': whole('每秒补充次数', '20', 1, 10_000),
      'redis-rate-limiter.burstCapacity': whole('最多积攒次数', '20', 1, 10_000),
    },
  },
  Retry: {
    title: '重试',
    help: 'retries：没有内容的读取请求（GET、HEAD、OPTIONS）连不上或得到 502、503、504 时再试几次',
    params: { retries: whole('次数', '2', 1, 5) },
  },
  CircuitBreaker: {
    title: '熔断器',
    help: 'failures：连续失败几次后停止转发；seconds：停多少秒后放一次试探，成功即恢复',
    params: {
      failures: optional(whole('连续失败次数', '5', 1, 1000)),
      seconds: optional(whole('停止秒数', '30', 1, 3600)),
      name: {
        title: '名称',
        initial: 'default',
        test: /^[\w.-]{0,100}$/,
        message: '格式不对',
        isOptional: true,
      },
      fallbackUri: {
        title: '熔断后的回答',
        initial: 'forward:/fallback',
        test: /^forward:\/fallback$/,
        message: '只能填 forward:/fallback，即由本系统说明服务暂停',
        isOptional: true,
      },
    },
  },
  Timeout: {
    title: '超时',
    help: 'seconds：上游多少秒没有开始回答、或回答中断多少秒，就算失败；不设 = 30 秒',
    params: { seconds: whole('秒数', '30', 1, 600) },
  },
  RequiredPermission: {
    title: '所需权限',
    help: 'permission：除“使用邻近系统”外还须有的权限标识',
    params: {
      permission: {
        title: '权限标识',
        initial: '',
        test: /^[A-Za-z0-9_:-]{1,100}$/,
        message: '要填权限标识，例如 lo:lock:list',
      },
    },
    isRepeated: true,
  },
  RequiredTenant: {
    title: '限定租户',
    help: 'tenants：只有这些租户的用户可以使用，填租户编号，用逗号分隔；0 = 平台；不设 = 所有租户',
    params: {
      tenants: {
        title: '租户编号',
        initial: '0',
        test: /^\d{1,9}(?:,\d{1,9}){0,99}$/,
        message: '要填租户编号，用逗号分隔',
      },
    },
  },
  HealthCheck: {
    title: '健康检查',
    help: 'path：检查的地址，回答状态低于 500 即为正常；seconds：多少秒检查一次；不设 = 每 30 秒检查 /',
    params: {
      path: {
        title: '路径',
        initial: '/',
        test: plainPath,
        message: '要以 / 开头，只能用字母、数字和 . _ ~ -',
      },
      seconds: optional(whole('间隔秒数', '30', 5, 3600)),
    },
  },
} as const satisfies Readonly<Record<string, FilterKind>>

export type RouteFilterName = keyof typeof routeFilters

/** Other names under which clients of the family store a filter. */
const aliases: Readonly<Record<string, RouteFilterName>> = {
  Hystrix: 'CircuitBreaker',
  AddRequestHeader: 'SetRequestHeader',
  AddResponseHeader: 'SetResponseHeader',
}

/** What was read, or why it is none (Chinese). */
export type RouteReading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: string }
const no = (reason: string): { readonly ok: false; readonly reason: string } => ({ ok: false, reason })

const plainText = z.union([z.string(), z.number(), z.boolean()]).transform(String)
const loose = z
  .array(
    z.object({
      name: z.string().max(50),
      args: z.union([
        z.array(
          z.object({ key: z.string().max(100), value: plainText.nullish().transform((one) => one ?? '') }),
        ),
        z.array(plainText),
        z.record(
          z.string(),
          plainText.nullish().transform((one) => one ?? ''),
        ),
      ]),
    }),
  )
  .max(30)

type Loose = z.output<typeof loose>[number]

/** As it came: an array, or the JSON text of one (4-api.md §7.18). */
function looseOf(value: unknown): Loose[] | null {
  if (value === null || value === undefined || value === '') return []
  if (typeof value !== 'string') return loose.safeParse(value).data ?? null
  try {
    return loose.safeParse(JSON.parse(value)).data ?? null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

const isOf = <T extends string>(table: Readonly<Record<T, unknown>>, name: string): name is T =>
  Object.hasOwn(table, name)

export const isListed = (condition: RouteCondition): condition is ListedCondition =>
  Object.hasOwn(listConditions, condition.name)

/** Reads 路由条件. At least one of them is a path: nothing is sent on that no path names. */
export function readConditions(value: unknown): RouteReading<RouteCondition[]> {
  const given = looseOf(value)
  if (given === null) return no('“路由条件”的格式不对，请重新填写')
  const conditions: RouteCondition[] = []
  for (const { name, args } of given) {
    const read = isOf(listConditions, name)
      ? readList(name, args)
      : isOf(pairConditions, name)
        ? readPair(name, args)
        : no(
            `路由条件“${name.slice(0, 30)}”不认识，可用的有 ${[...Object.keys(listConditions), ...Object.keys(pairConditions)].join('、')}`,
          )
    if (!read.ok) return read
    conditions.push(read.value)
  }
  if (!conditions.some(({ name }) => name === 'Path'))
    return no('请添加路由条件 Path 并填写路径，例如 /video/**')
  return { ok: true, value: conditions }
}

function readList(name: ListCondition, args: Loose['args']): RouteReading<RouteCondition> {
  const { test, count: wanted, placeholder } = listConditions[name]
  const texts = (Array.isArray(args) ? args : Object.values(args))
    .map((one) => (typeof one === 'string' ? one : one.value).trim())
    .filter((one) => one !== '')
  if (texts.length === 0) return no(`请填写路由条件 ${name}，例如 ${placeholder}`)
  if (texts.length > 20) return no(`路由条件 ${name} 最多 20 项`)
  if (wanted !== undefined && texts.length !== wanted) return no(`路由条件 ${name} 要填 ${wanted} 项`)
  const wrong = texts.find((one) => one.length > 255 || !test.test(one))
  if (wrong !== undefined)
    return no(`路由条件 ${name} 的“${wrong.slice(0, 60)}”格式不对，应像 ${placeholder}`)
  const [first = '', second = ''] = texts
  if (name === 'Weight' && (!/^\d{1,4}$/.test(second) || Number(second) < 1 || Number(second) > 1000))
    return no('路由条件 Weight 的第二项是权重，要填 1–1000 的整数')
  if (name === 'Between' && momentOf(first) >= momentOf(second))
    return no('路由条件 Between 的第二个时间要晚于第一个')
  return {
    ok: true,
    value: { name, args: name === 'Method' ? texts.map((one) => one.toUpperCase()) : texts },
  }
}

function readPair(name: PairCondition, args: Loose['args']): RouteReading<RouteCondition> {
  const [[first, firstTitle], [second, secondTitle]] = pairConditions[name].args
  const at = (index: number, key: string): string => {
    if (!Array.isArray(args)) return args[key] ?? ''
    const own = args.find((one) => typeof one !== 'string' && one.key === key) ?? args[index]
    return typeof own === 'string' ? own : (own?.value ?? '')
  }
  const value = { [first]: at(0, first).trim(), [second]: at(1, second).trim() }
  const [named = '', regexp = ''] = Object.values(value)
  if (!/^[A-Za-z0-9_.-]{1,100}$/.test(named))
    return no(`路由条件 ${name} 的“${firstTitle}”要填名称，只能用字母、数字、下划线、横线和点`)
  if (regexp.length > 200) return no(`路由条件 ${name} 的“${secondTitle}”最多 200 个字符`)
  return { ok: true, value: { name, args: value } }
}

/** A moment of a condition, epoch ms; without a zone it is Shanghai's. NaN for none. */
export function momentOf(text: string): number {
  if (!moment.test(text)) return Number.NaN
  const plain = text.replace(/\[.*$/, '').replace(' ', 'T')
  return Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(plain) ? plain : `${plain}+08:00`)
}

/** Reads 过滤器: known names, known parameters, values within their bounds; what is stored is what the form shows. */
export function readFilters(value: unknown): RouteReading<RouteFilter[]> {
  const given = looseOf(value)
  if (given === null) return no('“过滤器”的格式不对，请重新填写')
  const filters: RouteFilter[] = []
  for (const { name: asked, args } of given) {
    const name = isOf(routeFilters, asked) ? asked : aliases[asked]
    if (name === undefined)
      return no(
        `过滤器“${asked.slice(0, 30)}”不认识，可用的有 ${Object.values(routeFilters)
          .map(({ title }) => title)
          .join('、')}`,
      )
    const kind: FilterKind = routeFilters[name]
    if (kind.isRepeated !== true && filters.some((each) => each.name === name))
      return no(`过滤器“${kind.title}”只能有一个`)
    const read = readParams(kind, pairsOf(args, kind))
    if (!read.ok) return read
    filters.push({ name, title: kind.title, args: read.value })
  }
  return { ok: true, value: filters }
}

function pairsOf(args: Loose['args'], { params }: FilterKind): { key: string; value: string }[] {
  if (!Array.isArray(args)) return Object.entries(args).map(([key, value]) => ({ key, value }))
  return args.map((one, index) =>
    typeof one === 'string' ? { key: Object.keys(params)[index] ?? '', value: one } : one,
  )
}

function readParams(
  { title, params }: FilterKind,
  pairs: readonly { readonly key: string; readonly value: string }[],
): RouteReading<RouteFilter['args']> {
  const known: Readonly<Record<string, FilterParam>> = params
  const args: { key: string; value: string }[] = []
  for (const pair of pairs) {
    const key = pair.key.trim()
    const value = pair.value.trim()
    const param = Object.hasOwn(known, key) ? known[key] : undefined
    if (param === undefined)
      return no(`过滤器“${title}”没有参数“${key.slice(0, 40)}”，可用的有 ${Object.keys(params).join('、')}`)
    if (args.some((each) => each.key === key)) return no(`过滤器“${title}”的参数“${key}”写了两次`)
    if (value === '' && param.isOptional) continue
    const isOutside =
      (param.from !== undefined && Number(value) < param.from) ||
      (param.to !== undefined && Number(value) > param.to)
    if (!param.test.test(value) || isOutside) return no(`过滤器“${title}”的参数“${key}”${param.message}`)
    args.push({ key, value })
  }
  const missing = Object.entries(known).find(
    ([key, param]) => param.isOptional !== true && !args.some((each) => each.key === key),
  )
  return missing ? no(`请填写过滤器“${title}”的参数“${missing[0]}”`) : { ok: true, value: args }
}

/** Where a route leads: a scheme, a host and a port; what stands behind them is the request's. */
export interface UpstreamPlace {
  readonly protocol: 'http:' | 'https:'
  /** Without brackets, in lower case. */
  readonly host: string
  readonly port: number
  /** `http://erp.example.com:8081` */
  readonly origin: string
}

/** Reads 路由URI. */
export function readUpstream(uri: string): RouteReading<UpstreamPlace> {
  const text = uri.trim().replace(/^ws(s?):/i, 'http$1:')
  if (/^lb:/i.test(text))
    return no('“路由URI”不能用 lb://：本系统没有服务注册中心，请填上游的 http://主机:端口')
  const [, scheme, host, digits] =
    /^(https?):\/\/([A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]+\])(?::(\d{1,5}))?\/?$/i.exec(text) ?? []
  if (scheme === undefined || host === undefined)
    return no('“路由URI”要写成 http://主机:端口 或 https://主机:端口，路径请用过滤器“加上路径前缀”')
  const protocol = scheme.toLowerCase() === 'https' ? 'https:' : 'http:'
  const port = digits === undefined ? (protocol === 'https:' ? 443 : 80) : Number(digits)
  if (port < 1 || port > 65_535) return no('“路由URI”的端口要在 1–65535 之间')
  // `http://0x7f000001` and `http://2130706433` are addresses too: the same reading as of whoever connects.
  const origin = `${protocol}//${host.toLowerCase()}:${port}`
  if (!URL.canParse(origin)) return no('“路由URI”的主机不对，请检查')
  const { hostname } = new URL(origin)
  return {
    ok: true,
    value: {
      protocol,
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      port,
      origin: `${protocol}//${hostname}:${port}`,
    },
  }
}

/** First segments of paths that are ours, or would be where one proxy stands before both: no route may have them. */
const ownSegments: readonly string[] = [
  'sys',
  'websocket',
  'vxesocket',
  'metrics',
  'readyz',
  'livez',
  'healthz',
  'health',
  'actuator',
  'assets',
  'user',
  'isystem',
  'isps',
]

/** Why a path of a condition would stand in the way of our own (Chinese); null where it does not. */
export function shadowedBy(pattern: string, apiBase: string): string | null {
  const first = (pattern.split('/')[1] ?? '').toLowerCase()
  const own = apiBase.split('/')[1]?.toLowerCase()
  return first === own || ownSegments.includes(first)
    ? `路径“${pattern}”与本系统自己的地址冲突，请换一个开头`
    : null
}
