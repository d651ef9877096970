import { expect, it } from 'vitest'
import { caretAfter, groupsOf } from './groups.ts'

it.each([
  ['', ''],
  ['a', 'a'],
  ['ab', 'ab'],
  ['abc', 'ab;c'],
  ['ab;cd；ef g', 'ab;cd;ef;g'],
  ['𠮷野家a', '𠮷野;家a'],
])('%j stands as %j', (text, groups) => expect(groupsOf(text)).toBe(groups))
it('groups of groups are the same', () => expect(groupsOf(groupsOf('abcdefg'))).toBe('ab;cd;ef;g'))
it.each([
  ['abc', 3, 4],
  ['abX;cd', 3, 4],
  ['ab;cd', 2, 2],
  ['', 0, 0],
])('the caret of %j at %i stands at %i', (text, caret, at) => expect(caretAfter(text, caret)).toBe(at))
