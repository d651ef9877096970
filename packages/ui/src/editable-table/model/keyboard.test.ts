import { describe, expect, it } from 'vitest'
import { commandOf, editingCommandOf, type Key } from './keyboard.ts'

const pressed = (key: string, part: Partial<Key> = {}): Key => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  isComposing: false,
  keyCode: 0,
  ...part,
})

describe('a key over the cells', () => {
  it.each([
    [pressed('ArrowDown'), { do: 'move', rows: 1, columns: 0, extend: false }],
    [pressed('ArrowLeft', { shiftKey: true }), { do: 'move', rows: 0, columns: -1, extend: true }],
    [pressed('End', { ctrlKey: true }), { do: 'edge', rows: 1, columns: 1, extend: false }],
    [pressed('Home'), { do: 'edge', rows: 0, columns: -1, extend: false }],
    [pressed('PageDown', { shiftKey: true }), { do: 'page', rows: 1, extend: true }],
    [pressed('Tab', { shiftKey: true }), { do: 'next', step: -1 }],
    [pressed('F2'), { do: 'edit' }],
    [pressed('d', { ctrlKey: true }), { do: 'fillDown' }],
    [pressed('z', { metaKey: true }), { do: 'undo' }],
    [pressed('Z', { ctrlKey: true, shiftKey: true }), { do: 'redo' }],
    [pressed('ArrowUp', { altKey: true }), { do: 'moveRow', step: -1 }],
    [pressed('ArrowRight', { altKey: true }), { do: 'open', isOpen: true }],
    [pressed(' '), { do: 'toggle' }],
    [pressed('Delete'), { do: 'clear' }],
  ])('%o asks for %o', (key, command) => {
    expect(commandOf(key)).toEqual(command)
  })

  it('that is a letter is left to the text area, and one of an input method does nothing', () => {
    expect(commandOf(pressed('a'))).toBeNull()
    expect(commandOf(pressed('v', { ctrlKey: true }))).toBeNull()
    expect(commandOf(pressed('Enter', { isComposing: true }))).toBeNull()
    expect(commandOf(pressed('ArrowDown', { keyCode: 229 }))).toBeNull()
  })
})

describe('a key in an editor', () => {
  it('takes, drops or goes on; those of an input method, and line breaks of long texts, stay with the editor', () => {
    expect(editingCommandOf(pressed('Enter'))).toBe('commitDown')
    expect(editingCommandOf(pressed('Enter', { shiftKey: true }))).toBe('commitUp')
    expect(editingCommandOf(pressed('Tab'))).toBe('commitNext')
    expect(editingCommandOf(pressed('Escape'))).toBe('cancel')
    expect(editingCommandOf(pressed('Enter', { isComposing: true }))).toBeNull()
    expect(editingCommandOf(pressed('Escape', { keyCode: 229 }))).toBeNull()
    expect(editingCommandOf(pressed('Enter', { shiftKey: true }), true)).toBeNull()
    expect(editingCommandOf(pressed('Enter', { altKey: true }), true)).toBeNull()
  })
})
