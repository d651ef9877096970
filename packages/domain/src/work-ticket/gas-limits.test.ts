import { describe, expect, test } from 'vitest'
import { gasLimitMistake, lawfulLimits, type GasStandard } from './gas-limits.ts'

const oxygen: GasStandard = { gasCode: 'O2', kind: 1, lel: null, limitMin: 19.5, limitMax: 21, unit: '%vol' }
const methane: GasStandard = { gasCode: 'CH4', kind: 2, lel: 5, limitMin: 0, limitMax: 0.5, unit: '%vol' }
const sulphide: GasStandard = { gasCode: 'H2S', kind: 3, lel: 4, limitMin: 0, limitMax: 10, unit: 'mg/m3' }
const other = (kind: number, change: Partial<GasStandard>): GasStandard => ({
  gasCode: 'X',
  kind,
  lel: null,
  limitMin: null,
  limitMax: 1,
  unit: '%vol',
  ...change,
})

describe('a limit no looser than GB 30871 and GBZ 2.1 is kept', () => {
  test.each<GasStandard>([
    oxygen,
    { ...oxygen, limitMax: 23.5 },
    { ...oxygen, limitMin: 20 },
    methane,
    { ...methane, unit: '%LEL', limitMax: 10 },
    { ...methane, unit: 'ppm', limitMax: 5000 },
    sulphide,
    { ...sulphide, unit: 'ppm', limitMax: 7.05 },
    { ...sulphide, unit: 'mg/m³' },
    other(2, { lel: 4, limitMax: 0.5 }),
    other(2, { limitMax: 0.2 }),
    other(2, { unit: '%LEL', limitMax: 5 }),
    other(3, { unit: 'mg/m3', limitMax: 300 }),
  ])('$gasCode $limitMin–$limitMax $unit', (standard) => {
    expect(gasLimitMistake(standard)).toBeNull()
    expect(lawfulLimits(standard)).toMatchObject({ limitMax: standard.limitMax })
  })
})

describe('a looser one is refused, and air is judged by the law all the same', () => {
  test.each<[GasStandard, string, number | null, number | null]>([
    [{ ...oxygen, limitMin: 5 }, '不得低于 19.5', 19.5, 21],
    [{ ...oxygen, limitMin: null }, '不得低于 19.5', 19.5, 21],
    [{ ...oxygen, limitMax: 23.6 }, '不得高于 23.5', 19.5, 23.5],
    [{ ...oxygen, limitMax: null }, '合格上限', 19.5, 23.5],
    [{ ...oxygen, gasCode: 'o2', kind: 3, limitMin: 5 }, '类别须为“氧”', 19.5, 21],
    [{ ...methane, limitMax: 50 }, '不得高于 0.5', 0, 0.5],
    [{ ...methane, unit: '%LEL', limitMax: 25 }, '不得高于 10 %LEL', 0, 10],
    [{ ...methane, gasCode: 'C3H8', lel: 9, limitMax: 0.5 }, '不得高于 0.2', 0, 0.2],
    [{ ...methane, unit: 'ppm', limitMax: 20_000 }, '不得高于 5000 ppm', 0, 5000],
    [{ ...sulphide, limitMax: 11 }, '不得高于 10 mg/m3', 0, 10],
    [{ ...sulphide, kind: 2 }, '类别须为“有毒”', 0, 10],
    [other(2, { lel: 3.9, limitMax: 0.5 }), '不得高于 0.2', null, 0.2],
    [other(2, { unit: '%LEL', limitMax: 6 }), '不得高于 5 %LEL', null, 5],
    [other(3, { limitMax: null, unit: 'ppm' }), '请填写合格上限', null, null],
  ])('%j: %s', (standard, text, limitMin, limitMax) => {
    expect(gasLimitMistake(standard)).toContain(text)
    expect(lawfulLimits(standard)).toEqual({ limitMin, limitMax })
  })

  test.each<[GasStandard, string]>([
    [{ ...oxygen, unit: 'ppm' }, '单位只能是 %vol'],
    [{ ...methane, unit: 'mg/m3' }, '单位只能是 %vol、%LEL、ppm'],
    [{ ...sulphide, unit: 'xyz' }, '单位只能是 mg/m3、ppm、%vol'],
    [{ ...methane, limitMin: 0.4, limitMax: 0.3 }, '合格下限不能高于合格上限'],
  ])('%j cannot be compared', (standard, text) => {
    expect(gasLimitMistake(standard)).toContain(text)
  })
})
