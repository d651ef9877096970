// npm run faults: kills and floods the system on purpose and proves what it keeps.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { bootstrap, root } from './bootstrap.mjs'
import { script } from './stages.mjs'

const entry = 'e2e/src/faults/main.ts'
if (!existsSync(path.join(root, entry))) {
  process.stderr.write('缺少 ' + entry + '：故障演练程序还没有写。\n')
  process.exit(1)
}
await bootstrap()
process.exit(await script(entry, ...process.argv.slice(2)))
