import type { NamedMigration } from '../db/migrate.ts'
import { systemTables } from './0001-system.ts'
import { sessionTables } from './0002-session.ts'
import { installation } from './0008-installation.ts'
import { timers } from './0010-timers.ts'
import { serverClock } from './0031-server-clock.ts'
import { uploadQuota } from './0036-upload-quota.ts'
import { reactions } from './0041-reactions.ts'
import { sessionSockets } from './0079-session-sockets.ts'
import { accessTicket } from './0095-access-ticket.ts'
import { signInCounters } from './0106-sign-in-counters.ts'
import { fileKey } from './0107-file-key.ts'
import { callOfOperation } from './0208-call-of-operation.ts'
import { heldFiles } from './0261-held-files.ts'
import { markedReports } from './0282-marked-reports.ts'
import { unnamedBlobs } from './0286-unnamed-blob.ts'
import { exportJobs } from './0320-export-jobs.ts'
import { userAgents } from './0350-user-agents.ts'
import { tenantLogo } from './0352-tenant-logo.ts'
import { jobs } from './0380-jobs.ts'
import { toldConditions } from './0386-told-conditions.ts'
import { logOfPerson } from './0451-log-of-person.ts'
import { cancelledExports } from './0570-cancelled-exports.ts'

/** The steps of the schema that are of platform; apps/server puts those of all packages in one order. */
export const platformMigrations: readonly NamedMigration[] = [
  systemTables,
  sessionTables,
  installation,
  timers,
  serverClock,
  uploadQuota,
  reactions,
  sessionSockets,
  accessTicket,
  signInCounters,
  fileKey,
  callOfOperation,
  heldFiles,
  markedReports,
  unnamedBlobs,
  exportJobs,
  userAgents,
  tenantLogo,
  jobs,
  toldConditions,
  logOfPerson,
  cancelledExports,
]
