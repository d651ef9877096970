import type { CommandType } from '@suoan/domain/dictionaries'
import type { AckMessage, RequestMessage, ResponseMessage } from './command.ts'
import type { EventMessage } from './event.ts'
import type { GasMessage } from './gas.ts'
import type { DeviceResultCode } from './result-codes.ts'
import type { BirthMessage, StateMessage, StatusMessage, TelemetryMessage } from './state.ts'

// What the platform and its gateway to the devices hand each other. Both import it, neither the other.

interface Message<Kind extends string, Body> {
  readonly kind: Kind
  readonly tenantId: number
  readonly sn: string
  /** The gateway or key that carried it; null when the device speaks for itself. */
  readonly parentSn: string | null
  /** When the platform received it, epoch ms. */
  readonly recvTs: number
  readonly topic: string
  readonly body: Body
}

/** What a device said, checked against its schema and topic. Times in the body are still the device's own. */
export type DeviceMessage =
  | Message<'birth', BirthMessage>
  | Message<'status', StatusMessage>
  | Message<'state', StateMessage>
  | Message<'telemetry', TelemetryMessage>
  | Message<'event', EventMessage>
  | Message<'gas', GasMessage>
  | Message<'ack', AckMessage>
  | Message<'req', RequestMessage>

/** A command to one device. */
export interface DeviceCommand {
  readonly cmdId: string
  readonly tenantId: number
  readonly sn: string
  /** Serial number of the gateway or key the lock is reached through, if any. */
  readonly parentSn: string | null
  readonly type: CommandType
  /** Epoch ms after which the device must drop it. */
  readonly exp: number
  readonly by: string
  readonly workId: string | null
  readonly decisionId: string | null
  readonly params: Readonly<Record<string, unknown>>
  /** Random text against replay; the gateway makes one when it is missing. */
  readonly nonce?: string | undefined
}

/** The answer to a device's question (`up/req`), to be sent now or never. */
export interface DeviceAnswer {
  readonly tenantId: number
  readonly sn: string
  readonly parentSn: string | null
  readonly payload: ResponseMessage
}

/** LO-D3004 device not connected, LO-D3001 its gateway not connected, LO-D3003 no way to any device, LO-D1003 past `exp`. */
export type SendResult = { readonly sent: true } | { readonly sent: false; readonly code: DeviceResultCode }

/** A device went on or off line. */
export interface PresenceChange {
  readonly tenantId: number
  readonly sn: string
  /** The gateway or key that carries it now; null when it has a connection of its own. */
  readonly parentSn: string | null
  readonly online: boolean
  /** Epoch ms. */
  readonly at: number
}

/** What a connection shows: user name `tenant/serial`, password = the device's secret. */
export interface DeviceCredentials {
  readonly username: string
  readonly password: string
}

/** Who a connection is, as proved by its credentials. */
export interface DeviceIdentity {
  readonly tenantId: number
  readonly sn: string
  /** Serial numbers it may speak for as a gateway; empty for a plain device. */
  readonly children: readonly string[] | 'any'
}

/** A message set aside for people to look at. */
export interface SetAsideMessage {
  readonly reason: string
  readonly topic: string
  readonly sn: string | null
  /** Epoch ms. */
  readonly recvTs: number
  /** Bytes of the payload. */
  readonly size: number
  /** Its beginning, control characters replaced. */
  readonly head: string
  /** True when the message was delivered all the same and this is only a copy. */
  readonly delivered: boolean
}
