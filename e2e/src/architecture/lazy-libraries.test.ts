import { build } from 'esbuild'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../support/root.ts'

/** Libraries of tens of megabytes or of dictionaries, each needed by few requests: loaded by the first that needs it. */
const rarelyNeeded = [
  'sharp',
  'pinyin-pro',
  'pdfkit',
  'bwip-js/node',
  'saxes',
  'age-encryption',
  'tar-stream',
  '@aws-sdk/client-s3',
  'nodemailer',
  'mysql2/promise',
  'mqtt',
  'jose',
  'otpauth',
  'uqr',
]

test('the start of the server loads no library that few requests need (design/performance.md P11)', async () => {
  const main = 'apps/server/src/main.ts'
  const { metafile } = await build({
    entryPoints: [path.join(root, main)],
    absWorkingDir: root,
    bundle: true,
    write: false,
    outdir: path.join(root, 'dist'),
    metafile: true,
    platform: 'node',
    format: 'esm',
    plugins: [
      {
        name: 'libraries stay outside',
        setup({ onResolve }) {
          onResolve({ filter: /^[^./]/ }, ({ path: name, kind }) =>
            kind === 'entry-point' || name.startsWith('@suoan/') ? undefined : { path: name, external: true },
          )
        },
      },
    ],
  })
  const loaded = new Map<string, string>()
  const waiting = [main]
  const seen = new Set(waiting)
  for (const file of waiting)
    for (const { path: target, kind, external } of metafile.inputs[file]?.imports ?? []) {
      if (kind !== 'import-statement') continue
      if (external) loaded.set(target, file)
      else if (!seen.has(target)) {
        seen.add(target)
        waiting.push(target)
      }
    }
  expect(seen.size).toBeGreaterThan(1_000)
  expect(rarelyNeeded.flatMap((name) => (loaded.has(name) ? [[name, loaded.get(name)]] : []))).toEqual([])
  expect([...loaded.keys()]).toContain('fastify')
})
