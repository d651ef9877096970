import type { StepRow, Ticket, TicketFacts } from '../work-ticket/index.ts'

/** What a ticket's own snapshot (`TicketFacts`) must carry for the invariants. */
export type TicketPicture = Pick<
  TicketFacts,
  'points' | 'holds' | 'locks' | 'sessions' | 'alarms' | 'persons' | 'steps' | 'flow' | 'emergency'
>

/** A decided review or approval row and the content hash its signer saw (`lo_work_review.contentHash`). */
export interface SignatureFact {
  rowId: StepRow['id']
  contentHash: string
}

/** One ticket as the invariants see it; `picture` is what `loadFacts` loads for it. */
export interface SafetyTicket {
  ticket: Ticket
  picture: TicketPicture
  /**
   * Everybody was told to leave (T25, T30, T32, T40) and nobody was told to come back (T33). Every way into phase 21 or 25
   * tells it (the model checks that), so a server may answer by the phase.
   */
  evacuationOrdered: boolean
  signatures: readonly SignatureFact[]
  /**
   * Hashes the content bore in this round, oldest first: as submitted, then after each edit of an approver that was not
   * core (T12). Reviews signed an earlier one, which is the same content but for what the approver put his name to.
   */
  sealedHashes: readonly string[]
}

/** A hold that was taken away (`lo_point_hold` state 0 of a lock that really hung there). */
export interface ReleaseFact {
  holdId: string
  workId: string
  /** Whose hold it was. */
  ownerId: string
  /** Personal locks (types 2, 3) belong to a person, isolation locks (type 1) to the ticket. */
  personal: boolean
  removedBy: string
  /** `removeMode`: 1 owner, 2 emergency removal, 3 atomic transfer. */
  mode: 1 | 2 | 3
  /** Transfer only: who took it over, and that he agreed. */
  acceptedBy: string | null
}

/** `lo_alarm_type` of an opening nobody allowed: without ticket, by force. */
export const openingAlarms: readonly string[] = ['A01', 'A02']

/** A successful OPEN in a lock's log. */
export interface OpeningFact {
  logId: string
  lockCode: string
  /** An allow decision (`lo_decision`) stands behind it. */
  decided: boolean
  /** Open or closed alarms that name it (`A01` opened without ticket, `A02` forced). */
  alarmTypes: readonly string[]
}

/** A hash chain after `verifyChain`. */
export interface ChainFact {
  kind: 'work' | 'lock'
  subject: string
  ok: boolean
  firstBreak: number | null
}

/** One consistent picture of the plant; lists that were not loaded are empty and judge nothing. */
export interface SafetySnapshot {
  tickets: readonly SafetyTicket[]
  releases: readonly ReleaseFact[]
  openings: readonly OpeningFact[]
  chains: readonly ChainFact[]
}

export type InvariantId = 'I1' | 'I2' | 'I3' | 'I4' | 'I5' | 'I6' | 'I7' | 'I8'

/** A promise that does not hold, in words a person can check on site. */
export interface Breach {
  id: InvariantId
  /** Null when it is about no single ticket (I6, I7). */
  workId: string | null
  pointId: string | null
  text: string
}
