// npm run bench: prints the table of figures (never part of npm test).
import { existsSync } from 'node:fs'
import path from 'node:path'
import { bootstrap, root } from './bootstrap.mjs'
import { findChromium } from './chromium.mjs'
import { script } from './stages.mjs'

const entry = 'e2e/src/bench/main.ts'
if (!existsSync(path.join(root, entry))) {
  process.stderr.write('缺少 ' + entry + '：测量程序还没有写。\n')
  process.exit(1)
}
await bootstrap()
const args = process.argv.slice(2)
const inBrowser = ['P12', 'P13', 'P14', 'SCROLL', 'FORM']
const parts = args.filter((one) => !one.startsWith('--')).map((one) => one.toUpperCase())
if (parts.length === 0 || parts.some((part) => inBrowser.includes(part))) {
  const chromium = await findChromium()
  if (chromium.path === undefined) process.stdout.write(`· ${chromium.reason}\n`)
  else process.env.CHROMIUM_PATH = chromium.path
}
process.exit(await script(entry, ...args))
