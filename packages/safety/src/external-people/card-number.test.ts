import { describe, expect, it } from 'vitest'
import { plainName, readCardNumber } from './card-number.ts'

const numberOf = (text: string) => {
  const read = readCardNumber(text)
  return read && 'number' in read ? read.number : null
}
const objectionTo = (text: string) => {
  const read = readCardNumber(text)
  return read && 'objection' in read ? read.objection : null
}

describe('the number of a card', () => {
  it.each(['', '   ', null, undefined])('%j is none', (text) => {
    expect(readCardNumber(text)).toBeNull()
  })

  it.each([
    '11010519491231002X',
    ' 11010519491231002x\n',
    '１１０１０５１９４９１２３１００２ｘ',
    '110105.19491231.002X',
    '110105\u200B19491231\uFEFF002X',
    '110105—19491231—002X',
    '11010519491231002х',
    'l1o1o519491231oo2X',
    '110105491231002',
    '110105 491231 002',
  ])('%j is the same citizen', (text) => {
    expect(numberOf(text)).toBe('11010519491231002X')
  })

  it.each([
    ['E12345678', 'E12345678'],
    ['e 1234 5678', 'E12345678'],
    ['A123456(3)', 'A1234563'],
    ['CHN110081010125', 'CHN110081010125'],
    ['H1234567890', 'H1234567890'],
    ['C01X00T47', 'C01X00T47'],
  ])('%s of other papers is %s', (text, number) => {
    expect(numberOf(text)).toBe(number)
  })

  it.each([
    ['110105194912310021', '校验码'],
    ['11010519491231002K', '校验码'],
    ['11010519490231002X', '出生日期'],
    ['110105491331002', '出生日期'],
    ['1101051949123100', '应为 18 位，现为 16 位'],
    ['1101051949123100211', '应为 18 位，现为 19 位'],
    ['无', '只能由数字和英文字母组成'],
    ['---', '只能由数字和英文字母组成'],
    ['PASSPORT', '只能由数字和英文字母组成'],
    ['A1', '太短'],
    ['A1'.repeat(16), '太长'],
  ])('%s is refused: %s', (text, why) => {
    expect(objectionTo(text)).toContain(why)
  })
})

it('names are the same however they are spaced, cased and widened', () => {
  expect(plainName(' 常　违 ')).toBe(plainName('常违'))
  expect(plainName('Ａｂｃ·买买提')).toBe(plainName('ABC买买提'))
  expect(plainName('买买提•阿不都')).toBe(plainName('买买提·阿不都'))
  expect(plainName('常违')).not.toBe(plainName('常伟'))
})
