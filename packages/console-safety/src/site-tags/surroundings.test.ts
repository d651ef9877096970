import { checkFence, checkPlanMarks } from '@suoan/contract'
import { describe, expect, it } from 'vitest'
import { draftMarksOf } from './plan-marks.ts'
import { areasAbove, centerOf, fenceFigure, markedPlan, nearAreas, type NearArea } from './surroundings.ts'

const area = (id: string, part: Partial<NearArea> = {}): NearArea => ({
  id,
  pid: '0',
  areaCode: id,
  areaName: `区域${id}`,
  geoType: null,
  geo: null,
  planFile: null,
  planMarks: null,
  lng: null,
  lat: null,
  ...part,
})
const circle = (lng: number, radius: number) => ({ geoType: 'circle', geo: { center: [lng, 30], radius } })
const marks = [
  { x: 0, y: 1, lng: 120, lat: 30 },
  { x: 1, y: 0, lng: 120.01, lat: 30.01 },
]

it('the areas above are found, also where one stands above itself', () => {
  const areas = [area('A01'), area('A01A01', { pid: 'A01' }), area('X', { pid: 'X' })]
  expect(areasAbove(areas, 'A01A01').map(({ id }) => id)).toEqual(['A01A01', 'A01'])
  expect(areasAbove(areas, 'X').map(({ id }) => id)).toEqual(['X'])
  expect(areasAbove(areas, '0')).toEqual([])
})

it('a plan lies on the ground by two marks', () => {
  expect(markedPlan('temp/plan.png', marks)).toEqual({ file: 'temp/plan.png', marks })
  expect(markedPlan('temp/plan.png', null)).toBeNull()
  expect(markedPlan('', marks)).toBeNull()
})

it('marks are drawn while their places are missing', () => {
  const half = [{ x: 0.1, y: 0.2, lng: null, lat: null }, marks[1]]
  expect(draftMarksOf(half)).toEqual(half)
  expect(draftMarksOf([half[0]])).toBeNull()
  expect(draftMarksOf(['x', 'y'])).toBeNull()
})

it.each([
  [marks, null],
  [[marks[0]], '定位点：至少 2 项'],
  [[marks[0], { ...marks[1], lat: null }], '定位点 B“纬度”：请填写'],
  [[{ ...marks[0], lng: 181 }, marks[1]], '定位点 A“经度”：不能大于 180'],
  ['x', '定位点：内容的类型不对，请重新填写'],
])('marks %j are judged: %s', (value, words) => expect(checkPlanMarks(value)).toBe(words))

it('a fence whose sides cross is refused', () =>
  expect(
    checkFence({
      points: [
        [120, 30],
        [120.1, 30.1],
        [120.1, 30],
        [120, 30.1],
      ],
    }),
  ).toBe('“顶点”：边线相交，请移动或删除顶点'))

it('a sheet lies around the own place, else around what is above', () => {
  const above = [area('A01A01'), area('A01', circle(121, 50))]
  expect(centerOf({ lng: 120, lat: 30 }, above)).toEqual({ lng: 120, lat: 30 })
  expect(centerOf({ lng: undefined, lat: undefined }, above)).toEqual({ lng: 121, lat: 30 })
  expect(centerOf({ lng: undefined, lat: undefined }, [])).toBeNull()
})

describe('areas nearby', () => {
  // 0.001° of longitude are 96 m here.
  const own = fenceFigure(circle(120, 20))
  const areas = [
    area('A01', circle(120, 500)),
    area('A02', circle(120.001, 40)),
    area('A03', circle(120.001, 60)),
    area('A04', circle(120.01, 40)),
    area('A05'),
  ]
  it('are those within 50 m, the nearest first', () =>
    expect(nearAreas(own, '', areas).map(({ areaCode, metres }) => [areaCode, metres])).toEqual([
      ['A01', 0],
      ['A03', 16],
      ['A02', 36],
    ]))
  it('are none of its own branch', () =>
    expect(nearAreas(own, 'A01A01', areas).map(({ areaCode }) => areaCode)).toEqual(['A03', 'A02']))
  it('are none without a fence of its own', () => expect(nearAreas(null, 'A01', areas)).toEqual([]))
})
