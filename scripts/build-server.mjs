// Bundles the server, its worker threads and the simulator: dist/server.js, dist/*-worker.js, dist/simulator.js.
import { existsSync, readdirSync } from 'node:fs'
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
}

/** Our own packages are TypeScript and become part of the bundle; other packages are imported as they are. */
function keepPackagesOutside(build) {
  build.onResolve({ filter: /^[^./]/ }, ({ path: name }) =>
    name.startsWith('@suoan/') ? undefined : { path: name, external: true },
  )
}
