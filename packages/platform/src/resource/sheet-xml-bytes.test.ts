import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textXml } from './sheet-shared-texts.ts'
import { XmlBytes } from './sheet-xml-bytes.ts'

const written = (write: (xml: XmlBytes) => void): string => {
  const xml = new XmlBytes()
  write(xml)
  return Buffer.concat([...xml.full(), xml.rest()]).toString()
}

test('a text is written as its element, whatever signs stand at its ends and within', () => {
  const sign = fc.oneof(
    fc.constantFrom(
      ...'a b _ x \' = + - @ & < > " \t \r \n'.split(' '),
      ' ',
      '_x0041_',
      '\u0001',
      '\u007f',
      '\ud800',
      '\ufffe',
      '阀',
      '😀',
    ),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  )
  fc.assert(
    fc.property(fc.array(sign, { minLength: 1, maxLength: 40 }), (signs) => {
      const text = signs.join('')
      expect(written((xml) => xml.text(text))).toBe(textXml(text))
    }),
  )
})

test('a text of the greatest length that grows seven times is whole', () => {
  const text = '\u0001'.repeat(32_767)
  expect(written((xml) => xml.text(text))).toBe(textXml(text))
})

test('counts are written in digits', () => {
  for (const value of [0, 1, 9, 10, 99, 100, 999_999, 1_000_000, 1_048_576])
    expect(written((xml) => xml.count(value))).toBe(String(value))
})

test('pieces that fill up follow one another without a gap, and each is given once', () => {
  const xml = new XmlBytes()
  const given: Buffer[] = []
  let expected = ''
  for (let n = 0; n < 30_000; n++) {
    xml.markup('<row r="').count(n).markup('">').text(`备注 ${n}`).markup('</row>')
    expected += `<row r="${n}"><t>备注 ${n}</t></row>`
    if (n % 500 === 0) given.push(...xml.full())
  }
  given.push(...xml.full(), xml.rest())
  expect(Buffer.concat(given).toString()).toBe(expected)
  expect(given.length).toBeGreaterThan(5)
})
