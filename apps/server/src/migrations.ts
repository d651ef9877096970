import { adminMigrations } from '@suoan/admin/migrations'
import type { NamedMigration } from '@suoan/platform/db/migrate'
import { platformMigrations } from '@suoan/platform/migrations'
import { safetyMigrations } from '@suoan/safety/migrations'

/**
 * Every step of the schema in the order it is applied. Each package holds its own; the numbers run through all of them,
 * so the order is the same as when they stood in one folder, and a database of then is a database of now.
 */
export const migrations: readonly NamedMigration[] = [
  ...platformMigrations,
  ...adminMigrations,
  ...safetyMigrations,
].toSorted((one, other) => (one.name < other.name ? -1 : 1))
