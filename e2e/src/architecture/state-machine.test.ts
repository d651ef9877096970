import { readFileSync } from 'node:fs'
import { stateMachinePage } from '@suoan/model'
import { transitions } from '@suoan/domain/work-ticket'
import { expect, test } from 'vitest'

test('docs/state-machine.md shows the transition table as it is', () => {
  const page = readFileSync(new URL('../../../docs/state-machine.md', import.meta.url), 'utf8')
  expect(page, 'write it anew: npx tsx e2e/src/architecture/write-state-machine.ts').toBe(stateMachinePage())
  expect(page.split('\n').filter((line) => /^\| T\d\d \| /.test(line)).length).toBeGreaterThanOrEqual(
    transitions.length,
  )
})
