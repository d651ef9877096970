import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** One source file: what it declares for others, what it passes on, and what it reads of other files. */
export interface Module {
  readonly file: string
  readonly text: string
  /** Values it declares and exports; a type may be named for whoever wants it. */
  readonly declares: readonly string[]
  /** `export { name as as } from 'from'`, types left out; `*` passes everything on. */
  readonly passesOn: readonly { readonly from: string; readonly name: string; readonly as: string }[]
  /** Names it imports of files of this repository; `*` is all of them. */
  readonly reads: readonly { readonly from: string; readonly name: string }[]
}

/** The modules of some folders of a repository, by path from its root; imports of packages by name are resolved. */
export function moduleGraph(root: string, folders: readonly string[]): ReadonlyMap<string, Module> {
  const files = folders.flatMap((folder) => sourcesIn(root, folder))
  const resolve = resolverOf(root, new Set(files))
  return new Map(files.map((file) => [file, readModule(root, file, (target) => resolve(file, target))]))
}

function sourcesIn(root: string, folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => path.posix.join(folder, name.split(path.sep).join('/')))
    .filter((file) => /\.tsx?$/.test(file) && !/\/(?:node_modules|\.types|dist)\//.test(file))
}

type Resolve = (target: string) => string | null

function readModule(root: string, file: string, resolve: Resolve): Module {
  const text = readFileSync(path.join(root, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const declares: string[] = []
  const passesOn: { from: string; name: string; as: string }[] = []
  const reads: { from: string; name: string }[] = []
  const read = (target: string | undefined, name: string) => {
    const from = resolve(target ?? '')
    if (from !== null) reads.push({ from, name })
  }
  for (const [, name] of text.matchAll(
    /^export (?:async |abstract )*(?:function\*?|const|let|class|enum) (\w+)/gm,
  ))
    declares.push(name ?? '')
  for (const [, list, target] of text.matchAll(/^export (\{[^}]*\}|\*) from '([^']+)'/gm)) {
    const from = resolve(target ?? '')
    if (from === null) continue
    for (const [name, as] of list === '*' ? [['*', '*'] as const] : namesIn(withoutTypes(list)))
      passesOn.push({ from, name, as })
  }
  for (const [, list] of text.matchAll(/^export \{([^}]*)\}$/gm))
    for (const [, as] of namesIn(withoutTypes(list))) declares.push(as)
  for (const [, list, target] of text.matchAll(/^import (?:type )?(?:\w+,? )?(\{[^}]*\}) from '([^']+)'/gm))
    for (const [name] of namesIn(list ?? '')) read(target, name)
  for (const [, space, target] of text.matchAll(/^import (?:type )?\* as (\w+) from '([^']+)'/gm)) {
    // A namespace that is only asked for its members reads these; one that is handed on reads everything.
    const uses = [...text.matchAll(new RegExp(`\\b${space}\\b(?:\\.(\\w+))?`, 'g'))].slice(1)
    for (const [, member] of uses) read(target, member ?? '*')
  }
  for (const [, target, , member] of text.matchAll(
    /import\(\s*'([^']+)'\s*,?\s*\)(?:\.then\(\(?(\w+)\)? =>[^)\n]*?\b\2\.(\w+))?/g,
  ))
    read(target, member ?? '*')
  return { file, text, declares, passesOn, reads }
}

const withoutTypes = (list = ''): string => list.replaceAll(/\btype \w+/g, '')

/** `{ a, type b as c }` as pairs of the name there and the name here. */
function namesIn(list: string): (readonly [name: string, as: string])[] {
  return list
    .replaceAll(/[{}]/g, '')
    .split(',')
    .map((each) => each.trim().replace(/^type /, ''))
    .filter((each) => each !== '')
    .map((each) => {
      const [name = '', as = name] = each.split(' as ')
      return [name, as] as const
    })
}

/** Finds the file an import names: a path, or an entry of a package's `exports`. */
function resolverOf(
  root: string,
  files: ReadonlySet<string>,
): (file: string, target: string) => string | null {
  const entries = new Map<string, { folder: string; exports: Readonly<Record<string, string>> }>()
  for (const parent of ['packages', 'apps'])
    for (const name of readdirSync(path.join(root, parent))) {
      const manifest = path.join(root, parent, name, 'package.json')
      if (!existsSync(manifest)) continue
      // npm has read the same file; its shape is known.
      const read = JSON.parse(readFileSync(manifest, 'utf8')) as {
        name: string
        exports?: Record<string, string>
      }
      entries.set(read.name, { folder: `${parent}/${name}`, exports: read.exports ?? {} })
    }
  return (file, target) => {
    if (target.startsWith('.')) {
      const found = path.posix.join(path.posix.dirname(file), target)
      return files.has(found) ? found : null
    }
    const [, name = '', below = ''] = /^(@suoan\/[\w-]+)(\/.*)?$/.exec(target) ?? []
    const entry = entries.get(name)
    if (!entry) return null
    const candidates = Object.entries(entry.exports).flatMap(([key, to]) => {
      const [before = '', after] = `.${below}` === key ? [key] : key.split('*')
      if (`.${below}` === key) return [to]
      if (after === undefined || !`.${below}`.startsWith(before) || !below.endsWith(after)) return []
      return [to.replace('*', `.${below}`.slice(before.length, after === '' ? undefined : -after.length))]
    })
    return candidates.map((to) => path.posix.join(entry.folder, to)).find((to) => files.has(to)) ?? null
  }
}
