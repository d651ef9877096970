import { expect, it } from 'vitest'
import { givesWay } from './use-scrolled-down.ts'

it('the header gives way beyond 100 px downwards, and is back at the first scroll up (1-shell.md §2.4, §9)', () => {
  expect([givesWay(0, 100), givesWay(0, 101), givesWay(400, 390)]).toEqual([false, true, false])
  expect(givesWay(200, 203)).toBeNull()
})
