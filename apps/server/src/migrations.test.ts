import { readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { migrations } from './migrations.ts'

const packages = fileURLToPath(new URL('../../../packages', import.meta.url))
const files = ['platform', 'admin', 'safety'].flatMap((name) =>
  readdirSync(path.join(packages, name, 'src/migrations'))
    .filter((file) => /^\d{4}-.*\.ts$/.test(file) && !file.endsWith('.test.ts'))
    .map((file) => file.slice(0, -'.ts'.length)),
)

test('every migration file of every package is applied, in the order of the numbers', () => {
  expect(migrations.map(({ name }) => name)).toEqual(files.toSorted())
})

test('no number is given twice, whichever packages have it', () => {
  const numbers = files.map((name) => name.slice(0, 4))
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([])
})
