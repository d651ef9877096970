import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { Client, type Pool } from 'pg'
import { pino } from 'pino'
import { inject } from 'vitest'
import { createPool, kyselyOver } from './db/open.ts'
import type { Database } from './db/schema.ts'
import { atDatabase } from './db/testing/template.ts'

/** A migrated database of its own for one test file. Disposing it drops it. */
export interface TestDatabase extends AsyncDisposable {
  readonly db: Kysely<Database>
  readonly pool: Pool
  /** To be given to `createServer` as DATABASE_URL. */
  readonly url: string
}

/**
 * Clones the run's template (`*.int.test.ts` only: other projects have no database). Use it once per file:
 * `const database = await createTestDatabase()`, `afterAll(() => database[Symbol.asyncDispose]())`.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const source = inject('testDatabase')
  // Our own letters and numbers: identifiers take no bound values.
  const name = `${source.prefix}_${randomBytes(6).toString('hex')}`
  await administer(source.url, `create database ${name} template ${source.template}`)
  const url = atDatabase(source.url, name)
  const pool = createPool(url, 8, 30, pino({ level: 'silent' }))
  return {
    db: kyselyOver(pool),
    pool,
    url,
    async [Symbol.asyncDispose]() {
      await pool.end()
      await administer(source.url, `drop database if exists ${name} with (force)`)
    },
  }
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
