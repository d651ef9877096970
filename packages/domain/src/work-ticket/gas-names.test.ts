import { describe, expect, it } from 'vitest'
import { findGas, gasCodeOf, gasCodesOf, unknownGasText } from './gas-names.ts'

describe('the name of a gas (G14)', () => {
  it.each([
    ['H2S', 'H2S'],
    ['h2s', 'H2S'],
    [' H2 S ', 'H2S'],
    ['H₂S', 'H2S'],
    ['Ｈ２Ｓ', 'H2S'],
    ['H2\u200bS', 'H2S'],
    ['硫化氢', 'H2S'],
    ['硫化氢（H2S）', 'H2S'],
    ['一氧化碳', 'CO'],
    ['氧气', 'O2'],
    ['氧', 'O2'],
    ['o₂', 'O2'],
    ['可燃气体', 'LEL'],
    ['可燃气体（混合，按爆炸下限）', 'LEL'],
    ['%LEL', 'LEL'],
    ['Ex', 'LEL'],
    ['甲烷', 'CH4'],
    ['二氧化硫', 'SO2'],
    ['voc', 'VOC'],
    ['苯', '苯'],
    ['  ', ''],
  ])('%j is %j', (text, code) => expect(gasCodeOf(text)).toBe(code))

  it('of a list comes once each, however they are divided and written', () => {
    expect(gasCodesOf('O2, o₂，硫化氢、LEL；EX,')).toEqual(['O2', 'H2S', 'LEL'])
    expect(gasCodesOf(null)).toEqual([])
  })

  const standards = [
    { gasCode: 'O2', gasName: '氧气' },
    { gasCode: 'h2s', gasName: '硫化氢' },
    { gasCode: 'C6', gasName: '苯系物' },
  ]
  it('finds the limits by code or by the name that the plant gave it; another gas has none', () => {
    expect(findGas('硫化氢', standards)).toEqual({ code: 'H2S', standard: standards[1] })
    expect(findGas('苯系物', standards)).toEqual({ code: 'C6', standard: standards[2] })
    expect(findGas('XX', standards)).toEqual({ code: 'XX', standard: null })
    expect(findGas('', standards)).toEqual({ code: '', standard: null })
    expect(unknownGasText('XX', standards)).toContain(
      '已有标准的气体为 O2（氧气）、h2s（硫化氢）、C6（苯系物）',
    )
  })
})
