import type { NamedMigration } from '../db/migrate.ts'
import { systemTables } from './0001-system.ts'
import { lockDomainTables } from './0003-lock-domain.ts'
import { workTicketTables } from './0004-work-ticket.ts'

/** Every migration in the order it is applied. Imported statically, for the server is one bundle. */
export const migrations: readonly NamedMigration[] = [systemTables, lockDomainTables, workTicketTables]
