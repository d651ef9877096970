import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { insideLimit, limitGap, limitTextGap, limitUnit, readingOf } from './verify-limit.ts'

const inside = (limit: string, value: number | null, unit: string) => insideLimit(limit, { value, unit })

describe('G12 a reading is compared with the limit of its point', () => {
  it.each([
    ['0 V', 0, 'V'],
    ['0 V', 0, 'kV'],
    ['≤0.00 MPa', 0, 'MPa'],
    ['≤0.05 MPa', 50, 'kPa'],
    ['≤0.05MPa', 0.5, 'bar'],
    ['≤0.05 MPa', 500, 'mbar'],
    ['≤50 V', 49_000, 'mV'],
    ['≤50 V', 0.05, 'KV'],
    ['≤50 V', -49, 'V'],
    ['<50 ℃', 49, '°C'],
    ['<50 ℃', -5, '℃'],
    ['≥3 mm', 3, 'mm'],
    ['＜50 V', 49, 'V'],
    ['≤５０ V', 50, 'Ｖ'],
    ['≦50 ㎸', 50, 'kV'],
    ['小于 50 V', 49.9, 'V'],
    ['不大于50伏', 50, 'V'],
    ['小于或等于 50 V', 50, 'V'],
    ['不小于 3 mm', 3, 'mm'],
    ['大于 3 mm', 3.1, 'mm'],
    ['0~50 V', 50, 'V'],
    ['0～50 V', -10, 'V'],
    ['0 mV ~ 50 V', 50, 'V'],
    ['0-50 V', 20, 'V'],
    ['-0.01~0.01 MPa', -0.01, 'MPa'],
    ['±5 V', -5, 'V'],
    ['0', 0, 'MPa'],
    ['0', 0, ''],
    ['放空阀全开', null, ''],
    ['放空阀全开', 0, 'MPa'],
    ['已冷却', 25, '℃'],
    ['', null, ''],
  ])('%s takes %d %s', (limit, value, unit) => {
    expect(limitGap(limit, { value, unit })).toBeNull()
    expect(limitTextGap(limit)).toBeNull()
  })

  it.each([
    ['0 V', 0.1, 'V', '超出判据'],
    ['0 V', null, '', '未填'],
    ['≤50 V', 49, 'kV', '超出判据'],
    ['≤50 V', 0.4, 'kV', '超出判据'],
    ['≤50 V', -10_000, 'V', '超出判据'],
    ['≤50 V', 49, 'MV', '单位'],
    ['≤0.05MPa', 0.6, 'bar', '超出判据'],
    ['≤0.05MPa', 0.04, 'mPa', '单位'],
    ['0 V', 0, 'MPa', '单位'],
    ['0 V', 0, '', '没有单位'],
    ['≤50', 49, 'kV', '单位'],
    ['0', 0, '℃', '单位'],
    ['＜50 V', 10_000, 'V', '超出判据'],
    ['＜50 V', 50, 'V', '超出判据'],
    ['≤５０ V', 51, 'V', '超出判据'],
    ['小于 50 V', 10_000, 'V', '超出判据'],
    ['小于等于50V', 50.1, 'V', '超出判据'],
    ['0~50 V', 51, 'V', '超出判据'],
    ['-0.01~0.01 MPa', -0.02, 'MPa', '超出判据'],
    ['不带电', 10_000, 'V', '没有可比较'],
    ['不带电', 10_000, '', '没有可比较'],
    ['', 1.6, 'MPa', '没有可比较'],
    ['≥3 mm', 2, 'mm', '超出判据'],
    ['<50 ℃', 50, '℃', '超出判据'],
  ])('%s does not take %d %s', (limit, value, unit, why) => {
    expect(limitGap(limit, { value, unit })).toContain(why)
  })

  it.each([
    '约50 V',
    '≤10,000 V',
    '≤50 V 或 0 A',
    '0 V（验电笔）',
    '50~0 V',
    '0 V~1 MPa',
    '≤1e3 V',
    '五0伏',
    '≤½ V',
    '0 V且接地',
  ])(
    '“%s” has a figure nobody can compare: refused to whoever writes it, and no reading is inside it',
    (limit) => {
      expect(limitTextGap(limit)).toContain('例如')
      expect(limitGap(limit, { value: 0, unit: 'V' })).toContain('无法识别')
    },
  )

  it.each(['≥0 V', '>0 kV', '≥50 V', '不低于 0.1 MPa', '≥-5 A', '≥0', '＞0 mm', '不小于0'])(
    '“%s” has no upper end: no reading of energy fails it, so it is refused and proves nothing',
    (limit) => {
      expect(limitTextGap(limit)).toContain('没有上限')
      expect(limitGap(limit, { value: 400, unit: limitUnit(limit) })).toContain('没有上限')
    },
  )

  it('names the unit a reading is asked in', () => {
    expect(['≤50 V', '＜50℃', '0~0.05 MPa', '放空阀全开', '约50 V'].map(limitUnit)).toEqual([
      'V',
      '℃',
      'MPa',
      '',
      '',
    ])
  })
})

it('reads a figure that stands alone, or with its unit among words', () => {
  const readings = [
    '0',
    ' -1.5 ',
    '４９',
    '49 kV',
    '全开',
    '1e3',
    '',
    '有压 1.2MPa',
    'V-105 全开',
    '2个阀已开',
  ].map((text) => readingOf(text, ''))
  expect(readings).toEqual([
    { value: 0, unit: '' },
    { value: -1.5, unit: '' },
    { value: 49, unit: '' },
    { value: 49, unit: 'kV' },
    { value: null, unit: '' },
    { value: null, unit: '' },
    { value: null, unit: '' },
    { value: 1.2, unit: 'MPa' },
    { value: null, unit: '' },
    { value: null, unit: '' },
  ])
})

it('a voltage or pressure typed with its unit proves nothing where the limit is words', () => {
  for (const [text, unit] of [
    ['380V', ''],
    ['380 V', 'V'],
    ['有压 1.2MPa', ''],
    ['0V，另一相 380V', ''],
    ['380', 'V'],
  ] as const)
    expect([text, insideLimit('无电压', readingOf(text, unit))]).toEqual([text, false])
  for (const text of ['无电压', '0', '0V', '放空阀 V-105 全开'])
    expect([text, insideLimit('无电压', readingOf(text, ''))]).toEqual([text, true])
  expect(insideLimit('≤50 V', readingOf('49 kV', 'V'))).toBe(false)
})

const families = [
  ['mV', 'V', 'kV'],
  ['mA', 'A', 'kA'],
  ['Pa', 'mbar', 'kPa', 'bar', 'MPa'],
] as const
const size: Readonly<Record<string, number>> = {
  mV: 1,
  V: 1e3,
  kV: 1e6,
  mA: 1,
  A: 1e3,
  kA: 1e6,
  Pa: 1,
  mbar: 100,
  kPa: 1e3,
  bar: 1e5,
  MPa: 1e6,
}
const signs = ['≤', '<=', '＜＝', '≦', '不大于', '不超过', '小于等于 ', '不高于'] as const
const units = fc
  .constantFrom(...families)
  .chain((family) => fc.tuple(fc.constantFrom(...family), fc.constantFrom(...family)))

test('G12 an upper limit takes just what is not larger than it in size, in whatever units both are written', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...signs),
      units,
      fc.integer({ min: 0, max: 20_000 }),
      fc.integer({ min: -20_000, max: 20_000 }),
      (sign, [limitIn, readIn], bound, value) => {
        const isIn =
          BigInt(Math.abs(value)) * BigInt(size[readIn] ?? 0) <= BigInt(bound) * BigInt(size[limitIn] ?? 0)
        expect(inside(`${sign}${bound} ${limitIn}`, value, readIn)).toBe(isIn)
        expect(inside(`0~${bound}${limitIn}`, value, readIn)).toBe(isIn)
      },
    ),
  )
})

test('G12 another kind of unit, or none, is never inside a limit that has one', () => {
  const other = fc
    .shuffledSubarray([...families], { minLength: 2, maxLength: 2 })
    .chain(([asked = ['V'], read = ['A']]) =>
      fc.tuple(fc.constantFrom(...asked), fc.constantFrom(...read, '', '℃', 'x')),
    )
  fc.assert(
    fc.property(fc.constantFrom(...signs), other, fc.integer(), (sign, [asked, read], value) => {
      expect(inside(`${sign}1000000 ${asked}`, value, read)).toBe(false)
    }),
  )
})

test('G12 a limit that holds a digit is compared or refused, never left to the conclusion', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 12 }), fc.nat(9), fc.string({ maxLength: 6 }), (a, digit, b) => {
      expect(inside(`${a}${digit}${b}`, null, '')).toBe(false)
    }),
  )
})
