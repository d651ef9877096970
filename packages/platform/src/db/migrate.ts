import { type Kysely, Migrator, type Migration } from 'kysely'
import type { Database } from './schema.ts'

/** One step of the schema, named `NNNN-what`. Frozen once released; there is no way down. */
export interface NamedMigration {
  readonly name: string
  readonly up: Migration['up']
}

/** A database that is not ours to change: its history and our list do not fit together, or a step failed. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

/**
 * Brings the schema up to date: all missing steps in one transaction under the migrator's lock (several nodes may
 * start at once). Returns the names of the steps taken.
 */
export async function migrate(
  db: Kysely<Database>,
  migrations: readonly NamedMigration[],
): Promise<string[]> {
  const misplaced = migrations.find(
    (one, index) => index > 0 && one.name <= (migrations[index - 1]?.name ?? ''),
  )
  if (misplaced !== undefined)
    throw new MigrationError(`migration ${misplaced.name} stands in the wrong place of the list`)
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: async () => Object.fromEntries(migrations.map(({ name, up }) => [name, { up }])),
    },
    migrationTableName: 'schema_migration',
    migrationLockTableName: 'schema_migration_lock',
    // Work that goes on side by side lands in another order than its numbers: an installation that took a later step
    // takes the one in between too. A step that it took and we do not know is still refused.
    allowUnorderedMigrations: true,
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error !== undefined) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName
    throw new MigrationError(
      `数据库结构升级失败${failed === undefined ? '' : `（${failed}）`}，已回到升级前的状态`,
      { cause: error },
    )
  }
  return (results ?? []).map((result) => result.migrationName)
}
