import type { DeviceMessage, SetAsideMessage } from '@suoan/contract/device'

/** Why a message deserves a second look although it is delivered. */
export type MessageNote =
  /** Contains an event type outside `lo_event_type`: store raw, raise A16. */
  | 'UNKNOWN_EVENT_TYPE'
  /** Device time is 0 or more than 5 min ahead: timeQuality 0 (3-domain.md §5.5). */
  | 'TIME_IMPLAUSIBLE'
  /** Sequence number at or below one already seen in the same boot: a re-send, or a device gone wrong. */
  | 'SEQUENCE_BACKWARDS'

/** A message that fits its schema and its topic. */
export type DecodedMessage = DeviceMessage & { readonly notes: readonly MessageNote[] }

export type QuarantineReason =
  | 'TOO_LARGE'
  | 'NOT_UTF8'
  | 'NOT_JSON'
  | 'BAD_FIELDS'
  | 'WRONG_SN'
  | 'UNKNOWN_TOPIC'
  /** A gateway spoke for a device that is registered elsewhere. */
  | 'WRONG_CARRIER'
  /** The consumer stored the messages around it but failed on this one again and again. */
  | 'REFUSED_BY_CONSUMER'
  | MessageNote

/** A message set aside: never acknowledged as good, never thrown away unseen. */
export interface QuarantinedMessage extends SetAsideMessage {
  readonly code: 'LO-D1001'
  readonly reason: QuarantineReason
}
