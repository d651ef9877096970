import type { Blame } from './batcher.ts'
import type {
  DeviceCommand,
  DeviceCredentials,
  DeviceIdentity,
  PresenceChange,
  ResponseMessage,
  SendResult,
} from '@suoan/contract/device'
import type { Clock } from '@suoan/kit/clock'
import type { BrokerPort } from './broker/port.ts'
import type { DecodedMessage, QuarantinedMessage } from './message.ts'

/** The part of a structured logger the gateway needs; pino fits. */
export type GatewayLog = {
  debug(fields: object, text: string): void
  info(fields: object, text: string): void
  warn(fields: object, text: string): void
  error(fields: object, text: string): void
}

export type GatewayCounter =
  | 'received'
  | 'stored'
  | 'quarantined'
  | 'suspect'
  | 'retried'
  | 'denied'
  | 'dropped'
  | 'commandsSent'
  | 'commandsRefused'

export type LockGatewayOptions = {
  readonly broker: BrokerPort
  readonly clock: Clock
  readonly log: GatewayLog
  /**
   * Stores 1..500 messages, those of one lock in the order they came. Resolving means committed: the devices get their
   * PUBACK. Rejecting means not stored: nobody is answered and the same messages come again after a pause.
   */
  onMessages(messages: readonly DecodedMessage[]): Promise<void>
  /** What a rejection of `onMessages` says of the store; every one may be an outage without it. */
  blame?(error: unknown): Blame
  /** Who a connection is (embedded broker); null refuses it. */
  authenticate(credentials: DeviceCredentials): Promise<DeviceIdentity | null>
  /** Every message set aside; must not throw. */
  onQuarantine?(message: QuarantinedMessage): void
  /** A device went on or off line. */
  onPresence?(change: PresenceChange): void
  /** Our own connection to the broker stands, the first time or again: what was said meanwhile may be lost (external broker). */
  onReturn?(): void
  readonly metrics?: { add(counter: GatewayCounter, by: number): void }
  /** Most messages in one batch; 500 by default. */
  readonly maxBatch?: number
  /** Longest wait for company, ms; 5 by default. */
  readonly maxWaitMs?: number
  /** How long `stop` tries to store what has arrived, ms; 5000 by default. */
  readonly drainMs?: number
}

/** A grant package, configuration, firmware job or answer; the payload is already in wire form. */
export type DeviceParcel = {
  readonly tenantId: number
  readonly sn: string
  readonly parentSn: string | null
  readonly ttlMs: number
} & (
  | { readonly suffix: 'grant' | 'cfg' | 'ota'; readonly payload: Readonly<Record<string, unknown>> }
  | { readonly suffix: 'resp'; readonly payload: ResponseMessage }
)

export type LockGateway = {
  /** Connects or listens; answers with the MQTT address. */
  start(): Promise<{ readonly url: string }>
  /** Stores what has arrived (for at most `drainMs`), then ends all connections. */
  stop(): Promise<void>
  /**
   * Publishes a command now or says why not. Nothing is kept for later and nothing is sent twice: a late OPEN can
   * energise a line with people on it (3-domain.md §5.6). Repeating other types is the caller's decision.
   */
  send(command: DeviceCommand): Promise<SendResult>
  /** Sends any other downward message now or says why not. */
  deliver(parcel: DeviceParcel): Promise<SendResult>
  /** Ends a device's session (stolen, disabled); false when none was found or the broker is not ours. */
  kick(device: { readonly tenantId: number; readonly sn: string }): Promise<boolean>
  /** Whether the device is connected as far as the bus knows. */
  isOnline(address: { readonly tenantId: number; readonly sn: string }): boolean
  /** Devices that can be reached now, and messages that have arrived and are not stored yet. */
  load(): { readonly online: number; readonly waiting: number }
  /** Totals since the start. */
  counters(): Readonly<Record<GatewayCounter, number>>
}
