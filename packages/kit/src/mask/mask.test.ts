import { describe, expect, it } from 'vitest'
import { masked, type SensitiveKind } from './index.ts'

describe('masked', () => {
  it.each<[SensitiveKind, string, string]>([
    ['phone', '13812345678', '138****5678'],
    ['phone', '+8613812345678', '+86****5678'],
    ['phone', '8120', '***0'],
    ['phone', '112', '***'],
    ['mail', 'zhang@example.com', 'z***@example.com'],
    ['mail', 'z@example.com', '***@example.com'],
    ['mail', 'no address', '********ss'],
    ['idNumber', '110101199003071234', '110***********1234'],
    ['idNumber', 'E12345678', '*******78'],
    ['phone', '', ''],
    ['within', 'zhang', 'zhang'],
    ['within', '100123', '100123'],
    ['within', '13812345678', '138****5678'],
    ['within', '+8613812345678', '+86****5678'],
    ['within', 'zhang@example.com', 'z***@example.com'],
    [
      'within',
      '550 5.1.1 <zhang@example.com>: Recipient rejected, 13812345678 of 110101199003071234',
      '550 5.1.1 <z***@example.com>: Recipient rejected, 138****5678 of 110***********1234',
    ],
    ['within', '没有登记手机号，票号 GZ-20260302-0001', '没有登记手机号，票号 GZ-20260302-0001'],
  ])('%s %s is shown as %s', (kind, text, shown) => {
    expect(masked(kind, text)).toBe(shown)
  })

  it('never shows a whole text', () => {
    for (const kind of ['phone', 'mail', 'idNumber'] as const)
      for (const text of ['1', '12', '1234567', '13812345678', 'a@b.cn', '@x', '110101199003071234'])
        expect(masked(kind, text)).not.toBe(text)
  })
})
