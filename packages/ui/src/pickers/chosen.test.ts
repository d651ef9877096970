import { expect, it } from 'vitest'
import { drop, include, shortName, toggle } from './chosen.ts'

const li = { key: '1', label: '李明' }
const wang = { key: '2', label: '王芳' }

it('a row that is pressed twice is not chosen', () => {
  expect(toggle(toggle([wang], li, true), li, true)).toEqual([wang])
})

it('where one may be chosen, the next takes its place', () => {
  expect(toggle([li], wang, false)).toEqual([wang])
})

it('a whole page is added once, behind what was chosen on other pages', () => {
  expect(include([wang], [li, wang])).toEqual([wang, li])
})

it('a page is taken away without the others', () => {
  expect(drop([li, wang], ['1', '9'])).toEqual([wang])
})

it('a name is cut after twelve characters, a letter of two halves is one', () => {
  expect(shortName('一二三四五六七八九十甲乙')).toBe('一二三四五六七八九十甲乙')
  expect(shortName('一二三四五六七八九十甲𠮷丙')).toBe('一二三四五六七八九十甲𠮷…')
})

it('one whom two names of a list mean is chosen once', () => {
  expect(include([], [li, li])).toEqual([li])
})
