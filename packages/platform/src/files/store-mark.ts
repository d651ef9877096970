import { randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'

/** In DATA_DIR, and by this name among the keys of the installation. */
const MARK = 'store'

/**
 * Whether `dataDir` holds the files and keys that the database speaks of, by a mark that stands in both. A node that is
 * alone (`isAlone`) decides which folder it is: the first start, or a folder that was moved. Throws when the folder
 * cannot be written.
 */
export async function isSharedStore(
  db: Kysely<Database>,
  dataDir: string,
  isAlone: boolean,
): Promise<boolean> {
  const own = await markOf(dataDir)
  await db
    .insertInto('installationKey')
    .values({ name: MARK, value: own })
    .onConflict((conflict) =>
      isAlone ? conflict.column('name').doUpdateSet({ value: own }) : conflict.column('name').doNothing(),
    )
    .execute()
  const known = await db
    .selectFrom('installationKey')
    .select('value')
    .where('name', '=', MARK)
    .executeTakeFirst()
  return known?.value === own
}

/** The mark of the folder, made when it has none; of two processes that make it the first one's stays. */
async function markOf(dataDir: string): Promise<string> {
  const file = path.join(dataDir, `${MARK}.id`)
  await mkdir(dataDir, { recursive: true })
  try {
    await writeFile(file, randomUUID(), { flag: 'wx' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return (await readFile(file, 'utf8')).trim()
}
