import { expect, test } from 'vitest'
import { gasPasses, gasSampleGap } from './gas.ts'
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

test('G14 a sample with a wrong unit, a future time or an expired detector is named', () => {
  expect(gasSampleGap(sample, { unit: '%vol' }, 0)).toBeNull()
  expect(gasSampleGap({ ...sample, unit: 'ppm' }, { unit: '%vol' }, 0)).toContain('单位')
  expect(gasSampleGap({ ...sample, sampleTime: 60_001, calibValidTo: 9e12 }, { unit: '%vol' }, 0)).toContain(
    '取样时间',
  )
  expect(gasSampleGap({ ...sample, sampleTime: 11 }, { unit: '%vol' }, 20)).toContain('检定')
  expect(gasSampleGap({ ...sample, value: Number.NaN }, { unit: '%vol' }, 0)).toContain('数字')
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
