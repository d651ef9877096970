import { expect, it } from 'vitest'
import { csvLine } from './csv-line.ts'

it('quotes its cells, and lets none be a formula', () => {
  expect(csvLine(['LK-1', 3, null, undefined, '甲,乙', '说"好"'])).toBe(
    '"LK-1","3","","","甲,乙","说""好"""\r\n',
  )
  expect(csvLine(['=1+1', '@x'])).toBe('"\'=1+1","\'@x"\r\n')
})
