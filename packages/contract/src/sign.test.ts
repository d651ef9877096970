import { describe, expect, it } from 'vitest'
import { isSignTimely, isSignedPath, signLifeMs, signedText } from './sign.ts'

const call = { method: 'GET', path: '/sys/dict/loadTreeData', query: {} }

describe('the text of a signature (4-api.md §2.8)', () => {
  it('has the names in order, every value as text, no _t and no empty member', () => {
    const query = { pid: 0, _t: 1767225600, code: 'id', text: undefined, condition: null }
    expect(signedText({ ...call, query }, 'S')).toBe('{"code":"id","pid":"0"}S')
  })
  it('takes a dictionary in comma form from the path', () => {
    const path = '/sys/dict/loadDict/sys_user%2Crealname%2Cid'
    expect(signedText({ ...call, path, query: { pageSize: 10 } }, '')).toBe(
      '{"pageSize":"10","x-path-variable":"sys_user,realname,id"}',
    )
  })
  it('cuts a query that stands in that path, and takes the path as it travels for clients before 3.0', () => {
    const path = '/sys/dict/loadDict/sys_user,realname,id%3Fa=1'
    expect(signedText({ ...call, path }, '')).toBe('{"x-path-variable":"sys_user,realname,id"}')
    expect(signedText({ ...call, path }, '', 'raw')).toBe('{"x-path-variable":"sys_user,realname,id%3Fa=1"}')
  })
  it('leaves a plain dictionary in the path out', () => {
    expect(signedText({ ...call, path: '/sys/dict/getDictItems/sex' }, '')).toBe('{}')
  })
  it.each([
    ['GET', '{"a":"1"}'],
    ['POST', '{"a":"2","b":"[1]"}'],
  ])('of a %s counts the members of the body as they are', (method, text) => {
    expect(signedText({ ...call, method, query: { a: 1 }, body: { a: 2, b: [1] } }, '')).toBe(text)
  })
})

describe('what is signed', () => {
  it.each([
    ['/sys/dict/getDictItems/sex', true],
    ['/sys/dict/loadDict/a,b,c', true],
    ['/sys/dict/loadDictOrderByValue/a,b,c', true],
    ['/sys/dict/loadDictItem/a,b,c', true],
    ['/sys/dict/loadTreeData', true],
    ['/sys/dict/refleshCache', false],
    ['/sys/user/list', false],
  ])('%s: %s', (path, expected) => expect(isSignedPath(path)).toBe(expected))
})

describe('the time of a signature', () => {
  const now = Date.parse('2026-11-21T08:00:00+08:00')
  it.each([
    ['now', String(now), true],
    ['five minutes ago', String(now - signLifeMs), true],
    ['longer ago', String(now - signLifeMs - 1), false],
    ['ahead by more than that', String(now + signLifeMs + 1), false],
    ['as older clients write it', '20261121075800', true],
    ['as older clients write it, too old', '20261121075459', false],
    ['no time at all', 'now', false],
    ['missing', '', false],
  ])('%s', (_, sent, expected) => expect(isSignTimely(sent, now)).toBe(expected))
})
