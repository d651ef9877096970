import { describe, expect, it } from 'vitest'
import { cookiesOf, readPath } from './asked.ts'

describe('an address', () => {
  it('is taken apart as it came, and as it is meant', () => {
    expect(readPath('/Video/%E9%97%A8/a;v=1/?q=%2e%2e&x=//')).toEqual({
      raw: ['Video', '%E9%97%A8', 'a;v=1', ''],
      names: ['video', '门', 'a', ''],
      query: '?q=%2e%2e&x=//',
    })
    expect(readPath('/')?.raw).toEqual([''])
    expect(readPath('/a?')?.query).toBe('?')
    expect(readPath('/a?b?c')?.query).toBe('?b?c')
  })

  it.each([
    '/video/../sys/user',
    '/video/..',
    '/video/./x',
    '/video/%2e%2e/sys',
    '/video/%2E./sys',
    '/video/.%2e;x=1/sys',
    '/video/..;/sys',
    '/video/%252e%252e/sys',
    '/video/%2fsys',
    '/video/%5csys',
    '/video\\..\\sys',
    '//evil.example/x',
    '/video//x',
    '/video/%00',
    '/video/%0d%0aset-cookie:x',
    '/video/%',
    '/video/%ff',
    '/video/#x',
    'http://evil.example/video',
    '*',
    '',
    `/${'a'.repeat(9_000)}`,
  ])('that can be read in two ways is none: %s', (url) => {
    expect(readPath(url)).toBeNull()
  })
})

it('the first cookie of a name counts', () => {
  expect([...cookiesOf('a=1; b = x=y ;a=2')]).toEqual([
    ['a', '1'],
    ['b', 'x=y'],
  ])
})
