import { readFilters } from '@suoan/contract'
import { expect, it } from 'vitest'
import { settingsOf } from './settings.ts'

const made = (filters: unknown, row = { stripPrefix: 0, retryable: 0 }) => {
  const read = readFilters(filters)
  return read.ok ? settingsOf(read.value, row) : read.reason
}

it('filters come as clients of the family store them', () => {
  const limiter = {
    name: 'RequestRateLimiter',
    title: '限流过滤器',
    args: [
      { key: 'key-resolver', value: '#{@ipKeyResolver}' },
      { key: 'redis-rate-limiter.replenishRate', value: 20 },
      { key: 'redis-rate-limiter.burstCapacity', value: 40 },
    ],
  }
  const breaker = {
    name: 'Hystrix',
    title: '熔断器',
    args: [
      { key: 'name', value: 'default' },
      { key: 'fallbackUri', value: 'forward:/fallback' },
    ],
  }
  expect(
    made(
      JSON.stringify([
        limiter,
        breaker,
        { name: 'StripPrefix', args: ['2'] },
        { name: 'Retry', args: { retries: 3 } },
      ]),
    ),
  ).toMatchObject({
    rate: { by: 'ip', perSecond: 20, burst: 40 },
    breaker: { failures: 5, seconds: 30 },
    stripParts: 2,
    retries: 3,
  })
})

it('the switches of a row hold where no filter says otherwise', () => {
  expect(made([], { stripPrefix: 1, retryable: 1 })).toMatchObject({
    stripParts: 1,
    retries: 1,
    timeoutMs: 30_000,
    tenants: null,
  })
})

it.each([
  ['an unknown filter', [{ name: 'Magic', args: [] }], '不认识'],
  ['a parameter that is none', [{ name: 'Retry', args: { count: '1' } }], '没有参数“count”'],
  ['a number beyond its bounds', [{ name: 'Timeout', args: { seconds: '9999' } }], '要填 1–600 的整数'],
  ['a parameter that is missing', [{ name: 'Timeout', args: [] }], '请填写过滤器“超时”的参数“seconds”'],
  [
    'the same twice',
    [
      { name: 'Retry', args: ['1'] },
      { name: 'Retry', args: ['1'] },
    ],
    '只能有一个',
  ],
  [
    'our identity header',
    [{ name: 'SetRequestHeader', args: { name: 'X-Suoan-Identity', value: 'x' } }],
    '由系统处理',
  ],
  ['the host', [{ name: 'SetRequestHeader', args: { name: 'Host', value: 'x' } }], '由系统处理'],
  [
    'a page policy',
    [{ name: 'RemoveResponseHeader', args: { name: 'content-security-policy' } }],
    '由系统处理',
  ],
  [
    'line ends in a value',
    [{ name: 'SetRequestHeader', args: { name: 'a', value: 'x\r\nb: c' } }],
    '可见的英文字符',
  ],
])('%s is refused in words', (_what, filters, words) => {
  expect(made(filters)).toContain(words)
})
