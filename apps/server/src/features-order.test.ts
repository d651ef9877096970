import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { adminFeatures } from '@suoan/admin'
import { safetyFeatures } from '@suoan/safety'
import { describe, expect, test } from 'vitest'

const packages = fileURLToPath(new URL('../../../packages', import.meta.url))

/** Folders of a package that are no features, but what several of its features share. */
const shared: Readonly<Record<string, readonly string[]>> = {
  admin: ['migrations'],
  safety: ['evidence', 'migrations', 'seed', 'testing'],
}

const cases = [
  { name: 'admin', features: adminFeatures },
  { name: 'safety', features: safetyFeatures },
].map(({ name, features }) => {
  const folder = path.join(packages, name, 'src')
  const all = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
  return {
    name,
    folder,
    order: features.map((feature) => feature.name),
    folders: all.filter((each) => !shared[name]?.includes(each)),
  }
})

interface Crossing {
  readonly file: string
  readonly target: string
  readonly by: string
}

/** Every import of another feature by what ships: who imports whom, by which file. Test support may look anywhere. */
function crossings(folder: string, folders: readonly string[], feature: string): Crossing[] {
  const files = readdirSync(path.join(folder, feature), { recursive: true, encoding: 'utf8' })
  return files
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^testing(\.ts$|[\\/])/.test(file))
    .flatMap((file) => {
      const whole = path.join(folder, feature, file)
      return [...readFileSync(whole, 'utf8').matchAll(/(?:from|import)\s*\(?'(\.[^']+)'/g)].map((match) => {
        const [target = '', ...rest] = path
          .relative(folder, path.resolve(path.dirname(whole), match[1] ?? ''))
          .split(path.sep)
        return { file: `${feature}/${file}`, target, by: rest.join('/') }
      })
    })
    .filter(({ target }) => folders.includes(target) && target !== feature)
}

describe.each(cases)('the ordered list of features of $name', ({ folder, order, folders }) => {
  test('names every folder once', () => {
    expect(order.toSorted()).toEqual(folders.toSorted())
  })

  test.each(folders)('%s uses only features above it, through their index.ts', (feature) => {
    for (const { file, target, by } of crossings(folder, folders, feature)) {
      expect(by, `${file} reaches into ${target}; import its index.ts`).toBe('index.ts')
      expect(order.indexOf(target), `${file} uses ${target}, which stands below ${feature}`).toBeLessThan(
        order.indexOf(feature),
      )
    }
  })
})
