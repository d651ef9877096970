import { areaList } from '@vant/area-data'
import { describe, expect, it } from 'vitest'
import {
  areaMap,
  areaOfText,
  areaOptions,
  areaPath,
  areaRoot,
  areasBelow,
  areaText,
  isKnownArea,
} from './region.ts'

const areas = areaMap(areaList)

it('the provinces stand below 86, Hong Kong, Macao and Taiwan with them', () => {
  const names = areasBelow(areas, areaRoot).map(({ name }) => name)
  expect(names).toHaveLength(34)
  expect(names).toEqual(expect.arrayContaining(['北京市', '西藏自治区', '香港特别行政区', '台湾省']))
})
it('every district has a way of three levels that ends with it', () => {
  for (const code of Object.keys(areaList.county_list)) {
    const path = areaPath(areas, code)
    expect([code, path.length, path.at(-1)?.code]).toEqual([code, 3, code])
  }
})
it('every province and city has something below it', () => {
  for (const code of [...Object.keys(areaList.province_list), ...Object.keys(areaList.city_list)])
    expect(areasBelow(areas, code)).not.toEqual([])
})

describe('a stored code is read', () => {
  it.each([
    ['320506', '江苏省/苏州市/吴中区'],
    ['320500', '江苏省/苏州市'],
    ['320000', '江苏省'],
    ['653229', '新疆维吾尔自治区/和田地区/和安县'],
    ['441904', '广东省/东莞市/长安镇'],
    ['', ''],
  ])('%s: %s', (code, text) => expect(areaText(areas, code)).toBe(text))
  it.each([
    // 潜山县 became 潜山市 with another code.
    ['340824', '安徽省/安庆市/340824'],
    ['320699', '江苏省/南通市/320699'],
    ['329901', '江苏省/329901'],
    ['990101', '990101'],
    ['abc', 'abc'],
    ['86', '86'],
    ['__proto__', '__proto__'],
  ])('%s, which is not in use, stands behind what it stood in: %s', (code, text) => {
    expect(isKnownArea(areas, code)).toBe(false)
    expect(areaText(areas, code)).toBe(text)
  })
})

it('every text that a code is shown as leads back to it', () => {
  for (const list of Object.values(areaList))
    for (const code of Object.keys(list))
      expect([code, areaOfText(areas, areaText(areas, code))]).toEqual([code, code])
})
it.each([
  ['320506', '320506'],
  ['江苏省 苏州市 吴中区', '320506'],
  ['吴中区', '320506'],
  // There are several.
  ['鼓楼区', undefined],
  ['320599', undefined],
  ['某地', undefined],
  ['', undefined],
])('the text %j of a sheet is read as %s', (text, code) => expect(areaOfText(areas, text)).toBe(code))

it('the choices of a level name the code above them', () => {
  expect(areaOptions(areas, 0)[0]).toEqual({ value: '110000', text: '北京市' })
  expect(areaOptions(areas, 1)).toContainEqual({ value: '320500', text: '苏州市', parent: '320000' })
  expect(areaOptions(areas, 2)).toContainEqual({ value: '320506', text: '吴中区', parent: '320500' })
  expect(([0, 1, 2] as const).map((level) => areaOptions(areas, level).length)).toEqual([34, 369, 3479])
})
