import type { RoleTag } from '../dictionaries/index.ts'

export interface CertFact {
  certType: string
  /** Label shown in refusals, e.g. `监护人证`. */
  certName: string
  validFrom: number
  validTo: number
  revoked: boolean
}

/** `lo_work_person`, one entry per person with all his tags. */
export interface PersonFact {
  userId: string
  name: string
  roleTags: readonly RoleTag[]
  certs: readonly CertFact[]
  /** Certificates `LoWorkType.certRules` asks of his tags, with labels. */
  requiredCerts: readonly { certType: string; certName: string }[]
  isContractor: boolean
  briefed: boolean
  briefSigned: boolean
  /** An active personal hold (on a point or a box) of his on this ticket. */
  personalLockOn: boolean
  /** GUARD only: signed in at the post. */
  checkedIn: boolean
  onSite: boolean
  /** His other live tickets, per tag (G04 MAX_LIVE, G15). */
  liveCounts: Readonly<Partial<Record<RoleTag, number>>>
  /** A lock of his was removed by others and he has not acknowledged it (T48). */
  mustAck: boolean
}
