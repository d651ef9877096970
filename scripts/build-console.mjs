// Builds the console with Vite and puts a packed twin (.br, .gz) beside each text file, so that none is packed per request.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { run } from './run.mjs'

export async function buildConsole(root) {
  const vite = path.join(root, 'node_modules/vite/bin/vite.js')
  const { code, output } = await run(process.execPath, [vite, 'build'], {
    cwd: path.join(root, 'apps/console'),
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (code !== 0) {
    process.stderr.write(`${output}\n构建网页失败。\n`)
    process.exit(1)
  }
  const assets = path.join(root, 'apps/console/dist')
  const texts = readdirSync(assets, { recursive: true }).filter((file) => /\.(js|css|svg|json)$/.test(file))
  await Promise.all(texts.map((file) => pack(path.join(assets, file))))
}

async function pack(file) {
  const text = readFileSync(file)
  if (text.length < 1_000) return
  const quality = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
  }
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(text, quality))
  writeFileSync(`${file}.gz`, await promisify(gzip)(text, { level: 9 }))
}
