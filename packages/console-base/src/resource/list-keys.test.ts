import { describe, expect, it } from 'vitest'
import { listKeyOf, type Press } from './list-keys.ts'

const press = (key: string, more: Partial<Press> = {}) =>
  listKeyOf({ key, isModified: false, isComposing: false, isRepeated: false, focus: 'none', ...more })

describe('keys of a list (5-screens.md §4)', () => {
  it.each([
    ['/', 'search'],
    ['n', 'add'],
    ['?', 'help'],
    ['？', 'help'],
    ['ArrowDown', 'next'],
    ['ArrowUp', 'previous'],
  ] as const)('%s is %s', (key, asked) => expect(press(key)).toBe(asked))

  it('open the row that has the focus, and no other', () => {
    expect(press('Enter', { focus: 'row' })).toBe('open')
    expect(press('Enter')).toBeNull()
    expect(press('Enter', { focus: 'other' })).toBeNull()
  })

  it.each([
    ['in a field, a menu or a dialog', { focus: 'busy' }],
    ['while an input method composes', { isComposing: true }],
    ['with Ctrl, Alt or the command key', { isModified: true }],
  ] as const)('are nobody’s %s', (_, more) => {
    for (const key of ['/', 'n', '?', 'ArrowDown', 'Enter']) expect(press(key, more)).toBeNull()
  })

  it('held down they only move', () => {
    expect(press('n', { isRepeated: true })).toBeNull()
    expect(press('ArrowDown', { isRepeated: true, focus: 'row' })).toBe('next')
  })

  it('leave the arrows to a button or link that has the focus', () => {
    expect(press('ArrowDown', { focus: 'other' })).toBeNull()
    expect(press('n', { focus: 'other' })).toBe('add')
  })
})
