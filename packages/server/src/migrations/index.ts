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
import { timers } from './0010-timers.ts'
import { approvalLife } from './0011-approval-life.ts'
import { execution } from './0012-execution.ts'
import { emergency } from './0013-emergency.ts'
import { warnings } from './0014-warnings.ts'
import { evidence } from './0015-evidence.ts'
import { explain } from './0016-explain.ts'
import { hazardPairs } from './0017-hazard-pairs.ts'
import { offline } from './0018-offline.ts'
import { holdIndexes } from './0020-hold-indexes.ts'
import { interlockSettings } from './0021-interlock-settings.ts'
import { presence } from './0022-presence.ts'
import { messagesAndCodes } from './0023-messages-and-codes.ts'
import { secondFactorAndThirdAccounts } from './0024-second-factor-and-third-accounts.ts'
import { ownAccount } from './0026-own-account.ts'
import { signInLimits } from './0029-sign-in-limits.ts'
import { ownProfile } from './0030-own-profile.ts'
import { serverClock } from './0031-server-clock.ts'
import { categories } from './0032-categories.ts'
import { checkRules } from './0034-check-rules.ts'
import { departRoles } from './0035-depart-roles.ts'
import { uploadQuota } from './0036-upload-quota.ts'
import { reactions } from './0041-reactions.ts'
import { liveWarnings } from './0049-live-warnings.ts'
import { ticketRows } from './0053-ticket-rows.ts'
import { listSearch } from './0059-list-search.ts'

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
  timers,
  approvalLife,
  execution,
  emergency,
  warnings,
  evidence,
  explain,
  hazardPairs,
  offline,
  holdIndexes,
  interlockSettings,
  presence,
  messagesAndCodes,
  secondFactorAndThirdAccounts,
  ownAccount,
  signInLimits,
  ownProfile,
  serverClock,
  categories,
  checkRules,
  departRoles,
  uploadQuota,
  reactions,
  liveWarnings,
  ticketRows,
  listSearch,
]
