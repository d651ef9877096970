import { isListed, momentOf, pairConditions, type RouteCondition } from '@suoan/contract'
import { BlockList, isIP } from 'node:net'
import { RE2JS, RE2JSException } from 're2js'
import { cookiesOf, type Asked } from './asked.ts'

/** The conditions of a route, ready to be asked. */
export interface Conditions {
  /** How much of the path a request shares with the route, the more the closer; null where a condition is not met. */
  match(asked: Asked): number | null
  readonly weight: { readonly group: string; readonly share: number } | null
}

/** Longest value that an expression is tried on. */
const LONGEST_VALUE = 1_000

/** Makes the conditions of a route; a text says why they cannot be asked (Chinese). */
export function compileConditions(conditions: readonly RouteCondition[]): Conditions | string {
  const paths: Pattern[] = []
  const tests: ((asked: Asked) => boolean)[] = []
  let weight: Conditions['weight'] = null
  for (const condition of conditions) {
    if (isListed(condition)) {
      const { name, args } = condition
      const [first = '', second = ''] = args
      if (name === 'Path') paths.push(...args.map(patternOf))
      else if (name === 'Weight') weight = { group: first, share: Number(second) }
      else {
        const test = listTest(name, args)
        if (typeof test === 'string') return test
        tests.push(test)
      }
      continue
    }
    const { name, args } = condition
    const [[first], [second]] = pairConditions[name].args
    const key = args[first] ?? ''
    const expression = args[second] ?? ''
    const regexp = expressionOf(name, expression)
    if (typeof regexp === 'string') return regexp
    tests.push(pairTest(name, key, regexp))
  }
  return {
    weight,
    match(asked: Asked) {
      const closeness = Math.max(...paths.map((path) => path(asked.names) ?? -1))
      return closeness >= 0 && tests.every((test) => test(asked)) ? closeness : null
    },
  }
}

type Pattern = (names: readonly string[]) => number | null

/** A path like `/video/**`, by segments. `**` stands at the end alone, for any number of them. */
function patternOf(path: string): Pattern {
  const parts = path.slice(1).toLowerCase().split('/')
  const isOpen = parts.at(-1) === '**'
  const fixed = isOpen ? parts.slice(0, -1) : parts
  const literal = fixed.filter((part) => !isAny(part)).join('/').length
  return (names) => {
    // `/video/` is `/video` to whoever types it.
    const own = names.at(-1) === '' && names.length > 1 ? names.slice(0, -1) : names
    const wanted = fixed.at(-1) === '' ? fixed.slice(0, -1) : fixed
    if (isOpen ? own.length < wanted.length : own.length !== wanted.length) return null
    return wanted.every((part, index) => isAny(part) || part === own[index])
      ? literal + (isOpen ? 0 : 1)
      : null
  }
}
const isAny = (part: string): boolean => part === '*' || part.startsWith('{')

function listTest(
  name: RouteCondition['name'],
  args: readonly string[],
): ((asked: Asked) => boolean) | string {
  const [first = '', second = ''] = args
  switch (name) {
    case 'Method':
      return ({ method }) => args.includes(method)
    case 'Host': {
      const hosts = args.map(hostPattern)
      return ({ host }) => hosts.some((one) => one.test(host))
    }
    case 'After':
      return ({ now }) => now >= momentOf(first)
    case 'Before':
      return ({ now }) => now < momentOf(first)
    case 'Between':
      return ({ now }) => now >= momentOf(first) && now < momentOf(second)
    case 'RemoteAddr': {
      const list = new BlockList()
      for (const one of args) {
        const [address = '', bits] = one.split('/')
        const family = isIP(address)
        const most = family === 6 ? 128 : 32
        const prefix = bits === undefined ? most : Number(bits)
        if (family === 0 || prefix > most) return `路由条件 RemoteAddr 的“${one}”不是网段，应像 10.0.0.0/8`
        list.addSubnet(address, prefix, family === 6 ? 'ipv6' : 'ipv4')
      }
      return ({ ip }) => {
        const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '')
        return isIP(plain) !== 0 && list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
      }
    }
    default:
      return `路由条件“${name}”不认识`
  }
}

const hostPattern = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .toLowerCase()
      .split('.')
      .map((part) => (part === '**' ? String.raw`[^.]+(?:\.[^.]+)*` : part === '*' ? '[^.]+' : part))
      .join(String.raw`\.`)}$`,
  )

/** RE2: no expression of an administrator, on a header of anybody, holds the server up. */
function expressionOf(name: string, expression: string): RE2JS | null | string {
  if (expression === '') return null
  try {
    return RE2JS.compile(expression)
  } catch (error) {
    if (error instanceof RE2JSException) return `路由条件 ${name} 的参数值不是正则表达式，请检查`
    throw error
  }
}

function pairTest(
  name: RouteCondition['name'],
  key: string,
  regexp: RE2JS | null,
): (asked: Asked) => boolean {
  const fits = (value: string | undefined): boolean =>
    value !== undefined && (regexp === null || (value.length <= LONGEST_VALUE && regexp.matches(value)))
  return ({ headers, query }) => {
    if (name === 'Header') {
      const value = headers[key.toLowerCase()]
      return fits(Array.isArray(value) ? value.join(', ') : value)
    }
    if (name === 'Query') return new URLSearchParams(query).getAll(key).some(fits)
    return fits(cookiesOf(headers.cookie).get(key))
  }
}
