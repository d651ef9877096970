import * as library from '@ant-design/icons'
import { expect, it } from 'vitest'
import { iconNames } from './icon-names.ts'
import { findIcons, iconTabs, loadIconSet, tabOf } from './load-icon-set.ts'

it('has the six tabs of the specification (5-screens.md §6.4)', () => {
  expect(iconTabs.map(({ title }) => title)).toEqual([
    '方向性图标',
    '指示性图标',
    '编辑类图标',
    '数据类图标',
    '网站通用图标',
    '品牌和标识',
  ])
})

it('every name of a tab has its drawing', async () => {
  for (const { key } of iconTabs) expect(Object.keys(await loadIconSet(key))).toEqual(iconNames[key])
})

it('every outlined icon of the library stands in one tab', async () => {
  const sets = await Promise.all(iconTabs.map(async ({ key }) => Object.values(await loadIconSet(key))))
  const offered = sets.flat()
  expect(new Set(offered).size).toBe(offered.length)
  const outlined = Object.entries(library).flatMap(([name, icon]) =>
    name.endsWith('Outlined') ? [icon] : [],
  )
  expect(offered).toHaveLength(outlined.length)
})

it('an icon is found by a part of its name', () => {
  expect(findIcons('data', ' CHART ')).toContain('pie-chart')
  expect(findIcons('data', '没有')).toEqual([])
  expect(tabOf('github')).toBe('brand')
  expect(tabOf('constructor')).toBeNull()
})
