import type { RoleTag } from '../dictionaries/index.ts'
import type { ExternalFact } from './admission.ts'

export interface CertFact {
  certType: string
  /** Label shown in refusals, e.g. `监护人证`. */
  certName: string
  validFrom: number
  validTo: number
  revoked: boolean
}

/** A certificate that tags of a person ask. */
export interface RequiredCert {
  certType: string
  /** Label shown in refusals. */
  certName: string
  /** Which of his tags ask it; absent = each of them. */
  tags?: readonly RoleTag[]
}

/** `lo_work_person`, one entry per person with all his tags. */
export interface PersonFact {
  /** Who it is: the id of his account, or of his line in the register of people without one. Never empty. */
  userId: string
  name: string
  roleTags: readonly RoleTag[]
  certs: readonly CertFact[]
  /** Certificates `LoWorkType.certRules` asks of his tags, with labels. */
  requiredCerts: readonly RequiredCert[]
  isContractor: boolean
  /** What the register says of somebody without an account; null = he has an account. */
  external: ExternalFact | null
  /** Why his account lets him do nothing any more (`accountGap`); null = it is in order, or he has none. */
  accountGap: string | null
  briefed: boolean
  briefSigned: boolean
  /** His own locks protect him: on the box, or on every isolating point of the ticket (`ownLockMissing`). */
  personalLockOn: boolean
  /** Codes of the points without his lock, where he has one on others; absent: none on, or none missing. */
  ownLockMissing?: readonly string[] | undefined
  /** GUARD only: signed in at the post. */
  checkedIn: boolean
  onSite: boolean
  /** Number of the other ticket he is inside on, or stands guard on, now; null = none. A renewal is no other ticket (T46). */
  busyOn: { inside: string | null; guarding: string | null }
  /** His other live tickets, per tag (G04 MAX_LIVE, G15). */
  liveCounts: Readonly<Partial<Record<RoleTag, number>>>
  /** A lock of his was removed by others and he has not acknowledged it (T48). */
  mustAck: boolean
}
