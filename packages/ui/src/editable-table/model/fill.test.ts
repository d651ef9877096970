import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fillSeries, type FillKind } from './fill.ts'

const back = { back: true }

describe('numbers', () => {
  it.each<[unknown[], unknown[], unknown[]]>([
    [[5], [5, 5, 5], [5, 5, 5]],
    [
      [1, 2],
      [3, 4, 5],
      [0, -1, -2],
    ],
    [
      [10, 7],
      [4, 1, -2],
      [13, 16, 19],
    ],
    [
      [0.1, 0.2],
      [0.3, 0.4, 0.5],
      [0, -0.1, -0.2],
    ],
    [
      [3, 3],
      [3, 3, 3],
      [3, 3, 3],
    ],
    [
      [1, 2, 4],
      [1, 2, 4],
      [4, 2, 1],
    ],
    [
      [1, null],
      [1, null, 1],
      [null, 1, null],
    ],
    [
      ['1.50', '2.00'],
      ['2.50', '3.00', '3.50'],
      ['1.00', '0.50', '0.00'],
    ],
    [
      [1, '2'],
      [3, 4, 5],
      [0, -1, -2],
    ],
    [
      ['1', 'x'],
      ['1', 'x', '1'],
      ['x', '1', 'x'],
    ],
  ])('%j goes on with %j and back with %j', (source, down, up) => {
    expect(fillSeries(source, 3, 'number')).toEqual(down)
    expect(fillSeries(source, 3, 'number', back)).toEqual(up)
  })
})

describe('codes', () => {
  it.each<[unknown[], unknown[], unknown[]]>([
    [['SS0012'], ['SS0013', 'SS0014', 'SS0015'], ['SS0011', 'SS0010', 'SS0009']],
    [['SS0998'], ['SS0999', 'SS1000', 'SS1001'], ['SS0997', 'SS0996', 'SS0995']],
    [['A9999'], ['A10000', 'A10001', 'A10002'], ['A9998', 'A9997', 'A9996']],
    [
      ['A10', 'A20'],
      ['A30', 'A40', 'A50'],
      ['A0', 'A10', 'A20'],
    ],
    [
      ['阀9', '阀10'],
      ['阀11', '阀12', '阀13'],
      ['阀8', '阀7', '阀6'],
    ],
    [['0099'], ['0100', '0101', '0102'], ['0098', '0097', '0096']],
    [
      ['0001', '0003'],
      ['0005', '0007', '0009'],
      ['0003', '0001', '0003'],
    ],
    [
      ['A1', 'B2'],
      ['A1', 'B2', 'A1'],
      ['B2', 'A1', 'B2'],
    ],
    [
      ['A1', 'A2', 'A4'],
      ['A1', 'A2', 'A4'],
      ['A4', 'A2', 'A1'],
    ],
    [
      ['B99999999999999999998'],
      ['B99999999999999999999', 'B100000000000000000000', 'B100000000000000000001'],
      ['B99999999999999999997', 'B99999999999999999996', 'B99999999999999999995'],
    ],
    [['1test'], ['1test', '1test', '1test'], ['1test', '1test', '1test']],
    [['1号'], ['1号', '1号', '1号'], ['1号', '1号', '1号']],
    [
      ['a', 'b'],
      ['a', 'b', 'a'],
      ['b', 'a', 'b'],
    ],
    [
      ['13812345678'],
      ['13812345678', '13812345678', '13812345678'],
      ['13812345678', '13812345678', '13812345678'],
    ],
    [['1.5'], ['1.5', '1.5', '1.5'], ['1.5', '1.5', '1.5']],
    [['-5'], ['-5', '-5', '-5'], ['-5', '-5', '-5']],
    [
      ['1', '2'],
      ['3', '4', '5'],
      ['0', '-1', '-2'],
    ],
    [['10:59'], ['10:59', '10:59', '10:59'], ['10:59', '10:59', '10:59']],
    [['2026-01-31'], ['2026-01-31', '2026-01-31', '2026-01-31'], ['2026-01-31', '2026-01-31', '2026-01-31']],
    [
      ['', null],
      ['', null, ''],
      [null, '', null],
    ],
  ])('%j goes on with %j and back with %j', (source, down, up) => {
    expect(fillSeries(source, 3, 'text')).toEqual(down)
    expect(fillSeries(source, 3, 'text', back)).toEqual(up)
  })

  it('a long text is read once', () => {
    const text = `${'1'.repeat(50_000)}x`
    expect(fillSeries([text], 1, 'text')).toEqual([text])
  })
})

describe('dates', () => {
  it.each<[unknown[], unknown[], unknown[]]>([
    [['2026-11-23'], ['2026-11-23', '2026-11-23', '2026-11-23'], ['2026-11-23', '2026-11-23', '2026-11-23']],
    [
      ['2026-11-23', '2026-11-24'],
      ['2026-11-25', '2026-11-26', '2026-11-27'],
      ['2026-11-22', '2026-11-21', '2026-11-20'],
    ],
    [
      ['2026-12-25', '2027-01-01'],
      ['2027-01-08', '2027-01-15', '2027-01-22'],
      ['2026-12-18', '2026-12-11', '2026-12-04'],
    ],
    [
      ['2026-11-15', '2026-12-15'],
      ['2027-01-15', '2027-02-15', '2027-03-15'],
      ['2026-10-15', '2026-09-15', '2026-08-15'],
    ],
    [
      ['2026-10-31', '2026-12-31'],
      ['2027-02-28', '2027-04-30', '2027-06-30'],
      ['2026-08-31', '2026-06-30', '2026-04-30'],
    ],
    [
      ['2024-02-29', '2028-02-29'],
      ['2032-02-29', '2036-02-29', '2040-02-29'],
      ['2020-02-29', '2016-02-29', '2012-02-29'],
    ],
    [
      ['2026-03-01', '2026-02-01'],
      ['2026-01-01', '2025-12-01', '2025-11-01'],
      ['2026-04-01', '2026-05-01', '2026-06-01'],
    ],
    [
      ['1969-11-15 09:30:00', '1969-12-15 09:30:00'],
      ['1970-01-15 09:30:00', '1970-02-15 09:30:00', '1970-03-15 09:30:00'],
      ['1969-10-15 09:30:00', '1969-09-15 09:30:00', '1969-08-15 09:30:00'],
    ],
    [
      ['2026-11-23 08:00:00', '2026-11-23 20:00:00'],
      ['2026-11-24 08:00:00', '2026-11-24 20:00:00', '2026-11-25 08:00:00'],
      ['2026-11-22 20:00:00', '2026-11-22 08:00:00', '2026-11-21 20:00:00'],
    ],
    [
      ['2026-11-23', '2026-11-23'],
      ['2026-11-23', '2026-11-23', '2026-11-23'],
      ['2026-11-23', '2026-11-23', '2026-11-23'],
    ],
    [
      ['2026-11-01', '2026-11-02', '2026-11-04'],
      ['2026-11-01', '2026-11-02', '2026-11-04'],
      ['2026-11-04', '2026-11-02', '2026-11-01'],
    ],
    [
      ['2026-11-01', '2026-11-02 00:00:00'],
      ['2026-11-01', '2026-11-02 00:00:00', '2026-11-01'],
      ['2026-11-02 00:00:00', '2026-11-01', '2026-11-02 00:00:00'],
    ],
    [
      ['2026-02-30', '2026-02-31'],
      ['2026-02-30', '2026-02-31', '2026-02-30'],
      ['2026-02-31', '2026-02-30', '2026-02-31'],
    ],
    [
      ['9999-12-30', '9999-12-31'],
      ['9999-12-30', '9999-12-31', '9999-12-30'],
      ['9999-12-29', '9999-12-28', '9999-12-27'],
    ],
    [
      ['0050-01-01', '0050-02-01'],
      ['0050-03-01', '0050-04-01', '0050-05-01'],
      ['0049-12-01', '0049-11-01', '0049-10-01'],
    ],
    [[null], [null, null, null], [null, null, null]],
  ])('%j goes on with %j and back with %j', (source, down, up) => {
    expect(fillSeries(source, 3, 'date')).toEqual(down)
    expect(fillSeries(source, 3, 'date', back)).toEqual(up)
    expect(fillSeries(source, 3, 'text')).toEqual(down)
  })
})

describe('fillSeries', () => {
  it('of nothing, or for no cells, is nothing', () => {
    expect(fillSeries([], 3, 'text')).toEqual([])
    expect(fillSeries(['a'], 0, 'text')).toEqual([])
    expect(fillSeries(['a'], -1, 'text')).toEqual([])
  })

  it('keeps values that are no text', () => {
    const file = { path: 'a' }
    expect(fillSeries([file, true], 3, 'text')).toEqual([file, true, file])
  })

  it('a series filled forth and then back from its end is the source again', () => {
    const numbers = fc.tuple(fc.integer({ min: -1000, max: 1000 }), fc.integer({ min: -50, max: 50 }))
    fc.assert(
      fc.property(
        numbers,
        fc.constantFrom<FillKind>('number', 'text'),
        fc.nat(20),
        ([start, step], kind, more) => {
          const source = [start, start + step]
          const all = [...source, ...fillSeries(source, more, kind)]
          const end = all.slice(-2)
          expect(fillSeries(end, more, kind, back).toReversed()).toEqual(all.slice(0, more))
        },
      ),
    )
  })

  it('any source fills as many cells as asked, and never with NaN', () => {
    const value = fc.oneof(
      fc.string(),
      fc.stringMatching(/^[A-Z-]{0,3}\d{1,20}$/),
      fc.stringMatching(/^\d{4}-[01]\d-[0-3]\d$/),
      fc.integer(),
      fc.double({ noNaN: true }),
      fc.constantFrom(null, undefined, true, ''),
    )
    const kinds = fc.constantFrom<FillKind>('text', 'number', 'date')
    fc.assert(
      fc.property(
        fc.array(value, { minLength: 1, maxLength: 4 }),
        fc.nat(10),
        kinds,
        fc.boolean(),
        (source, count, kind, isBack) => {
          const known: readonly unknown[] = source
          const filled = fillSeries(known, count, kind, { back: isBack })
          expect(filled).toHaveLength(count)
          for (const each of filled) expect(String(each).includes('NaN') && !known.includes(each)).toBe(false)
        },
      ),
      { numRuns: 500 },
    )
  })
})

it('goes on with the last days of months where all dates are such', () => {
  expect(fillSeries(['2026-01-31', '2026-02-28'], 3, 'date')).toEqual([
    '2026-03-31',
    '2026-04-30',
    '2026-05-31',
  ])
  expect(fillSeries(['2026-02-28', '2026-03-28'], 2, 'date')).toEqual(['2026-04-28', '2026-05-28'])
})
