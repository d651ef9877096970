import { expect, test } from 'vitest'
import { failingNow, gasOwed, gasPapersGap, gasPasses, gasSampleGap } from './gas.ts'

test('G14 a reading is compared as measured: 21.0001 fails a limit of 21', () => {
  const oxygen = { limitMin: 19.5, limitMax: 21 }
  expect([19.5, 21, 21.0001, 19.4999, -1, Number.NaN].map((value) => gasPasses(value, oxygen))).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})

const sample = {
  position: '中部',
  value: 20.9,
  unit: '%vol',
  sampleTime: 0,
  calibValidTo: 10,
  detectorStatus: 1,
}

test('G14 a sample with a wrong unit or no figure cannot be compared', () => {
  expect(gasSampleGap(sample, { unit: '%vol' })).toBeNull()
  expect(gasSampleGap({ ...sample, unit: 'ppm' }, { unit: '%vol' })).toContain('单位')
  expect(gasSampleGap(sample, null)).toContain('没有合格标准')
  expect(gasSampleGap({ ...sample, value: Number.NaN }, { unit: '%vol' })).toContain('数字')
})

test('G14 papers: a future time, an expired detector and an unknown one are named', () => {
  expect(gasPapersGap(sample, 0)).toBeNull()
  expect(gasPapersGap({ ...sample, sampleTime: 60_001, calibValidTo: 9e12 }, 0)).toContain('取样时间')
  expect(gasPapersGap({ ...sample, sampleTime: 11 }, 20)).toContain('检定')
  expect(gasPapersGap({ ...sample, calibValidTo: null }, 0)).toContain('检测仪不存在')
  expect(gasPapersGap({ ...sample, detectorStatus: 3 }, 0)).toContain('检测仪已禁用')
  expect(gasPapersGap({ ...sample, detectorStatus: 5 }, 0)).toContain('检测仪已报废')
  expect(gasPapersGap({ ...sample, detectorStatus: 0 }, 0)).toContain('检测仪未激活')
  expect(gasPapersGap({ ...sample, detectorStatus: 2 }, 0)).toBeNull()
  expect(gasPapersGap({ ...sample, position: '' }, 0)).toContain('部位')
  expect(gasPapersGap({ ...sample, sampleTime: null }, 0)).toContain('取样时间')
})

const sampled = (gasCode: string, position: string, sampleTime: number, pass: boolean) => ({
  gasCode,
  position,
  sampleTime,
  pass,
  calibValidTo: 1e9,
})
const needed = [
  { gasCode: 'O2', position: '上部' },
  { gasCode: 'O2', position: '下部' },
]

test('T55 a failed gas is answered by the same gas at the same place after the stop, and by nothing else', () => {
  const spot = { gasCode: 'H2S', position: '泵坑' }
  const owed = (...tests: ReturnType<typeof sampled>[]) => gasOwed(spot, 10, { needed: [], tests })
  expect(owed()).toEqual(['泵坑 H2S'])
  expect(owed(sampled('O2', '泵坑', 11, true))).toEqual(['泵坑 H2S'])
  expect(owed(sampled('H2S', '井口', 11, true))).toEqual(['泵坑 H2S'])
  expect(owed(sampled('H2S', '泵坑', 10, true))).toEqual(['泵坑 H2S'])
  expect(owed(sampled('H2S', '泵坑', 11, false))).toEqual(['泵坑 H2S'])
  expect(owed(sampled('H2S', '泵坑', 11, true))).toEqual([])
})

test('T55 without a place every planned one is tested again, without a known gas every gas that is asked for', () => {
  const above = sampled('O2', '上部', 11, true)
  const below = sampled('O2', '下部', 12, true)
  expect(gasOwed({ gasCode: 'O2', position: '' }, 10, { needed, tests: [above] })).toEqual(['下部 O2'])
  expect(gasOwed({ gasCode: 'O2', position: '' }, 10, { needed, tests: [below, above] })).toEqual([])
  expect(gasOwed({ gasCode: '', position: '' }, 10, { needed, tests: [above] })).toEqual(['下部 O2'])
  expect(gasOwed({ gasCode: '', position: '' }, 10, { needed: [], tests: [] })).toEqual([
    '未说明部位 未知气体',
  ])
  expect(gasOwed({ gasCode: '', position: '' }, 10, { needed: [], tests: [above] })).toEqual([])
})

test('T30 a failing reading without a place or a known gas counts until what it may have meant is tested good', () => {
  const bad = sampled('', '', 10, false)
  const above = sampled('O2', '上部', 11, true)
  expect(failingNow({ needed, tests: [above, bad] })).toEqual([bad])
  expect(failingNow({ needed, tests: [sampled('O2', '下部', 12, true), above, bad] })).toEqual([])
})
