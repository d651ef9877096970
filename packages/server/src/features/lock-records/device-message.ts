import type {
  AckMessage,
  BirthMessage,
  EventMessage,
  RequestMessage,
  StateMessage,
  StatusMessage,
  TelemetryMessage,
} from '@suoan/contract/device'

interface Message<Kind extends string, Body> {
  readonly kind: Kind
  readonly tenantId: number
  readonly sn: string
  /** The gateway or key that carried it; null when the device speaks for itself. */
  readonly parentSn: string | null
  /** Received, epoch ms. */
  readonly recvTs: number
  readonly topic: string
  readonly body: Body
}

/** What a device said, checked against its schema and topic. Features see this, not the gateway that brings it. */
export type DeviceMessage =
  | Message<'birth', BirthMessage>
  | Message<'status', StatusMessage>
  | Message<'state', StateMessage>
  | Message<'telemetry', TelemetryMessage>
  | Message<'event', EventMessage>
  | Message<'ack', AckMessage>
  | Message<'req', RequestMessage>
