import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { migrations } from '../migrations.ts'
import { migrate } from '@suoan/platform/db/migrate'
import { createPool, kyselyOver } from '@suoan/platform/db/open'

/** Fills the empty database at `url` with everything that each test's database starts with. */
export async function fillTemplate(url: string): Promise<void> {
  const pool = createPool(url, 2, 60, pino({ level: 'silent' }))
  try {
    await migrate(kyselyOver(pool), migrations)
  } finally {
    await pool.end()
  }
}

/** Changes whenever a file that shapes the template changes. */
export async function templateKey(): Promise<string> {
  const hash = createHash('sha256')
  for (const folder of [
    '../../../../packages/platform/src/migrations/',
    '../../../../packages/admin/src/migrations/',
    '../../../../packages/safety/src/migrations/',
    '../../../../packages/platform/src/db/embedded/',
    './',
  ]) {
    const base = fileURLToPath(new URL(folder, import.meta.url))
    for (const name of (await readdir(base, { recursive: true })).sort()) {
      if (name.endsWith('.ts')) hash.update(name).update(await readFile(`${base}/${name}`))
    }
  }
  return hash.digest('hex').slice(0, 16)
}
