import { lockType, tenant, type Field } from '@suoan/contract'
import { expect, it } from 'vitest'
import { cutText, textOfCell } from './CellText.tsx'

const cell = (field: Field, value: unknown) => textOfCell(field, 'f', { id: '1', f: value })

it('a figure has thousands separators, the number of a tenant has none (1-shell.md §9)', () => {
  expect(cell(lockType.fields.logCapacity, 12000)).toBe('12,000')
  expect(cell(tenant.fields.id, 12000)).toBe('12000')
})

it('a text is cut after 25 characters (1-shell.md §9)', () => {
  const whole = '锁'.repeat(25)
  expect([cutText(whole), cutText(`${whole}具`)]).toEqual([whole, `${whole}…`])
})
