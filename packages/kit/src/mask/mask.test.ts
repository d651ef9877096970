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
  ])('%s %s is shown as %s', (kind, text, shown) => {
    expect(masked(kind, text)).toBe(shown)
  })

  it('never shows a whole text', () => {
    for (const kind of ['phone', 'mail', 'idNumber'] as const)
      for (const text of ['1', '12', '1234567', '13812345678', 'a@b.cn', '@x', '110101199003071234'])
        expect(masked(kind, text)).not.toBe(text)
  })
})
