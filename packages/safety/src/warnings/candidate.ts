import type { WarnType } from '@suoan/domain/warning'

/** A rule's condition holds for a lock: what the warning will say. One per (lock, rule, session). */
export interface Candidate {
  tenantId: number
  warnType: WarnType
  /** A lock, or for W06 of a whole gateway the gateway's device id. */
  lockId: string
  /** The opening it is about; the ticket's id when the lock is not open but unknown (W02). */
  sessionId: string
  areaCode: string | null
  sysOrgCode: string | null
  workId: string | null
  openUserId: string | null
  openTime: Date | null
  thresholdSec: number
  /** The warning's own moment, which may lie before the look that found it. */
  raiseTime: Date
  gatewayId?: string | null
  lockList?: readonly { lockId: string; lockName: string; sessionId: string }[] | null
}
