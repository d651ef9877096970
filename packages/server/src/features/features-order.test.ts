import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { features } from './index.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const order = features.map(({ name }) => name)
const folders = readdirSync(here, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)

/** Every import of another feature by what ships: who imports whom, by which file. Worlds for tests may look anywhere. */
function crossings(feature: string): { file: string; target: string; by: string }[] {
  const files = readdirSync(path.join(here, feature), { recursive: true, encoding: 'utf8' })
  return files
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^testing(\.ts$|[\\/])/.test(file))
    .flatMap((file) => {
      const whole = path.join(here, feature, file)
      return [...readFileSync(whole, 'utf8').matchAll(/(?:from|import)\s*\(?'(\.[^']+)'/g)].map((match) => {
        const [target = '', ...rest] = path
          .relative(here, path.resolve(path.dirname(whole), match[1] ?? ''))
          .split(path.sep)
        return { file: `${feature}/${file}`, target, by: rest.join('/') }
      })
    })
    .filter(({ target }) => folders.includes(target) && target !== feature)
}

describe('the ordered list of features', () => {
  test('names every folder once', () => {
    expect([...order].sort()).toEqual([...folders].sort())
  })

  test.each(folders)('%s uses only features above it, through their index.ts', (feature) => {
    for (const { file, target, by } of crossings(feature)) {
      expect(by, `${file} reaches into ${target}; import its index.ts`).toBe('index.ts')
      expect(
        order.indexOf(target),
        `${file} uses ${target}, which stands below ${feature} in features/index.ts`,
      ).toBeLessThan(order.indexOf(feature))
    }
  })
})
