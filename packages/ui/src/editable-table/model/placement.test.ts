import { describe, expect, it } from 'vitest'
import { besideClick } from '../view/popover-place.ts'
import { leadColumns } from '../view/sizes.ts'
import { CellTypes } from './cell-type.ts'
import type { Column } from './column.ts'
import { columnsWithin, noSettings, placeColumns, readSettings } from './layout.ts'
import { Table } from './table.ts'
import { rowWindow, scrollTopFor, seenRows, stepOf } from './window.ts'

const types = new CellTypes()
const columns: readonly Column[] = [
  { key: 'a', title: 'a', type: 'input', width: 100 },
  { key: 'b', title: 'b', type: 'datetime' },
  { key: 'c', title: 'c', type: 'input' },
  { key: 'd', title: 'd', type: 'hidden' },
]
const keys = (part: Partial<typeof noSettings>) =>
  placeColumns(columns, types, { ...noSettings, ...part }).columns.map(({ column }) => column.key)

describe('columns', () => {
  it('share the room that is left, and are never narrower than their type wants', () => {
    const wide = placeColumns(columns, types, noSettings, 1_000)
    expect(wide.columns.map(({ width }) => width)).toEqual([100, 490, 410])
    const tight = placeColumns(columns, types, noSettings, 100)
    expect(tight.columns.map(({ width }) => width)).toEqual([100, 200, 120])
  })

  it('stand as the person arranged them, pinned ones first', () => {
    expect(keys({ order: ['c', 'b', 'a'] })).toEqual(['c', 'b', 'a'])
    expect(keys({ pinned: ['c'] })).toEqual(['c', 'a', 'b'])
    expect(keys({ hidden: ['b'] })).toEqual(['a', 'c'])
  })

  it('are pinned only where that leaves half of the room', () => {
    expect(placeColumns(columns, types, { ...noSettings, pinned: ['a'] }, 400).pinnedCount).toBe(1)
    expect(placeColumns(columns, types, { ...noSettings, pinned: ['a'] }, 190).pinnedCount).toBe(0)
  })

  it('are drawn only where they are seen', () => {
    const many = placeColumns(
      Array.from({ length: 50 }, (_, at) => ({ key: `${at}`, title: `${at}`, type: 'input', width: 100 })),
      types,
    )
    expect(columnsWithin(many, 1_050, 300)).toEqual([10, 14])
  })

  it('are forgiven settings that cannot be read', () => {
    expect(readSettings('{')).toEqual(noSettings)
    expect(readSettings('{"order":[1,"a"],"widths":{"a":10,"b":80}}')).toEqual({
      order: ['a'],
      hidden: [],
      pinned: [],
      widths: { b: 80 },
    })
  })
})

describe('pinned columns', () => {
  const pinned = Array.from({ length: 6 }, (_, at) => ({
    key: `c${at}`,
    title: `列${at}`,
    type: 'input',
    width: 100,
  }))
  it('take half of the room at most, the first ones before the others', () => {
    const settings = { ...noSettings, pinned: ['c1', 'c0', 'c4'] }
    const { columns, pinnedWidth } = placeColumns(pinned, new CellTypes(), settings, 500)
    expect(columns.map(({ column }) => column.key)).toEqual(['c0', 'c1', 'c2', 'c3', 'c4', 'c5'])
    expect(pinnedWidth).toBe(200)
  })

  it('are not offered where there is no room for one more', () => {
    const table = new Table({ columns: pinned })
    table.setRoom(500)
    table.arrange({ ...noSettings, pinned: ['c0'] })
    expect([table.mayPin('c1'), table.mayPin('c2')]).toEqual([true, true])
    table.arrange({ ...noSettings, pinned: ['c0', 'c1'] })
    expect(table.mayPin('c2')).toBe(false)
  })
})

describe('the window over the rows', () => {
  it('holds what is seen and some rows on either side', () => {
    expect(rowWindow({ scrollTop: 610, room: 400, rowHeight: 61, count: 10_000 })).toMatchObject({
      first: 6,
      end: 22,
      height: 610_000,
      shift: 0,
    })
  })

  it('is as many rows wherever it stands, so that a row that comes in takes the element of one that goes out', () => {
    const counts = Array.from({ length: 200 }, (_, at) => {
      const { first, end } = rowWindow({ scrollTop: 610 + 7 * at, room: 400, rowHeight: 61, count: 10_000 })
      return end - first
    })
    expect(new Set(counts)).toEqual(new Set([seenRows(400, 61) + 2 * 4]))
  })

  it('holds every row that is seen at any place of a step', () => {
    const place = { room: 520, rowHeight: 40, count: 10_000 }
    const step = stepOf(place.room, place.rowHeight)
    expect(step).toBe(6)
    for (let scrollTop = 0; scrollTop < 2_000; scrollTop += 7) {
      const stepped = Math.floor(scrollTop / (step * 40)) * step * 40
      const { first, end } = rowWindow({ ...place, scrollTop: stepped }, 2, step)
      expect(first * 40).toBeLessThanOrEqual(scrollTop)
      expect(end * 40).toBeGreaterThanOrEqual(scrollTop + place.room)
    }
  })

  it('steps by fewer rows where few are seen', () => {
    expect(stepOf(400, 61)).toBe(3)
    expect(stepOf(120, 61)).toBe(1)
  })

  it('reaches the last of a million rows although no element may be so high', () => {
    const place = { room: 400, rowHeight: 61, count: 1_000_000 }
    const { height } = rowWindow({ ...place, scrollTop: 0 })
    expect(height).toBeLessThan(33_554_428)
    const bottom = rowWindow({ ...place, scrollTop: height - place.room })
    expect(bottom.end).toBe(1_000_000)
    const last = (place.count - 1) * place.rowHeight - bottom.shift
    expect(last).toBeGreaterThan(height - place.room)
    expect(last + place.rowHeight).toBeLessThanOrEqual(height + 1)
  })

  it('moves no further than needed to show a row, and not at all for one that is seen', () => {
    const place = { scrollTop: 610, room: 400, rowHeight: 61, count: 100 }
    expect(scrollTopFor(12, place)).toBeNull()
    expect(scrollTopFor(3, place)).toBe(183)
    expect(scrollTopFor(50, place)).toBe(51 * 61 - 400)
    const scaled = { scrollTop: 0, room: 400, rowHeight: 61, count: 1_000_000 }
    const target = scrollTopFor(500_000, scaled) ?? 0
    const { first, end } = rowWindow({ ...scaled, scrollTop: target }, 0)
    expect(first).toBeLessThanOrEqual(500_000)
    expect(end).toBeGreaterThan(500_000)
  })
})

describe('the places of the specification', () => {
  it('give the sub-form the room below where more than 350 px remain, else above, and 96 % of the width', () => {
    const table = { left: 100, width: 1_000 }
    expect(besideClick({ top: 300, bottom: 340 }, table, 700)).toMatchObject({
      left: 120,
      width: 960,
      top: 340,
    })
    expect(besideClick({ top: 300, bottom: 350 }, table, 700)).toMatchObject({ bottom: 400 })
  })

  it('begin with handle, expander, box and number; the first is wide over statistics', () => {
    const all = { drag: true, expand: true, check: true, number: true }
    expect(leadColumns(all, false).map(({ kind, width }) => [kind, width])).toEqual([
      ['drag', 40],
      ['expand', 40],
      ['check', 40],
      ['number', 60],
    ])
    expect(leadColumns({ ...all, drag: false, expand: false }, true)[0]).toEqual({
      kind: 'check',
      left: 0,
      width: 60,
    })
  })
})
