import { expect, it, vi } from 'vitest'
import { keyParts, namesByKey } from './stored-names.ts'

const answering = (names: Readonly<Record<string, string>>) =>
  vi.fn<(keys: readonly string[]) => Promise<string[]>>((keys) =>
    Promise.resolve(keys.map((key) => names[key] ?? key)),
  )

it('names of stored values are asked for in one call', async () => {
  const ask = answering({ u1: '张三', u2: '李四' })
  expect(await namesByKey(['u1', 'u2', 'u9'], ask)).toEqual(
    new Map([
      ['u1', '张三'],
      ['u2', '李四'],
      ['u9', null],
    ]),
  )
  expect(ask).toHaveBeenCalledTimes(1)
})

it('nothing stored asks for nothing', async () => {
  const ask = answering({})
  expect((await namesByKey([], ask)).size).toBe(0)
  expect(ask).not.toHaveBeenCalled()
})

it('a thousand ids are asked for in runs that fit into an address, none of them twice', () => {
  const ids = Array.from({ length: 1000 }, (_, index) => `${index}`.padStart(32, 'a'))
  const parts = keyParts(ids, 6_000)
  expect(parts.flat()).toEqual(ids)
  for (const part of parts) expect(encodeURIComponent(part.join(',')).length).toBeLessThanOrEqual(6_000)
})

it('a key longer than an address goes alone, Chinese ones count as they are written there', () => {
  expect(keyParts(['a', 'b'.repeat(50), 'c'], 20)).toEqual([['a'], ['b'.repeat(50)], ['c']])
  expect(keyParts(['泵', '阀'], 20)).toEqual([['泵'], ['阀']])
})
