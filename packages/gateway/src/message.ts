import type {
  AckMessage,
  BirthMessage,
  EventMessage,
  RequestMessage,
  StateMessage,
  StatusMessage,
  TelemetryMessage,
} from '@suoan/contract/device'

/** Why a message deserves a second look although it is delivered. */
export type MessageNote =
  /** Contains an event type outside `lo_event_type`: store raw, raise A16. */
  | 'UNKNOWN_EVENT_TYPE'
  /** Device time is 0 or more than 5 min ahead: timeQuality 0 (3-domain.md §5.5). */
  | 'TIME_IMPLAUSIBLE'
  /** Sequence number at or below one already seen in the same boot: a re-send, or a device gone wrong. */
  | 'SEQUENCE_BACKWARDS'

type Decoded<Kind extends string, Body> = {
  readonly kind: Kind
  readonly tenantId: number
  readonly sn: string
  /** The gateway that carried it; null when the device speaks for itself. */
  readonly parentSn: string | null
  /** When the platform received it, epoch ms. */
  readonly recvTs: number
  readonly topic: string
  readonly notes: readonly MessageNote[]
  readonly body: Body
}

/** A message that fits its schema and its topic. Times are still the device's own. */
export type DecodedMessage =
  | Decoded<'birth', BirthMessage>
  | Decoded<'status', StatusMessage>
  | Decoded<'state', StateMessage>
  | Decoded<'telemetry', TelemetryMessage>
  | Decoded<'event', EventMessage>
  | Decoded<'ack', AckMessage>
  | Decoded<'req', RequestMessage>

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

/** A message set aside for people to look at. */
export type QuarantinedMessage = {
  readonly code: 'LO-D1001'
  readonly reason: QuarantineReason
  readonly topic: string
  readonly sn: string | null
  readonly recvTs: number
  /** Bytes of the payload. */
  readonly size: number
  /** Its beginning, control characters replaced. */
  readonly head: string
  /** True when the message was delivered all the same and this is only a copy. */
  readonly delivered: boolean
}
