import { expect, it } from 'vitest'
import { chosenLinks } from './quick-links.ts'

const pages = ['/a', '/b', '/c', '/d'].map((key) => ({ key }))

it('whoever never chose has the first pages of the menu', () => {
  expect(chosenLinks(pages, null, 2).map(({ key }) => key)).toEqual(['/a', '/b'])
})

it('a chosen page that may no longer be opened is not shown, and nobody chosen shows none', () => {
  expect(chosenLinks(pages, ['/d', '/gone', '/b'], 8).map(({ key }) => key)).toEqual(['/b', '/d'])
  expect(chosenLinks(pages, [], 8)).toEqual([])
})
