import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { readTsv, writeTsv } from './text-table.ts'

/** Cells of the characters that mean something on the way. */
const cell = fc.oneof(
  fc.string({ unit: fc.constantFrom('"', '\t', '\r', '\n', "'", '=', '-', '1', 'a', ' ', '阀') }),
  fc.string({ unit: 'binary' }),
)
const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 5 })

afterEach(() => void vi.restoreAllMocks())

describe('readTsv', () => {
  it.each<[string, string, string[][]]>([
    ['nothing', '', []],
    ['one cell', 'a', [['a']]],
    ['a last line break', 'a\r\n', [['a']]],
    ['two last line breaks', 'a\n\n', [['a'], ['']]],
    ['a line break alone', '\n', [['']]],
    ['all line breaks', 'a\r\nb\nc\rd', [['a'], ['b'], ['c'], ['d']]],
    [
      'empty cells',
      '\ta\t\n\t',
      [
        ['', 'a', ''],
        ['', ''],
      ],
    ],
    ['a quoted cell', '"a\tb\nc ""d"""\te', [['a\tb\nc "d"', 'e']]],
    ['quoted cells in a row', '"a"\t""\t""""\r\n"b\r\nc"\r\n', [['a', '', '"'], ['b\r\nc']]],
    ['a quote in the middle', 'a"b\t5"\n6" pipe', [['a"b', '5"'], ['6" pipe']]],
    ['a quote that nothing closes', '"a\tb\nc', [['"a', 'b'], ['c']]],
    ['a quote that closes too early', '"a" b\tc', [['"a" b', 'c']]],
    ['a formula', '=1+1\t@x', [['=1+1', '@x']]],
    ['a formula of ours', "'=1+1\t'a", [['=1+1', "'a"]]],
  ])('%s', (_, text, cells) => expect(readTsv(text)).toEqual(cells))

  it('reads what Excel wrote of two columns with a line break in a cell', () => {
    expect(readTsv('编号\t说明\r\nSS0012\t"第一行\n第二行 ""急"""\r\n')).toEqual([
      ['编号', '说明'],
      ['SS0012', '第一行\n第二行 "急"'],
    ])
  })

  it('any text is read, with as many rows as its line breaks allow', () => {
    fc.assert(
      fc.property(cell, (text) => {
        expect(readTsv(text).length).toBeLessThanOrEqual(text.split(/[\r\n]/).length)
      }),
    )
  })

  it.each([
    ['plain', 'ab\t'],
    ['quoted', '"a\tb"\t'],
    ['open quotes', '"a\t'],
    ['open even quotes', '""a\t'],
    ['open odd quotes', '"""a\t'],
    ['nothing but quotes', '"'],
    ['mixed', '"a\t""b\t"""c\t'],
    ['lines', '"a""\n'],
  ])('looks for quotes in each part of 10,000 cells at most once: %s', (_, part) => {
    const text = part.repeat(10_000)
    let looked = 0
    const indexOf = String.prototype.indexOf
    vi.spyOn(String.prototype, 'indexOf').mockImplementation(function (this: string, sign, from = 0) {
      const found = indexOf.call(this, sign, from)
      looked += (found === -1 ? this.length : found + 1) - from
      return found
    })
    const read = readTsv(text)
    vi.restoreAllMocks()
    expect(read.length).toBeGreaterThan(0)
    expect(looked).toBeLessThanOrEqual(2 * text.length)
  })
})

describe('writeTsv', () => {
  it('quotes only what would else be read otherwise', () => {
    expect(
      writeTsv([
        ['a', 'b"c', '"d'],
        ['e\nf', 'g\th', ''],
      ]),
    ).toBe('a\tb"c\t"""d"\r\n"e\nf"\t"g\th"\t')
  })

  it('a formula leaves as text, a number as number (security.md V25)', () => {
    expect(writeTsv([['=1+1', '-5.5', '-x', '+86', "'=1"]])).toBe("'=1+1\t-5.5\t'-x\t'+86\t''=1")
  })

  it('what was written is read as it was', () => {
    fc.assert(
      fc.property(rows, (cells) => {
        expect(readTsv(writeTsv(cells))).toEqual(cells)
      }),
      {
        numRuns: 500,
      },
    )
  })
})
