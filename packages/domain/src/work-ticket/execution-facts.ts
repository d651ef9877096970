import type { RoleTag, StopCause } from '../dictionaries/index.ts'
import type { GasSpot } from './gas.ts'
import type { PersonFact } from './person-fact.ts'

/** An open `lo_work_handover`: asked (0) or accepted (1). */
export interface HandoverFact {
  handoverId: string
  roleTag: RoleTag
  fromUserId: string
  fromName: string
  toUserId: string
  state: 0 | 1
  acceptedAt: number | null
  /** The incoming person with the certificates the tag asks; null when the plant has no such active person. */
  incoming: PersonFact | null
  /** PERMIT is a post, not a line of the ticket: the incoming must hold it. */
  holdsPost: boolean
}

/** The lifted set of a test run (T35), until it is locked and proven again (T37). */
export interface TestRunFact {
  pointIds: readonly string[]
  userIds: readonly string[]
  until: number
}

/** Why work stands still: one cause of those that stopped it, until somebody answers for it (T32, T55). */
export interface StopCauseFact {
  causeId: string
  kind: StopCause
  reason: string
  /** Which gas failed at which place; left out where that is not known, and for every other kind. */
  gas?: GasSpot | undefined
  /** Epoch ms. */
  at: number
  /** When somebody answered for it, epoch ms; null while it is open. */
  closedAt: number | null
}

/** An open `lo_work_extend`. */
export interface ExtensionFact {
  extendId: string
  newEnd: number
  askBy: string
  askTime: number
}
