import type { ColumnType, Generated } from 'kysely'
import type { Time } from '../schema.ts'

/** Tables of migration 0002-session. */
export interface SessionTables {
  sysSession: {
    /** The handle that lists and force-logout use. */
    id: string
    /** SHA-256 of the token, base64url. */
    tokenHash: string
    userId: string
    tenantId: number
    orgCode: string
    ip: string | null
    userAgent: string | null
    mustChangePassword: ColumnType<boolean, boolean | undefined, boolean>
    createdAt: Time
    lastSeenAt: Time
    expiresAt: Time
  }
  sysPassword: {
    userId: string
    passwordHash: string
    mustChange: ColumnType<boolean, boolean | undefined, boolean>
    changedAt: Time
  }
  sysPasswordHistory: { id: string; userId: string; passwordHash: string; changedAt: Time }
  /** One row per password check under way (`failed` false) or gone wrong (`failed` true). */
  loginAttempt: {
    id: Generated<string>
    account: string
    address: string
    at: Time
    failed: ColumnType<boolean, boolean | undefined, boolean>
  }
  /** `subject` is `account:name` or `address:ip`. */
  loginLock: { subject: string; until: Time }
  loginCaptcha: { key: string; codeHash: string; expiresAt: Time }
}
