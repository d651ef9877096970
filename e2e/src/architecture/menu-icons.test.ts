import { deliveredIcons } from '@suoan/console-base/icons.tsx'
import { expect, it } from 'vitest'
import { menu, type SeedMenu } from '../../../apps/server/src/seed/menu.ts'

/** Of all rows that stand in the menu. */
const iconsOf = (rows: readonly SeedMenu[]): readonly string[] =>
  rows
    .filter(({ hidden }) => hidden !== true)
    .flatMap(({ icon, children }) => [...(icon === undefined ? [] : [icon]), ...iconsOf(children ?? [])])

it('the menu as it is delivered names icons that every page has: another one brings them all', () => {
  expect(iconsOf(menu).filter((icon) => !deliveredIcons.includes(icon))).toEqual([])
})
