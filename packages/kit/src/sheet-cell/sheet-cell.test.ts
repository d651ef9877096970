import fc from 'fast-check'
import { expect, it } from 'vitest'
import { guardCell, restoreCell } from './index.ts'

it.each(['=1', '+1', '-1', '@x', '\tx', '\rx', '\nx', "'=1"])('%j gets one apostrophe', (text) =>
  expect(guardCell(text)).toBe(`'${text}`),
)

it.each(['plain', "'quoted'", '', "''", 'a=1'])('%j stays as it is', (text) =>
  expect(guardCell(text)).toBe(text),
)

it('the apostrophe is taken back exactly', () => {
  const nearFormulas = fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\n', 'a') })
  fc.assert(fc.property(nearFormulas, (text) => restoreCell(guardCell(text)) === text))
})
