import type { NamedMigration } from '../db/migrate.ts'
import { systemTables } from './0001-system.ts'

/** Every migration in the order it is applied. Imported statically, for the server is one bundle. */
export const migrations: readonly NamedMigration[] = [systemTables]
