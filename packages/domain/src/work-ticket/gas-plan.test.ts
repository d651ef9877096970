import { expect, test } from 'vitest'
import { defaultGasPlaces, gasPlacesOf, gasPlanGap, gasPlanStates, gasPositionOf, neededGas } from './gas.ts'

const tank = { workType: '02', baseTypes: [], places: [{ areaType: '1', exZone: null }] }
const pit = { workType: '10', baseTypes: [], places: [{ areaType: '7', exZone: null }] }
const hot = { workType: '01', baseTypes: [], places: [{ areaType: '1', exZone: null }] }

test('G14 a confined space is tested at three heights where the ticket says nothing, other work at one place', () => {
  for (const site of [tank, pit])
    for (const stored of [null, []])
      expect(gasPlacesOf(stored, site).map(gasPositionOf)).toEqual(['作业点上部', '作业点中部', '作业点下部'])
  expect(gasPlacesOf(null, hot).map(gasPositionOf)).toEqual(['作业点'])
  expect(gasPlacesOf([{ place: '法兰', level: '' }], hot).map(gasPositionOf)).toEqual(['法兰'])
})

test('G01 a plan without places, or a compartment without one of its heights, is named', () => {
  expect(gasPlanGap(null, hot)).toContain('至少设定一处')
  expect(gasPlanGap([], tank)).toContain('上、中、下部')
  expect(gasPlanGap([{ place: '法兰', level: '' }], hot)).toBeNull()
  expect(gasPlanGap(defaultGasPlaces(tank, '1 号舱'), tank)).toBeNull()
  const plan = [...defaultGasPlaces(tank, '1 号舱'), { place: '2 号舱', level: '上' as const }]
  expect(gasPlanGap(plan, tank)).toBe('受限空间须检测上、中、下部：2 号舱 缺少中部、下部')
})

test('G14 every gas is needed at every planned place', () => {
  expect(neededGas(defaultGasPlaces(hot), ['O2', 'CH4'])).toEqual([
    { gasCode: 'O2', position: '作业点' },
    { gasCode: 'CH4', position: '作业点' },
  ])
})

test('G14 each planned place is untested, passed, failed or stale, by its newest sample', () => {
  const needed = neededGas(
    ['甲', '乙', '丙', '丁'].map((place) => ({ place, level: '' as const })),
    ['O2'],
  )
  const sampled = (position: string, sampleTime: number, pass: boolean) => ({
    gasCode: 'O2',
    position,
    sampleTime,
    pass,
    calibValidTo: 1e12,
  })
  const tests = [sampled('乙', 100_000, true), sampled('丙', 90_000, false), sampled('丁', 30_000, true)]
  const states = gasPlanStates({ needed, tests }, 1, 100_000).map(({ state }) => state)
  expect(states).toEqual(['untested', 'passed', 'failed', 'stale'])
})
