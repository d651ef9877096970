import { createHash } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PluginBuild } from 'esbuild'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * Starts `entry`, a file of this folder given without its ending (e.g. `resource/sheet/read-worker`; the name ends in
 * `-worker`, by which the build finds it). From source, in development and tests, the file is bundled on the way: Node
 * 20 cannot run TypeScript in a thread.
 */
export async function startWorker(entry: string, options: WorkerOptions = {}): Promise<Worker> {
  const isSource = import.meta.url.endsWith('.ts')
  const file = isSource
    ? await bundled(entry)
    : fileURLToPath(new URL(`./workers/${path.basename(entry)}.js`, import.meta.url))
  return new Worker(file, options)
}

/** Our own rooms are TypeScript and become part of the bundle; other packages are imported as they are. */
function keepPackagesOutside(build: PluginBuild): void {
  build.onResolve({ filter: /^[^./]/ }, ({ path: name }) =>
    name.startsWith('@suoan/') ? undefined : { path: name, external: true },
  )
}

const bundles = new Map<string, Promise<string>>()

function bundled(entry: string): Promise<string> {
  const known = bundles.get(entry)
  if (known !== undefined) return known
  const made = bundle(fileURLToPath(new URL(`./${entry}.ts`, import.meta.url)))
  bundles.set(entry, made)
  return made
}

async function bundle(source: string): Promise<string> {
  // A development tool, so it is not loaded by the built server.
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    entryPoints: [source],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    plugins: [{ name: 'packages stay outside', setup: keepPackagesOutside }],
  })
  const code = outputFiles[0]?.contents ?? new Uint8Array()
  // Below node_modules, so that the packages it imports are found.
  const folder = fileURLToPath(new URL('../../../node_modules/.cache/suoan-workers/', import.meta.url))
  await mkdir(folder, { recursive: true })
  const file = path.join(
    folder,
    `${path.basename(source, '.ts')}-${createHash('sha256').update(code).digest('hex').slice(0, 16)}.mjs`,
  )
  await writeFile(`${file}.${process.pid}`, code)
  await rename(`${file}.${process.pid}`, file)
  return file
}
