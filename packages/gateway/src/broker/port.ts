import type { DeviceCredentials, DeviceIdentity } from '@suoan/contract/device'

export type IncomingPacket = {
  readonly topic: string
  readonly payload: Uint8Array
  readonly qos: 0 | 1 | 2
  readonly retained: boolean
}

export type OutgoingPacket = {
  readonly topic: string
  readonly payload: string
  /** Seconds after which a broker that knows MQTT 5 forgets the message. */
  readonly expirySeconds: number
}

/** What the broker tells the gateway. */
export type BrokerHandlers = {
  /** Asked for every connection (embedded broker only); null refuses. */
  authenticate(credentials: DeviceCredentials): Promise<DeviceIdentity | null>
  /** Resolves when the message is stored; only then the broker's PUBACK goes out. A rejection means: never acknowledge. */
  onPacket(packet: IncomingPacket): Promise<void>
  /** A retained or live status or birth that every node must see, beside the one that stores it (external broker only). */
  onPresencePacket(packet: IncomingPacket): void
  /** A gateway spoke for a device that is not registered behind it: refused, but people must know (embedded broker only). */
  onStray(packet: IncomingPacket): void
  /** A device can be reached now, or no longer (embedded broker only). */
  onConnection(device: DeviceIdentity, connected: boolean): void
  /** The platform's own connection stands, the first time or again (external broker only). */
  onReturn(): void
  /** Something was refused or went wrong on the wire; `what` is a counter's name. */
  onTrouble(what: 'denied' | 'connection', detail: Readonly<Record<string, unknown>>): void
}

/** One broker, embedded or external. Nothing happens before `start`. */
export type BrokerPort = {
  /** Begins to serve; answers with the address devices (embedded) or the platform (external) use. */
  start(handlers: BrokerHandlers): Promise<{ readonly url: string }>
  /** Ends all connections; messages not yet stored stay unacknowledged, so devices send them again. */
  stop(): Promise<void>
  /** Hands a QoS 1, never retained message over; false when it certainly did not leave. */
  publish(packet: OutgoingPacket): Promise<boolean>
  /** Ends the device's connection; false when there is none, or when the broker is not ours. */
  kick(device: Pick<DeviceIdentity, 'tenantId' | 'sn'>): Promise<boolean>
}
