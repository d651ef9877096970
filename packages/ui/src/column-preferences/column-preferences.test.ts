import { describe, expect, it } from 'vitest'
import {
  canMove,
  chooserOrder,
  columnsFromText,
  columnsToText,
  missingColumns,
  moveColumn,
  pinColumn,
  preferencesFromText,
  preferencesToText,
  shownColumns,
  toggleColumn,
  usualColumns,
  withWidth,
} from './column-preferences.ts'

const offered = [
  { key: 'code', title: '编号', isUsual: true },
  { key: 'name', title: '名称', isUsual: true },
  { key: 'mac', title: '蓝牙MAC', isUsual: false },
]
const chosen = (shown: readonly string[]) => ({ ...usualColumns, shown })

describe('the columns somebody chose', () => {
  it('are those of the page until he chooses', () => {
    expect(shownColumns(usualColumns, offered)).toEqual(['code', 'name'])
  })

  it('a shown column is hidden, a hidden one shown as the last, and the only one stays', () => {
    const more = toggleColumn(usualColumns, offered, 'mac')
    expect(more.shown).toEqual(['code', 'name', 'mac'])
    expect(toggleColumn(more, offered, 'code').shown).toEqual(['name', 'mac'])
    expect(toggleColumn(chosen(['mac']), offered, 'mac').shown).toEqual(['mac'])
  })

  it('move by one place and stay at the ends', () => {
    expect(moveColumn(usualColumns, offered, 'name', -1).shown).toEqual(['name', 'code'])
    expect(moveColumn(usualColumns, offered, 'code', -1)).toBe(usualColumns)
    expect(moveColumn(usualColumns, offered, 'name', 1)).toBe(usualColumns)
    expect(moveColumn(usualColumns, offered, 'mac', -1)).toBe(usualColumns)
  })

  it('what a page no longer has is left out, and nothing left means the page’s own', () => {
    expect(shownColumns(chosen(['gone', 'mac']), offered)).toEqual(['mac'])
    // A changed store may name one twice; it stands there once.
    expect(shownColumns(chosen(['mac', 'code', 'mac']), offered)).toEqual(['mac', 'code'])
    expect(shownColumns(chosen(['gone']), offered)).toEqual(['code', 'name'])
  })

  it('stand in the chooser before the others', () => {
    expect(chooserOrder(chosen(['mac', 'code']), offered).map(({ key }) => key)).toEqual([
      'mac',
      'code',
      'name',
    ])
  })

  it('are as wide as they were dragged, within bounds', () => {
    const wide = withWidth(withWidth(usualColumns, 'code', 3), 'name', 120.4)
    expect(wide.widths).toEqual({ code: 48, name: 120 })
    expect(withWidth(usualColumns, 'code', 9_000).widths).toEqual({ code: 800 })
  })
})

describe('columns that stay at an edge', () => {
  const pinned = pinColumn(chosen(['code', 'name', 'mac']), 'mac', 'left')

  it('stand before or behind the others, and go back when asked again', () => {
    expect(shownColumns(pinned, offered)).toEqual(['mac', 'code', 'name'])
    expect(shownColumns(pinColumn(pinned, 'code', 'right'), offered)).toEqual(['mac', 'name', 'code'])
    expect(pinColumn(pinned, 'mac', 'left').pins).toEqual({})
    expect(pinColumn(pinned, 'mac', 'right').pins).toEqual({ mac: 'right' })
  })

  it('are moved among those of their edge alone', () => {
    expect(canMove(pinned, offered, 'code', -1)).toBe(false)
    expect(moveColumn(pinned, offered, 'mac', 1)).toBe(pinned)
    expect(shownColumns(moveColumn(pinned, offered, 'code', 1), offered)).toEqual(['mac', 'name', 'code'])
  })
})

describe('columns in an address', () => {
  it('come back as they were', () => {
    const columns = { shown: ['code', 'name', 'mac'], pins: { code: 'left', mac: 'right' } } as const
    expect(columnsToText(columns)).toBe('code.l,name,mac.r')
    expect(columnsFromText(columnsToText(columns))).toEqual(columns)
  })

  it.each([null, '', ',', '<b>', '1x,__proto__'])('name none: %s', (text) =>
    expect(columnsFromText(text)).toBeNull(),
  )

  it('that are gone are told', () => {
    expect(missingColumns(chosen(['gone', 'mac', 'gone']), offered)).toEqual(['gone'])
    expect(missingColumns(usualColumns, offered)).toEqual([])
  })
})

describe('kept preferences', () => {
  const kept = { shown: ['mac'], pins: { mac: 'left' }, widths: { mac: 90 }, density: 'small' } as const

  it('come back as they were', () => {
    expect(preferencesFromText(preferencesToText(kept))).toEqual(kept)
  })

  it.each([
    null,
    'no JSON',
    '7',
    '{"shown":[1],"widths":[],"density":"huge"}',
    '{"widths":{"code":"90"}}',
    '{"widths":{"code":1e9}}',
    '{"pins":{"code":"top"}}',
  ])('what is none counts as not chosen: %s', (text) => {
    expect(preferencesFromText(text)).toEqual(usualColumns)
  })
})
