import { expect, it } from 'vitest'
import { drag, pressKey, release, start } from './slide.ts'

it('the far end passes and locks', () => {
  const end = drag(start, 260, 260)
  expect(end).toEqual({ passed: true, at: 1 })
  expect(drag(end, 10, 260)).toEqual(end)
  expect(release(end)).toEqual(end)
})

it('letting go one pixel early begins anew', () => {
  const close = drag(start, 259, 260)
  expect(close.passed).toBe(false)
  expect(release(close)).toEqual(start)
})

it('a drag to the left of the bar stays at its beginning', () => {
  expect(drag(start, -40, 260)).toEqual(start)
})

it('a bar without width cannot pass', () => {
  expect(drag(start, 0, 0)).toEqual(start)
})

it('keys reach the end too: End at once, the arrow in four presses', () => {
  expect(pressKey(start, 'End')?.passed).toBe(true)
  const three = ['ArrowRight', 'ArrowRight', 'ArrowRight'].reduce((s, key) => pressKey(s, key) ?? s, start)
  expect(three).toEqual({ passed: false, at: 0.75 })
  expect(pressKey(three, 'ArrowRight')?.passed).toBe(true)
})

it('other keys are left to the page', () => {
  expect(pressKey(start, 'Tab')).toBeUndefined()
})
