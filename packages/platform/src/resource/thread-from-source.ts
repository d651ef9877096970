import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** The one call of the bundler that is made here; a server that was built has no bundler beside it. */
interface Bundler {
  build(options: object): Promise<{ readonly outputFiles: readonly { readonly text: string }[] }>
}

const scripts = new Map<string, Promise<string>>()

/**
 * The script of a thread whose file is TypeScript, with everything it imports: for tests and `npm run dev`. Each file is
 * bundled once per process; a TypeScript loader in every thread costs a second of computing each. `outside` names packages
 * that find files of their own beside them: they are loaded from where they lie.
 */
export function bundledThread(file: URL, outside: readonly string[] = []): Promise<string> {
  const known = scripts.get(file.href)
  if (known !== undefined) return known
  const made = bundle(fileURLToPath(file), outside)
  scripts.set(file.href, made)
  return made
}

async function bundle(file: string, outside: readonly string[]): Promise<string> {
  // Not imported: the bundle of the server must not look for it.
  const { build }: Bundler = createRequire(import.meta.url)('esbuild')
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: outside,
    // A script without a file looks for packages from the working directory.
    banner: { js: `require = require('node:module').createRequire(${JSON.stringify(file)});` },
    write: false,
  })
  const [script] = outputFiles
  if (script === undefined) throw new Error(`the bundler made nothing of ${file}`)
  return script.text
}
