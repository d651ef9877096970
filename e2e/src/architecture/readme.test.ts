import { readFileSync } from 'node:fs'
import { markdownTable } from '@suoan/platform/config-table'
import { expect, test } from 'vitest'

test('README shows the configuration table as the schema has it', () => {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
  expect(readme, 'write it anew: npx tsx e2e/src/architecture/write-readme-table.ts').toContain(
    markdownTable(),
  )
})
