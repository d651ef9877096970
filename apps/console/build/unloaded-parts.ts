import type { Plugin, Rolldown } from 'vite'

/** The files of a build by their names. */
type Bundle = Readonly<Record<string, Rolldown.OutputAsset | Rolldown.OutputChunk>>

/**
 * Beside each lazy import Vite lists all files that the part needs, for the browser to fetch them at once. Many of them
 * are there already, as the file with the import needs them too or the entry does; said again for each of a hundred pages
 * they cost every first visit about 2 KB. Here they leave the lists. What the browser fetches stays the same.
 */
export function unloadedParts(): {
  readonly plugin: Plugin
  resolveDependencies(file: string, dependencies: string[], host: { hostId: string }): string[]
} {
  let bundle: Bundle = {}
  const loaded = new Map<string, ReadonlySet<string>>()
  return {
    plugin: {
      name: 'unloaded-parts',
      apply: 'build',
      enforce: 'pre',
      generateBundle: {
        order: 'pre',
        handler(_, files) {
          bundle = files
          loaded.clear()
        },
      },
    },
    resolveDependencies(_, dependencies, { hostId }) {
      const there = loaded.get(hostId) ?? loadedWith(bundle, hostId)
      loaded.set(hostId, there)
      return dependencies.filter((file) => !there.has(file))
    },
  }
}

/** All files that are there when a chunk runs: itself, the entries, and whatever these import. */
function loadedWith(bundle: Bundle, file: string): ReadonlySet<string> {
  const entries = Object.values(bundle).filter((part) => part.type === 'chunk' && part.isEntry)
  const found = new Set([file, ...entries.map(({ fileName }) => fileName)])
  // A set gives what is added while it is walked.
  for (const name of found) {
    const part = bundle[name]
    if (part?.type === 'chunk') for (const imported of part.imports) found.add(imported)
  }
  return found
}
