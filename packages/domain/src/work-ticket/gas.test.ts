import { expect, test } from 'vitest'
import { gasPapersGap, gasPasses, gasSampleGap } from './gas.ts'
import { insideLimit } from './verify-limit.ts'

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

const sample = { value: 20.9, unit: '%vol', sampleTime: 0, calibValidTo: 10 }

test('G14 a sample with a wrong unit or no figure cannot be compared', () => {
  expect(gasSampleGap(sample, { unit: '%vol' })).toBeNull()
  expect(gasSampleGap({ ...sample, unit: 'ppm' }, { unit: '%vol' })).toContain('单位')
  expect(gasSampleGap({ ...sample, value: Number.NaN }, { unit: '%vol' })).toContain('数字')
})

test('G14 papers: a future time, an expired detector and an unknown one are named', () => {
  expect(gasPapersGap(sample, 0)).toBeNull()
  expect(gasPapersGap({ ...sample, sampleTime: 60_001, calibValidTo: 9e12 }, 0)).toContain('取样时间')
  expect(gasPapersGap({ ...sample, sampleTime: 11 }, 20)).toContain('检定')
  expect(gasPapersGap({ ...sample, calibValidTo: null }, 0)).toContain('检测仪不存在')
})

test('G12 a verification limit compares by its sign, and a limit without a figure leaves it to the conclusion', () => {
  expect([
    insideLimit('0 V', 0),
    insideLimit('0 V', 0.1),
    insideLimit('≤0.00 MPa', 0),
    insideLimit('≤0.00 MPa', 0.01),
  ]).toEqual([true, false, true, false])
  expect([
    insideLimit('<50 ℃', 49),
    insideLimit('≥3 mm', 2),
    insideLimit('放空阀全开', null),
    insideLimit('0 V', null),
  ]).toEqual([true, false, true, false])
})
