import type { RouteCondition } from '@suoan/contract'
import { readConditions } from '@suoan/contract'
import { expect, it } from 'vitest'
import { readPath, type Asked } from './asked.ts'
import { compileConditions } from './conditions.ts'

const ask = (url: string, more: Partial<Asked> = {}): Asked => {
  const path = readPath(url)
  if (path === null) throw new Error(`${url} is no path`)
  return {
    ...path,
    method: 'GET',
    host: 'systems.example.com',
    ip: '10.1.2.3',
    headers: {},
    now: Date.UTC(2026, 11, 1),
    ...more,
  }
}
const made = (...conditions: readonly unknown[]) => {
  const read = readConditions(conditions)
  if (!read.ok) throw new Error(read.reason)
  const compiled = compileConditions(read.value)
  if (typeof compiled === 'string') throw new Error(compiled)
  return compiled
}
const path = (...args: string[]) => ({ name: 'Path', args })
const fits = (conditions: readonly unknown[], url: string, more: Partial<Asked> = {}): boolean =>
  made(...conditions).match(ask(url, more)) !== null

it('a path is met by segments, whatever its case, and the closer one counts for more', () => {
  const video = [path('/video/**')]
  expect(['/video', '/video/', '/VIDEO/a/b?x', '/%76ideo/a'].map((url) => fits(video, url))).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(['/videos', '/', '/x/video/a'].map((url) => fits(video, url))).toEqual([false, false, false])
  const one = [path('/video/*/live', '/video/{id}/map/')]
  expect(
    ['/video/7/live', '/video/7/map', '/video/7', '/video/7/8/live'].map((url) => fits(one, url)),
  ).toEqual([true, true, false, false])
  const closeness = (pattern: string) => made(path(pattern)).match(ask('/video/admin/x')) ?? -1
  expect(closeness('/video/admin/**')).toBeGreaterThan(closeness('/video/**'))
  expect(closeness('/video/admin/x')).toBeGreaterThan(closeness('/video/admin/**'))
})

it('method, host, address and time must all be met', () => {
  const all = [
    path('/e/**'),
    { name: 'Method', args: ['get', 'POST'] },
    { name: 'Host', args: ['*.example.com'] },
    { name: 'RemoteAddr', args: ['10.0.0.0/8', 'fd00::/8'] },
  ]
  expect(fits(all, '/e/')).toBe(true)
  expect(fits(all, '/e/', { ip: '::ffff:10.2.2.2' })).toBe(true)
  expect(fits(all, '/e/', { ip: 'fd00::1' })).toBe(true)
  for (const other of [
    { method: 'DELETE' },
    { host: 'a.b.example.com' },
    { host: 'example.com' },
    { ip: '11.0.0.1' },
    { ip: 'nonsense' },
  ])
    expect([other, fits(all, '/e/', other)]).toEqual([other, false])
  const at = (text: string) => ({ now: Date.parse(text) })
  const shift = [
    path('/e/**'),
    { name: 'Between', args: ['2026-12-01 08:00:00', '2026-12-01T20:00:00+08:00[Asia/Shanghai]'] },
  ]
  expect(fits(shift, '/e/', at('2026-12-01T00:00:00Z'))).toBe(true)
  expect(fits(shift, '/e/', at('2026-12-01T12:00:00Z'))).toBe(false)
  expect(
    fits(
      [path('/e/**'), { name: 'After', args: ['2026-12-01 08:00:00'] }],
      '/e/',
      at('2026-11-30T23:59:59Z'),
    ),
  ).toBe(false)
  expect(
    fits(
      [path('/e/**'), { name: 'Before', args: ['2026-12-01 08:00:00'] }],
      '/e/',
      at('2026-11-30T23:59:59Z'),
    ),
  ).toBe(true)
})

it('header, parameter and cookie are judged whole, by an expression that holds nothing up', () => {
  const header = [path('/e/**'), { name: 'Header', args: { header: 'X-Line', regexp: 'A|B' } }]
  expect(fits(header, '/e/', { headers: { 'x-line': 'A' } })).toBe(true)
  expect(fits(header, '/e/', { headers: { 'x-line': 'AB' } })).toBe(false)
  expect(fits(header, '/e/')).toBe(false)
  expect(fits([path('/e/**'), { name: 'Query', args: ['q'] }], '/e/?q=1')).toBe(true)
  expect(
    fits([path('/e/**'), { name: 'Cookie', args: { name: 'gray', regexp: String.raw`\d+` } }], '/e/', {
      headers: { cookie: 'a=b; gray=12' },
    }),
  ).toBe(true)
  const slow = [path('/e/**'), { name: 'Query', args: { param: 'q', regexp: '(a+)+$' } }]
  expect(fits(slow, `/e/?q=${'a'.repeat(900)}!`)).toBe(false)
})

it.each([
  ['no path', [{ name: 'Method', args: ['GET'] }], '请添加路由条件 Path'],
  ['every path', [path('/**')], '格式不对'],
  ['a name that may be any', [path('/{x}/**')], '格式不对'],
  ['a way up', [path('/a/../b')], '格式不对'],
  ['an unknown kind', [path('/a'), { name: 'Magic', args: ['1'] }], '不认识'],
  ['a time that is none', [path('/a'), { name: 'After', args: ['tomorrow'] }], '格式不对'],
  [
    'times in the wrong order',
    [path('/a'), { name: 'Between', args: ['2026-12-02 08:00:00', '2026-12-01 08:00:00'] }],
    '晚于',
  ],
  ['a weight that is none', [path('/a'), { name: 'Weight', args: ['g', '0'] }], '权重'],
  ['no JSON', '[{', '格式不对'],
  ['another shape', '{"name":1}', '格式不对'],
])('conditions with %s are refused in words', (_what, conditions, words) => {
  const read = readConditions(conditions)
  expect(read.ok ? '' : read.reason).toContain(words)
})

it.each([
  ['an expression that is none', { name: 'Query', args: { param: 'q', regexp: '(' } }],
  ['a network that is none', { name: 'RemoteAddr', args: ['999.1.1.1/8'] }],
] as const)('%s is refused in words when the route is made', (_what, condition) => {
  const compiled = compileConditions([path('/a') as RouteCondition, condition])
  expect(compiled).toMatch(/路由条件/)
})
