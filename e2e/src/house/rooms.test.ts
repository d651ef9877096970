import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Which room may import which (docs/architecture.md). The lint rule teaches; this test holds the manifests to it. */
const rooms: Readonly<Record<string, { readonly folder: string; readonly may: readonly string[] }>> = {
  kit: { folder: 'packages/kit', may: [] },
  domain: { folder: 'packages/domain', may: ['kit'] },
  contract: { folder: 'packages/contract', may: ['kit', 'domain'] },
  gateway: { folder: 'packages/gateway', may: ['kit', 'domain', 'contract'] },
  server: { folder: 'packages/server', may: ['kit', 'domain', 'contract', 'gateway'] },
  ui: { folder: 'packages/ui', may: ['kit'] },
  console: { folder: 'apps/console', may: ['kit', 'domain', 'contract', 'ui'] },
  'app-server': { folder: 'apps/server', may: ['server', 'simulator'] },
  simulator: { folder: 'apps/simulator', may: ['kit', 'contract', 'gateway'] },
}

describe.each(Object.entries(rooms))('room %s', (name, { folder, may }) => {
  test('names in package.json only the rooms it may import', () => {
    const { dependencies, devDependencies } = manifest(folder)
    const named = Object.keys({ ...dependencies, ...devDependencies }).flatMap(
      (dependency) => roomOf(dependency) ?? [],
    )
    expect(may).toEqual(expect.arrayContaining(named))
  })

  test('imports only rooms that its package.json names, and itself only by paths within', () => {
    const named = Object.keys(manifest(folder).dependencies ?? {}).flatMap(
      (dependency) => roomOf(dependency) ?? [],
    )
    for (const { file, target } of imports(folder)) {
      const room = roomOf(target)
      if (room !== null) expect(named, `${file} imports ${target}`).toContain(room)
      if (target.startsWith('.')) {
        const inside = path.relative(path.join(root, folder), path.resolve(path.dirname(file), target))
        expect(inside.startsWith('..'), `${file} leaves room ${name} by ${target}`).toBe(false)
      }
    }
  })
})

function roomOf(name: string): string | null {
  return /^@suoan\/([\w-]+)/.exec(name)?.[1] ?? null
}

function manifest(folder: string): {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
} {
  // npm has read the same file; its shape is known.
  return JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8')) as ReturnType<
    typeof manifest
  >
}

function imports(folder: string): { file: string; target: string }[] {
  const source = path.join(root, folder, 'src')
  if (!existsSync(source)) return []
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .flatMap((name) => {
      const file = path.join(source, name)
      const found = readFileSync(file, 'utf8').matchAll(
        /^(?:import|export)[^'\n]*'([^']+)'|^\} from '([^']+)'|import\('([^']+)'\)/gm,
      )
      return [...found].map((match) => ({ file, target: match[1] ?? match[2] ?? match[3] ?? '' }))
    })
}

test('the checker of evidence packages stands alone: Node and itself, nothing of ours (M1, M14)', () => {
  const folder = path.join(root, 'apps/verify/src')
  const names = readdirSync(folder)
  expect(names).toContain('main.mjs')
  for (const name of names) {
    const text = readFileSync(path.join(folder, name), 'utf8')
    const targets = [...text.matchAll(/(?:\bfrom |\bimport(?: |\())'([^']+)'/g)].map(
      (match) => match[1] ?? '',
    )
    for (const target of targets)
      expect(target.startsWith('node:') || names.includes(target.slice(2)), `${name} imports ${target}`).toBe(
        true,
      )
  }
  expect(existsSync(path.join(root, 'apps/verify/package.json'))).toBe(false)
})
