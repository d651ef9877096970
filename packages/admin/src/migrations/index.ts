import type { NamedMigration } from '@suoan/platform/db/migrate'
import { messagesAndCodes } from './0023-messages-and-codes.ts'
import { secondFactorAndThirdAccounts } from './0024-second-factor-and-third-accounts.ts'
import { ownAccount } from './0026-own-account.ts'
import { signInLimits } from './0029-sign-in-limits.ts'
import { ownProfile } from './0030-own-profile.ts'
import { categories } from './0032-categories.ts'
import { checkRules } from './0034-check-rules.ts'
import { departRoles } from './0035-depart-roles.ts'
import { signInChallenge } from './0070-sign-in-challenge.ts'
import { signingSecrets } from './0086-signing-secrets.ts'
import { codeTries } from './0116-code-tries.ts'
import { ossFiles } from './0262-oss-file.ts'
import { announcementFiles } from './0300-announcement-files.ts'
import { listViews } from './0310-list-views.ts'
import { roleIndexes } from './0370-role-index.ts'
import { fillRules } from './0371-fill-rules.ts'
import { noSqlRules } from './0372-no-sql-rules.ts'
import { messageQueue } from './0390-message-queue.ts'
import { dataSources } from './0400-data-sources.ts'
import { regions } from './0430-regions.ts'
import { gatewayRoutes } from './0440-gateway-routes.ts'
import { dataSourceTls } from './0441-data-source-tls.ts'
import { positionCompany } from './0450-position-company.ts'
import { monitorsArePlatforms } from './0460-monitors-are-the-platforms.ts'
import { homesOfFieldRoles } from './0480-homes-of-field-roles.ts'
import { seedGrants } from './0536-seed-grants.ts'
import { onlineReports } from './0620-online-reports.ts'
import { peopleByName } from './0680-people-by-name.ts'

/** The steps of the schema that are of admin; apps/server puts those of all packages in one order. */
export const adminMigrations: readonly NamedMigration[] = [
  messagesAndCodes,
  secondFactorAndThirdAccounts,
  ownAccount,
  signInLimits,
  ownProfile,
  categories,
  checkRules,
  departRoles,
  signInChallenge,
  signingSecrets,
  codeTries,
  ossFiles,
  announcementFiles,
  listViews,
  roleIndexes,
  fillRules,
  noSqlRules,
  messageQueue,
  dataSources,
  regions,
  gatewayRoutes,
  dataSourceTls,
  positionCompany,
  monitorsArePlatforms,
  homesOfFieldRoles,
  seedGrants,
  onlineReports,
  peopleByName,
]
