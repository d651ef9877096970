import { deliveredIcons } from '@suoan/console-base/delivered-icons.ts'
import { expect, it } from 'vitest'
import { menu, type SeedMenu } from '../../../apps/server/src/seed/menu.ts'

/** Of all rows that stand in the menu. */
const iconsOf = (rows: readonly SeedMenu[]): readonly string[] =>
  rows
    .filter(({ hidden }) => hidden !== true)
    .flatMap(({ icon, children }) => [...(icon === undefined ? [] : [icon]), ...iconsOf(children ?? [])])

it('the menu as it is delivered names icons that every page has: another one brings them all', () => {
  const delivered: readonly string[] = deliveredIcons
  expect(iconsOf(menu).filter((icon) => !delivered.includes(icon))).toEqual([])
})
