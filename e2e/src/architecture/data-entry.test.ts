import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../support/root.ts'

const folders: Readonly<Record<string, string>> = {
  ui: 'packages/ui/src',
  base: 'packages/console-base/src',
  admin: 'packages/admin/src',
  platform: 'packages/platform/src',
  j: 'e2e/src/journeys',
}

const rows = readFileSync(path.join(root, 'docs/data-entry.md'), 'utf8')
  .split('\n')
  .flatMap((line): [string, string, string][] => {
    const [, heading, file, test] = /^\| (.+?) +\| `([^`]+)` +\| (.+?) +\|$/.exec(line) ?? []
    return heading && file && test ? [[heading, file, test]] : []
  })

it('the table of the data-entry blocks is read', () => expect(rows.length).toBeGreaterThan(90))

it.each(rows)('%s is held by %s: %s', (_, file, test) => {
  const [first = '', ...rest] = file.split('/')
  const place = path.join(root, folders[first] ?? first, ...rest)
  expect(existsSync(place)).toBe(true)
  expect(readFileSync(place, 'utf8')).toContain(test)
})
