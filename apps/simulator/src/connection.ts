import type { MqttClient } from 'mqtt'

export type ConnectionOptions = {
  readonly url: string
  readonly clientId: string
  readonly username: string
  readonly password: string
  /** Filters to listen on, set up anew after every connect. */
  readonly filters: readonly string[]
  readonly will: { readonly topic: string; readonly payload: string }
  onConnected(): void
  onMessage(topic: string, payload: Uint8Array): void
  onTrouble(error: Error): void
}

export type Connection = {
  /** Resolves when the platform has acknowledged it, that is: stored it. Waits while the link is down. */
  publish(
    topic: string,
    payload: string,
    options: { readonly retain: boolean; readonly qos: 0 | 1 },
  ): Promise<void>
  /** Breaks the link as a lost radio would: no farewell, the last will speaks; comes back by itself. */
  cut(): void
  /** Ends at once: unsent messages are dropped and the last will tells the platform that the device is away. */
  close(): Promise<void>
}

const RECONNECT_MS = 500

/** A device's MQTT connection; resolves when it is connected for the first time and listens. */
export async function connect(options: ConnectionOptions): Promise<Connection> {
  // Loaded when a device connects: the server's bundle holds this package, and mostly nothing in it plays.
  const { default: mqtt } = await import('mqtt')
  const client: MqttClient = mqtt.connect(options.url, {
    clientId: options.clientId,
    username: options.username,
    password: options.password,
    protocolVersion: 4,
    reconnectPeriod: RECONNECT_MS,
    reconnectOnConnackError: true,
    resubscribe: false,
    keepalive: 60,
    will: { topic: options.will.topic, payload: Buffer.from(options.will.payload), qos: 1, retain: true },
  })
  client.on('message', (topic, payload) => options.onMessage(topic, payload))
  const connection: Connection = {
    publish: async (topic, payload, { retain, qos }) => {
      await client.publishAsync(topic, payload, { qos, retain })
    },
    cut: () => client.stream.destroy(),
    close: () => client.endAsync(true),
  }
  return new Promise((resolve, reject) => {
    let listening = false
    client.on('connect', () => {
      client.subscribe([...options.filters], { qos: 1 }, (error) => {
        if (error) return options.onTrouble(error)
        listening = true
        resolve(connection)
        options.onConnected()
      })
    })
    client.on('error', (error) => {
      options.onTrouble(error)
      if (listening) return
      client.end(true)
      reject(error)
    })
  })
}
