import type { ColumnType, Generated } from 'kysely'
import type { Time, TimeOrNull } from '../table-of.ts'

/** Tables of migrations 0002, 0023, 0024, 0106 and 0107. */
export interface SessionTables {
  sysSession: {
    /** The handle that lists and force-logout use. */
    id: string
    /** SHA-256 of the token, base64url. */
    tokenHash: string
    /** SHA-256 of the key of the files' cookie, base64url; null until the first page has asked for one. */
    fileHash: ColumnType<string | null, string | null | undefined, string | null>
    userId: string
    tenantId: number
    orgCode: string
    ip: string | null
    userAgent: string | null
    mustChangePassword: ColumnType<boolean, boolean | undefined, boolean>
    createdAt: Time
    lastSeenAt: Time
    expiresAt: Time
    /** When a socket of the session was last open; null when it never had one. */
    socketAt: TimeOrNull
  }
  sysPassword: {
    userId: string
    passwordHash: string
    mustChange: ColumnType<boolean, boolean | undefined, boolean>
    changedAt: Time
  }
  /** The PIN that a person signs with (migration 0086). */
  sysSignPin: { userId: string; pinHash: string; changedAt: Time }
  sysPasswordHistory: { id: string; userId: string; passwordHash: string; changedAt: Time }
  /** One row per password check under way (`failed` false) or gone wrong (`failed` true). */
  loginAttempt: {
    id: Generated<string>
    account: string
    /** Empty where the caller was signed in already. */
    address: string
    /** What is counted together (login-guard.ts). */
    bucket: string
    at: Time
    failed: ColumnType<boolean, boolean | undefined, boolean>
  }
  /** `subject` is a bucket of attempts, or `account:` and the name for all strangers. */
  loginLock: { subject: string; account: string; until: Time }
  /** Browsers in which an account has signed in (migration 0106). */
  sysKnownDevice: { account: string; deviceHash: string; address: string; lastUsedAt: Time }
  loginCaptcha: { key: string; codeHash: string; expiresAt: Time }
  /** What was sent to people; `content` only where no gateway is configured. */
  sentMessage: {
    id: string
    channel: 'sms' | 'mail'
    purpose: string
    recipient: string
    subject: string | null
    content: string | null
    state: 'queued' | 'sent' | 'failed' | 'kept'
    error: ColumnType<string | null, string | null | undefined, string | null>
    createdAt: Time
    settledAt: TimeOrNull
  }
  smsCode: {
    id: Generated<string>
    phone: string
    purpose: string
    codeHash: string
    /** The signed-in person who asked, where there is one. */
    askedBy: string | null
    address: string
    /** From the address that asked for it. */
    tries: ColumnType<number, number | undefined, number>
    /** From all other addresses together. */
    strangeTries: ColumnType<number, number | undefined, number>
    used: ColumnType<boolean, boolean | undefined, boolean>
    createdAt: Time
    expiresAt: Time
  }
  /** A step of a sign-in that waits for the next one; its token itself is not stored. */
  signInChallenge: {
    tokenHash: string
    purpose: string
    userId: string | null
    /** Hash of the cookie of the browser that began, where the step must end in the same one. */
    browserHash: string | null
    /** Who began it without a session; null where that is not limited. */
    address: ColumnType<string | null, string | null | undefined, string | null>
    data: ColumnType<unknown, string, string>
    tries: ColumnType<number, number | undefined, number>
    expiresAt: Time
  }
  sysTotp: {
    userId: string
    secretSealed: string
    lastStep: ColumnType<string, number | undefined, number>
    createdAt: Time
    confirmedAt: TimeOrNull
  }
  sysTotpRecovery: { userId: string; codeHash: string }
  sysThirdAccount: {
    id: string
    sysUserId: string
    thirdType: string
    /** The provider's `sub`. */
    thirdUserUuid: string
    /** The issuer. */
    thirdUserId: string
    realname: string | null
    avatar: ColumnType<string | null, string | null | undefined, string | null>
    status: ColumnType<number, number | undefined, number>
    delFlag: ColumnType<number, number | undefined, number>
    createBy: string | null
    createTime: Time
    updateBy: ColumnType<string | null, string | null | undefined, string | null>
    updateTime: TimeOrNull
  }
}
