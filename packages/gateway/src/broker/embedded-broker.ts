import { createServer, type Server, type Socket } from 'node:net'
import { Aedes, type AuthenticateError, type Client, type PublishPacket } from 'aedes'
import { limitFrames } from './frame-limit.ts'
import type { BrokerHandlers, BrokerPort } from './port.ts'
import type { DeviceIdentity } from '@suoan/contract/device'
import { filterCovers, isStray, maySubscribe, mayPublish } from './topic-access.ts'

export type EmbeddedBrokerOptions = {
  readonly host: string
  /** TCP port; 0 takes any free one. */
  readonly port: number
}

/** One connected device and the filters it listens on. */
type Link = { readonly client: Client; readonly device: DeviceIdentity; readonly filters: Set<string> }

// Large enough to set a 1 MB payload aside with its topic, small enough not to be a store for an attacker.
const MAX_FRAME_BYTES = 2 * 1024 * 1024
const CONNECT_TIMEOUT_MS = 10_000
/** Longer than a check of credentials takes. */
const KICK_REMEMBERED_MS = 60_000
/** CONNACK of MQTT 5 (§3.2): no session, reason code 0x84 "unsupported protocol version", no properties. */
const MQTT5_REFUSED = Buffer.from([0x20, 0x03, 0x00, 0x84, 0x00])

/**
 * An MQTT 3.1.1 broker inside this process; clients of MQTT 5 are told so and come back with 3.1.1 (decision 0490). A PUBACK goes out only when the gateway has stored the message, every
 * connection is a known device confined to its own topics (§5.3), and the broker keeps nothing for anybody: no sessions, no
 * retained messages; what must outlive it is in the database.
 */
export function createEmbeddedBroker({ host, port }: EmbeddedBrokerOptions): BrokerPort {
  let server: Server | undefined
  let broker: Aedes | undefined
  const proven = new WeakMap<Client, DeviceIdentity>()
  const links = new Map<string, Link>()
  const sockets = new Set<Socket>()
  // Who was cut off while his credentials were being checked is not let in by what was read before.
  let kicks = 0
  const recentlyKicked = new Set<string>()

  async function openBroker(handlers: BrokerHandlers): Promise<Aedes> {
    const denied = (client: Client, fields: object): void =>
      handlers.onTrouble('denied', { clientId: client.id, address: addressOf(client), ...fields })

    const opened = await Aedes.createBroker({
      connectTimeout: CONNECT_TIMEOUT_MS,
      preConnect: (client, packet, done) => {
        if (packet.protocolVersion === 5) {
          denied(client, { reason: 'MQTT 5' })
          // The library would answer in the form of 3.1.1, which a client of MQTT 5 cannot read.
          client.conn.end(MQTT5_REFUSED)
          return done(new Error('unsupported protocol version: MQTT 5'), false)
        }
        // A session kept for an absent device would deliver its commands late; the platform never wants that.
        packet.clean = true
        done(null, true)
      },
      authenticate: (client, username = '', password, done) => {
        const credentials = { username, password: password?.toString('utf8') ?? '' }
        const kicksBefore = kicks
        handlers.authenticate(credentials).then(
          (device) => {
            if (!device) {
              denied(client, { username, reason: 'credentials' })
              return done(refusal(), false)
            }
            // It may have been cut off while the database was asked; it may try again.
            if (kicksBefore !== kicks && recentlyKicked.has(keyOf(device))) return done(refusal(), false)
            proven.set(client, device)
            // One connection per device: of equal client ids the newer one wins (MQTT-3.1.4-2). The name a client gives
            // itself is believed by nobody: whoever takes the name of another would end that one's connection.
            client.id = keyOf(device)
            done(null, true)
          },
          (error: unknown) => {
            handlers.onTrouble('connection', { err: error, clientId: client.id, reason: 'authenticate' })
            done(refusal(), false)
          },
        )
      },
      authorizeSubscribe: (client, subscription, done) => {
        const device = proven.get(client)
        if (device && maySubscribe(device, subscription.topic)) {
          links.get(keyOf(device))?.filters.add(subscription.topic)
          return done(null, subscription)
        }
        denied(client, { filter: subscription.topic, reason: 'subscribe' })
        done(null, null)
      },
      authorizePublish: (client, packet, done) => {
        const device = client ? proven.get(client) : undefined
        const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload
        if (!client || !device || !mayPublish(device, packet.topic)) {
          if (client) denied(client, { topic: packet.topic.slice(0, 200), reason: 'publish' })
          if (device && isStray(device, packet.topic))
            handlers.onStray({ topic: packet.topic, payload, qos: packet.qos, retained: false })
          return done(new Error('publish not allowed'))
        }
        packet.retain = false
        handlers.onPacket({ topic: packet.topic, payload, qos: packet.qos, retained: false }).then(
          () => done(null),
          (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
        )
      },
    })
    keepReportsHere(opened)
    opened.on('client', (client) => {
      const device = proven.get(client)
      if (!device) return
      links.set(keyOf(device), { client, device, filters: new Set() })
      handlers.onConnection(device, true)
    })
    opened.on('clientDisconnect', (client) => {
      const device = proven.get(client)
      if (!device || links.get(keyOf(device))?.client !== client) return
      links.delete(keyOf(device))
      handlers.onConnection(device, false)
    })
    const trouble = (client: Client, error: Error): void =>
      handlers.onTrouble('connection', {
        clientId: client.id,
        address: addressOf(client),
        reason: error.message,
      })
    opened.on('clientError', trouble)
    opened.on('connectionError', trouble)
    return opened
  }

  return {
    start: async (handlers) => {
      const opened = await openBroker(handlers)
      broker = opened
      const listener = createServer((socket) => {
        sockets.add(socket)
        socket.once('close', () => sockets.delete(socket))
        const client = opened.handle(socket)
        limitFrames(client, MAX_FRAME_BYTES, (bytes) => {
          handlers.onTrouble('connection', { clientId: client.id, bytes, reason: 'packet too large' })
          socket.destroy()
        })
      })
      server = listener
      await new Promise<void>((resolve, reject) => {
        listener.once('error', reject)
        listener.listen(port, host, () => {
          listener.off('error', reject)
          resolve()
        })
      })
      const address = listener.address()
      const bound = typeof address === 'object' && address ? address.port : port
      return { url: `mqtt://${host.includes(':') ? `[${host}]` : host}:${bound}` }
    },
    stop: async () => {
      const [listener, opened] = [server, broker]
      server = undefined
      broker = undefined
      const closed = new Promise<void>((resolve) => (listener ? listener.close(() => resolve()) : resolve()))
      await new Promise<void>((resolve) => (opened ? opened.close(resolve) : resolve()))
      for (const socket of sockets) socket.destroy()
      await closed
    },
    publish: (packet) => {
      const opened = broker
      const heard = [...linksFor(packet.topic)].some(({ filters }) =>
        [...filters].some((filter) => filterCovers(filter, packet.topic)),
      )
      if (!opened || !heard) return Promise.resolve(false)
      return new Promise((resolve, reject) => {
        const { topic, payload } = packet
        opened.publish({ cmd: 'publish', topic, payload, qos: 1, dup: false, retain: false }, (error) => {
          if (error) reject(error)
        })
        // Handed to an open connection; whether the device got it is what its ack says.
        resolve(true)
      })
    },
    kick: (device) => {
      const key = keyOf(device)
      kicks += 1
      recentlyKicked.add(key)
      setTimeout(() => recentlyKicked.delete(key), KICK_REMEMBERED_MS).unref()
      const link = links.get(key)
      link?.client.close()
      return Promise.resolve(link !== undefined)
    },
  }

  function linksFor(topic: string): Link[] {
    const [, , tenant, sn] = topic.split('/')
    const link = links.get(`${tenant}/${sn}`)
    return link ? [link] : []
  }
}

/**
 * What devices say is for us alone (`maySubscribe`): it is not dealt out, which would cost more than reading it. The
 * library passes the client along with what came over the wire, and nothing with what we publish.
 */
function keepReportsHere(broker: Aedes): void {
  const publish = broker.publish.bind(broker)
  const kept = (
    packet: PublishPacket,
    from: Client | null | ((error?: Error) => void),
    done?: () => void,
  ): void => {
    if (typeof from === 'function') publish(packet, from)
    else if (from === null) publish(packet, () => done?.())
    else done?.()
  }
  Reflect.set(broker, 'publish', kept)
}

const keyOf = ({ tenantId, sn }: Pick<DeviceIdentity, 'tenantId' | 'sn'>): string => `${tenantId}/${sn}`

const addressOf = (client: Client): string | undefined =>
  'remoteAddress' in client.conn ? client.conn.remoteAddress : undefined

/** MQTT 3.1.1 return code 4, bad user name or password. */
const refusal = (): AuthenticateError =>
  Object.assign(new Error('bad user name or password'), { returnCode: 4 })
