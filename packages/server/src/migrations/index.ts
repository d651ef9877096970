import type { NamedMigration } from '../db/migrate.ts'
import { systemTables } from './0001-system.ts'
import { sessionTables } from './0002-session.ts'
import { lockDomainTables } from './0003-lock-domain.ts'
import { workTicketTables } from './0004-work-ticket.ts'
import { ticketNumbers } from './0005-ticket-numbers.ts'
import { holdsOnBoxes } from './0006-holds-on-boxes.ts'
import { logCounts } from './0007-log-counts.ts'
import { installation } from './0008-installation.ts'
import { hotLockRows } from './0009-hot-lock-rows.ts'

/** Every migration in the order it is applied. Imported statically, for the server is one bundle. */
export const migrations: readonly NamedMigration[] = [
  systemTables,
  sessionTables,
  lockDomainTables,
  workTicketTables,
  ticketNumbers,
  holdsOnBoxes,
  logCounts,
  installation,
  hotLockRows,
]
