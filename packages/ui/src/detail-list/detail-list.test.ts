import { expect, it } from 'vitest'
import { columnsAt } from './columns-at.ts'

it.each([
  [1, [1, 1, 1, 1]],
  [2, [1, 2, 2, 2]],
  [3, [1, 2, 3, 3]],
  [4, [1, 2, 3, 4]],
] as const)('%i columns need their width', (columns, at) => {
  const { xs, md, lg, xl } = columnsAt(columns)
  expect([xs, md, lg, xl]).toEqual(at)
})
