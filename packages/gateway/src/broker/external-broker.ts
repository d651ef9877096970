import { ingestFilters } from '@suoan/contract/device'
import type { IClientOptions, IPublishPacket, MqttClient, Packet } from 'mqtt'
import type { BrokerHandlers, BrokerPort, OutgoingPacket } from './port.ts'

export type ExternalBrokerOptions = {
  /** mqtt:// or mqtts:// address, with user and password when the broker asks for them. */
  readonly url: string
  /** Stable name of this node: the broker keeps unacknowledged messages for it while it restarts. */
  readonly clientId: string
  /** Name of the shared subscription; `ingest` unless several installations share one broker. */
  readonly group?: string
  /** How long the broker keeps messages for a node that is away, seconds; a day by default. MQTT 5 only. */
  readonly sessionSeconds?: number
}

type Version = 4 | 5

const DAY_SECONDS = 24 * 3600
// How many messages the broker may send ahead of our acknowledgements; its own max_inflight_messages limits too.
const RECEIVE_MAXIMUM = 1000
/** CONNACK codes that say "not this protocol version", MQTT 3.1.1 and 5. */
const WRONG_VERSION = new Set([1, 132])

/**
 * Mosquitto, EMQX or another broker. Two connections: one with a lasting session takes messages from a shared
 * subscription and acknowledges each only when it is stored; one without a session sends commands and watches who is
 * there, because every node must know that. A node keeps its name over restarts: brokers go on dealing messages to a
 * lasting session whose node is away, and only a node of that name collects them. Per-device credentials and topic access are the broker's configuration.
 * `start` throws what the connection failed with; a broker that refuses MQTT 5 is asked again with 3.1.1.
 */
export function createExternalBroker({
  url,
  clientId,
  group = 'ingest',
  sessionSeconds = DAY_SECONDS,
}: ExternalBrokerOptions): BrokerPort {
  let intake: MqttClient | undefined
  let control: MqttClient | undefined
  /** Numbers of the messages that are going out over `control`. */
  const outgoing = new Set<number>()
  let version: Version = 5

  async function startIntake(handlers: BrokerHandlers): Promise<MqttClient> {
    const client = await connect(url, version, {
      clientId: `${clientId}-${group}`,
      clean: false,
      resubscribe: false,
      ...(version === 5 && {
        properties: { sessionExpiryInterval: sessionSeconds, receiveMaximum: RECEIVE_MAXIMUM },
      }),
      onCreated: (created) => {
        const hold = holdAcknowledgements(created)
        created.on('message', (topic, payload, packet) => {
          const stored = handlers.onPacket({ topic, payload, qos: packet.qos, retained: packet.retain })
          hold(packet, stored)
        })
        created.on('connect', () => handlers.onReturn())
        listen(
          created,
          handlers,
          ingestFilters.map((filter) => `$share/${group}/${filter}`),
        )
      },
    })
    return client
  }

  const startControl = (handlers: BrokerHandlers): Promise<MqttClient> =>
    connect(url, version, {
      clientId: `${clientId}-control`,
      clean: true,
      resubscribe: false,
      onCreated: (created) => {
        created.on('message', (topic, payload, packet) =>
          handlers.onPresencePacket({ topic, payload, qos: packet.qos, retained: packet.retain }),
        )
        const presence = ingestFilters.flatMap((filter) =>
          ['status', 'birth'].map((suffix) => filter.replace(/#$/, suffix)),
        )
        listen(created, handlers, presence)
        // One listener for all of them: there may be one for every lock that gets its grants after an interruption.
        created.on('close', () => {
          for (const messageId of outgoing) created.removeOutgoingMessage(messageId)
        })
      },
    })

  return {
    start: async (handlers) => {
      try {
        intake = await startIntake(handlers)
      } catch (error) {
        if (!isWrongVersion(error)) throw error
        version = 4
        intake = await startIntake(handlers)
      }
      control = await startControl(handlers)
      return { url: withoutSecrets(url) }
    },
    stop: async () => {
      await Promise.all([intake?.endAsync(true), control?.endAsync(true)])
      intake = undefined
      control = undefined
    },
    publish: (packet) => publishOnce(control, packet, version, outgoing),
    kick: () => Promise.resolve(false),
  }
}

type ConnectOptions = IClientOptions & {
  /** Called before the first packet, so that no message is missed. */
  readonly onCreated: (client: MqttClient) => void
}

/** Resolves at the first CONNACK; later interruptions are mended by the client itself. */
async function connect(url: string, version: Version, options: ConnectOptions): Promise<MqttClient> {
  const { onCreated, ...rest } = options
  // Loaded when it is needed: with the embedded broker nobody pays its memory.
  const { default: mqtt } = await import('mqtt')
  return new Promise((resolve, reject) => {
    const client = mqtt.connect(url, {
      protocolVersion: version,
      reconnectPeriod: 1000,
      connectTimeout: 10_000,
      manualConnect: true,
      ...rest,
    })
    onCreated(client)
    const refused = (error: Error): void => {
      client.end(true)
      reject(error)
    }
    client.once('error', refused)
    client.once('connect', () => {
      client.off('error', refused)
      resolve(client)
    })
    client.connect()
  })
}

/** Subscribes after every connect and reports what goes wrong; without a listener an error would end the process. */
function listen(client: MqttClient, handlers: BrokerHandlers, filters: readonly string[]): void {
  client.on('error', (error) => handlers.onTrouble('connection', { err: error }))
  client.on('close', () => {
    if (!client.disconnecting) handlers.onTrouble('connection', { clientId: client.options.clientId })
  })
  client.on('connect', () => {
    client.subscribe([...filters], { qos: 1 }, (error, granted) => {
      const refused = granted?.filter(({ qos }) => qos >= 128).map(({ topic }) => topic) ?? []
      if (error || refused.length > 0) handlers.onTrouble('connection', { err: error, refused, filters })
    })
  })
}

type SendPacket = (packet: Packet, done?: () => void, ...rest: readonly unknown[]) => void

/**
 * Holds each PUBACK back until its message is stored, without stopping the flow: the library's own hooks read one
 * packet at a time, so no batch could ever form. A PUBACK whose connection is gone is dropped; the broker sends the
 * message again.
 */
function holdAcknowledgements(client: MqttClient): (packet: IPublishPacket, stored: Promise<void>) => void {
  const held = new Map<number, Promise<void>>()
  let connection = 0
  client.on('close', () => {
    connection += 1
    held.clear()
  })
  // Private in the library, hence the element access; the redelivery test fails when its behaviour changes.
  const send: SendPacket = client['_sendPacket'].bind(client)
  const holding: SendPacket = (packet, done, ...rest) => {
    const stored = packet.cmd === 'puback' ? held.get(packet.messageId ?? 0) : undefined
    if (!stored || packet.cmd !== 'puback') return send(packet, done, ...rest)
    const { messageId = 0 } = packet
    const openedAs = connection
    stored.then(
      () => {
        if (openedAs !== connection) return
        held.delete(messageId)
        send(packet)
      },
      // Not stored and never will be by this process: stay silent.
      () => undefined,
    )
    done?.()
  }
  client['_sendPacket'] = holding
  return (packet, stored) => {
    if (packet.qos > 0 && packet.messageId !== undefined) held.set(packet.messageId, stored)
    // Without an acknowledgement to hold back there is nobody to tell; the batcher rejects only when it closes.
    stored.catch(() => undefined)
  }
}

/**
 * Publishes while connected; a message whose connection breaks is taken out of the library's store by whoever listens
 * for that (`outgoing`), never re-sent.
 */
function publishOnce(
  client: MqttClient | undefined,
  packet: OutgoingPacket,
  version: Version,
  outgoing: Set<number>,
): Promise<boolean> {
  if (!client?.connected) return Promise.resolve(false)
  return new Promise((resolve) => {
    const message = { id: 0, isOver: false }
    const finish = (): void => {
      message.isOver = true
      outgoing.delete(message.id)
      // Also when the connection broke before the PUBACK: it may have gone out, so "sent" is the careful answer.
      resolve(true)
    }
    client.publish(
      packet.topic,
      packet.payload,
      {
        qos: 1,
        retain: false,
        ...(version === 5 && { properties: { messageExpiryInterval: packet.expirySeconds } }),
      },
      finish,
    )
    message.id = client.getLastMessageId()
    // A client that is ending answers at once.
    if (!message.isOver) outgoing.add(message.id)
  })
}

const isWrongVersion = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && WRONG_VERSION.has(Number(error.code))

function withoutSecrets(url: string): string {
  const shown = new URL(url)
  shown.username = ''
  shown.password = ''
  return shown.href
}
