import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findIn } from './find.ts'

const rows = [
  { id: 'a', texts: ['阀门V1', 'closed', ''] },
  { id: 'b', texts: ['ＶALVE', 'ｖ１ 关闭', '阀　门'] },
]
const cells = (words: string): string[] => findIn(rows, words).map(({ id, index }) => `${id}${index}`)

describe('findIn', () => {
  it.each([
    ['v1', ['a0', 'b1']],
    ['Ｖ１', ['a0', 'b1']],
    ['valve', ['b0']],
    ['阀', ['a0', 'b2']],
    ['阀 门', ['b2']],
    [' closed ', ['a1']],
    ['.*', []],
    ['nothing', []],
    ['', []],
    [' \u3000', []],
  ])('%j is found in %j', (words, found) => expect(cells(words)).toEqual(found))

  it('any part of a plain text finds its cell, in any case', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'B', '1', '阀', '-', 'ö'), minLength: 1 })
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), fc.boolean(), (whole, from, length, isUpper) => {
        const start = from % whole.length
        const part = whole.slice(start, start + 1 + length)
        expect(findIn([{ id: 'x', texts: ['', whole] }], isUpper ? part.toUpperCase() : part)).toContainEqual(
          {
            id: 'x',
            index: 1,
          },
        )
      }),
    )
  })

  it('reads the rows once', () => {
    function* once() {
      yield* rows
    }
    expect(findIn(once(), '关闭')).toEqual([{ id: 'b', index: 1 }])
  })
})
