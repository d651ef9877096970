import { expect, test } from 'vitest'
import { cellKey, matrixOf, type MatrixPair } from './pair-matrix.ts'

let next = 0
const pair = (more: Partial<MatrixPair>): MatrixPair => ({
  id: String((next += 1)),
  typeA: null,
  hazardA: null,
  typeB: null,
  hazardB: null,
  severity: 2,
  status: 1,
  ...more,
})

test('a pair stands in one cell, whichever side it names first', () => {
  const cells = matrixOf([
    pair({ typeA: '02', typeB: '01' }),
    pair({ typeA: '01', typeB: '02', severity: 3 }),
  ])
  expect(cells.get(cellKey('01', '02'))).toMatchObject({ severity: 3, narrower: 0 })
  expect(cells.get(cellKey('02', '01'))?.pairs).toHaveLength(2)
})

test('the cell shows what holds for the kinds of work alone; a hazard on a side is counted, not shown', () => {
  const cells = matrixOf([
    pair({ typeA: '01', typeB: '02', hazardB: '04', severity: 3 }),
    pair({ typeA: '01', typeB: '02', severity: 1 }),
    pair({ typeA: '01', hazardB: '04' }),
  ])
  expect(cells.get(cellKey('01', '02'))).toMatchObject({ severity: 1, narrower: 1 })
  expect(cells.get(cellKey('01', ''))).toMatchObject({ severity: null, narrower: 1 })
})

test('what is switched off is there to be edited and shows nothing', () => {
  const cells = matrixOf([pair({ typeA: '01', typeB: '02', status: 0 })])
  expect(cells.get(cellKey('01', '02'))).toMatchObject({
    severity: null,
    narrower: 0,
    pairs: [{ status: 0 }],
  })
})
