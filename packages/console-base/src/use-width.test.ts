import { expect, it } from 'vitest'
import { isMobileWidth, isNarrowWidth } from './use-width.ts'

it('below 1088 px the layout is the one for a phone, below 768 px the side menu begins folded (1-shell.md §2.4)', () => {
  expect([1088, 1087].map(isMobileWidth)).toEqual([false, true])
  expect([768, 767].map(isNarrowWidth)).toEqual([false, true])
})
