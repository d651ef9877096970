// Bundles the server, its worker threads and the simulator: dist/server.js, dist/*-worker.js, dist/simulator.js.
import { existsSync, readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

export async function buildServer(root) {
  const { build } = await import('esbuild')
  const workers = [
    'packages/platform/src',
    'packages/admin/src',
    'packages/safety/src',
    'apps/server/src',
  ].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true })
      .filter((file) => file.endsWith('-worker.ts'))
      .map((file) => path.join(root, folder, file)),
  )
  const simulator = path.join(root, 'apps/simulator/src/main.ts')
  await build({
    entryPoints: {
      server: path.join(root, 'apps/server/src/main.ts'),
      ...Object.fromEntries(workers.map((file) => [path.basename(file, '.ts'), file])),
      ...(existsSync(simulator) ? { simulator } : {}),
    },
    outdir: path.join(root, 'dist'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    // The engine keeps the text for as long as the server runs, twice as large with one Chinese letter in a comment.
    minifyWhitespace: true,
    lineLimit: 200,
    sourcesContent: false,
    logLevel: 'warning',
    plugins: [{ name: 'packages stay outside', setup: keepPackagesOutside }],
  })
  await escapeLetters(path.join(root, 'dist/server.js'))
}

/**
 * Our own packages are TypeScript and become part of the bundle, and so do two that are everywhere in it, without the languages
 * of zod, which we never speak; other packages are imported as they are.
 */
const inlined = new Set(['zod', 'kysely'])
function keepPackagesOutside(build) {
  build.onResolve({ filter: /locales.index\.js$/ }, () => ({ path: 'locales', namespace: 'empty' }))
  build.onLoad({ filter: /./, namespace: 'empty' }, () => ({ contents: 'export {}' }))
  build.onResolve({ filter: /^[^./]/ }, ({ path: name, importer }) =>
    name.startsWith('@suoan/') || inlined.has(name) || /node_modules.(zod|kysely)\b/.test(importer)
      ? undefined
      : { path: name, external: true },
  )
}

/**
 * Writes what is not ASCII (templates and patterns; esbuild has escaped the strings) as `\uXXXX`: a single letter of another
 * alphabet and the engine keeps the whole text with two bytes a sign. No text of the bundle is read raw (`String.raw`).
 */
async function escapeLetters(file) {
  const text = await readFile(file, 'utf8')
  const escaped = text.replaceAll(
    /[^\0-\x7f]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  if (escaped !== text) await writeFile(file, escaped)
}
