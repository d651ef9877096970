import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

interface Package {
  readonly folder: string
  readonly may: readonly string[]
  /** What its tests may import beside that. */
  readonly inTests?: readonly string[]
}

const below = ['kit', 'domain', 'contract']
const pages = [...below, 'ui', 'console-base']

/** Which package may import which (docs/architecture.md). The lint rule teaches; this test holds the manifests to it. */
const packages: Readonly<Record<string, Package>> = {
  kit: { folder: 'packages/kit', may: [] },
  domain: { folder: 'packages/domain', may: ['kit'] },
  model: { folder: 'packages/model', may: ['kit', 'domain'] },
  contract: { folder: 'packages/contract', may: ['kit', 'domain'] },
  client: { folder: 'packages/client', may: ['contract'] },
  gateway: { folder: 'packages/gateway', may: below },
  platform: { folder: 'packages/platform', may: below },
  admin: { folder: 'packages/admin', may: [...below, 'platform'] },
  safety: { folder: 'packages/safety', may: [...below, 'platform'], inTests: ['admin', 'gateway', 'model'] },
  ui: { folder: 'packages/ui', may: ['kit'] },
  'console-base': { folder: 'packages/console-base', may: [...below, 'ui'] },
  'console-admin': { folder: 'packages/console-admin', may: pages },
  'console-safety': { folder: 'packages/console-safety', may: pages },
  console: { folder: 'apps/console', may: [...pages, 'console-admin', 'console-safety'] },
  'app-server': {
    folder: 'apps/server',
    may: [...below, 'gateway', 'platform', 'admin', 'safety', 'simulator'],
    inTests: ['client'],
  },
  simulator: { folder: 'apps/simulator', may: ['kit', 'contract', 'gateway'] },
}

test('every package stands in the table', () => {
  const folders = ['packages', 'apps'].flatMap((parent) =>
    readdirSync(path.join(root, parent))
      .map((name) => `${parent}/${name}`)
      .filter((folder) => existsSync(path.join(root, folder, 'package.json'))),
  )
  expect(folders.toSorted()).toEqual(
    Object.values(packages)
      .map(({ folder }) => folder)
      .toSorted(),
  )
})

describe.each(Object.entries(packages))('package %s', (name, { folder, may, inTests = [] }) => {
  test('names in package.json only the packages it may import', () => {
    const { dependencies = {}, devDependencies = {} } = manifest(folder)
    expect(may).toEqual(expect.arrayContaining(packagesIn(dependencies)))
    expect([...may, ...inTests]).toEqual(expect.arrayContaining(packagesIn(devDependencies)))
  })

  test('imports only packages that its package.json names, and itself only by paths within', () => {
    const { dependencies = {}, devDependencies = {} } = manifest(folder)
    const named = packagesIn(dependencies)
    for (const { file, target } of imports(folder)) {
      const imported = packageOf(target)
      const allowed = isTestSupport(file) ? [...named, ...packagesIn(devDependencies)] : named
      if (imported !== null) expect(allowed, `${file} imports ${target}`).toContain(imported)
      if (target.startsWith('.')) {
        const inside = path.relative(path.join(root, folder), path.resolve(path.dirname(file), target))
        expect(inside.startsWith('..'), `${file} leaves package ${name} by ${target}`).toBe(false)
      }
    }
  })
})

const isTestSupport = (file: string): boolean => /[\\/]testing(?:[\\/]|\.ts$)/.test(file)

function packageOf(name: string): string | null {
  return /^@suoan\/([\w-]+)/.exec(name)?.[1] ?? null
}

const packagesIn = (dependencies: Readonly<Record<string, string>>): string[] =>
  Object.keys(dependencies).flatMap((dependency) => packageOf(dependency) ?? [])

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

test('platform names no table of locks and work, and no feature', () => {
  const source = path.join(root, 'packages/platform/src')
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.test\.ts$|^testing[\\/]|^migrations[\\/]/.test(file),
  )
  expect(files.length).toBeGreaterThan(50)
  const naming = files.filter((file) =>
    /\blo_(?!timer\b)[a-z]+|'lo[A-Z]\w+'/.test(readFileSync(path.join(source, file), 'utf8')),
  )
  expect(naming).toEqual([])
})

test('pages of the console import another folder of pages only where the table says so', () => {
  // Who may import whom, and why: everything else goes through console-base.
  const allowed: Readonly<Record<string, readonly string[]>> = {
    // The popup of the gallery is fed by the reports of the server.
    'packages/console-admin/src/showcase': ['online-reports'],
    // The lock's page issues its tag; a rescue opens by the same dialog as the lock's page.
    'packages/console-safety/src/locks': ['site-tags'],
    // What a detector measures is shown alike at the device and at the ticket; a demo lock is shut at its point.
    // The plan of a ticket stands beside the part of the energy map that it cuts off.
    'packages/console-safety/src/work-tickets': ['locks', 'devices', 'simulator', 'energy-map'],
    // An event of the stream opens the lock it is about.
    'packages/console-safety/src/event-feed': ['locks'],
    // A procedure is what tickets begin with: its measures, roles and points are written as theirs are.
    'packages/console-safety/src/procedures': ['work-tickets', 'policy'],
  }
  const shared = new Set([
    'badges',
    'status',
    'position',
    'photo',
    'scan',
    'stop-orders',
    'papers',
    'area-plan',
  ])
  for (const parent of ['packages/console-admin/src', 'packages/console-safety/src']) {
    const folders = readdirSync(path.join(root, parent), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
    for (const { file, target } of imports(path.dirname(parent))) {
      if (!target.startsWith('.')) continue
      const from = path.relative(path.join(root, parent), file).split(path.sep)[0] ?? ''
      const to =
        path.relative(path.join(root, parent), path.resolve(path.dirname(file), target)).split(path.sep)[0] ??
        ''
      if (from === to || !folders.includes(from) || !folders.includes(to) || shared.has(to)) continue
      expect(allowed[`${parent}/${from}`] ?? [], `${file} imports ${target}`).toContain(to)
    }
  }
})

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
