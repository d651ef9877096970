import { expect, it } from 'vitest'
import { createHeldKeys } from './use-held-keys.ts'

it('keys that write are held in their order, and told to whoever listens', () => {
  const held = createHeldKeys()
  expect(['L', 'K', '9', 'Backspace', '2', '锁'].map((key) => held.take(key))).not.toContain(false)
  expect(held.text()).toBe('LK2锁')
  const told: string[] = []
  const end = held.listen((text) => told.push(text))
  held.take(' ')
  end()
  held.take('x')
  // At once: what was typed after its reader was drawn and before it listened is not lost.
  expect(told).toEqual(['LK2锁', 'LK2锁 '])
  for (const key of ['Enter', 'Tab', 'ArrowDown', 'F5', 'Process']) expect(held.take(key)).toBe(false)
  held.clear()
  expect(held.text()).toBe('')
})
