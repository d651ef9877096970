import { upTopic, type PresenceChange, type UpSuffix } from '@suoan/contract/device'
import { manualClock, type ManualClock } from '@suoan/kit/clock/testing'
import { newUlid } from '@suoan/kit/id'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import type { BrokerPort } from '../broker/port.ts'
import { createLockGateway } from '../gateway.ts'
import type { LockGateway, LockGatewayOptions } from '../gateway-options.ts'
import type { DecodedMessage, QuarantinedMessage } from '../message.ts'

export const NOW = Date.UTC(2026, 11, 1, 1, 0)

/** A gateway with a consumer that remembers, for tests. */
export type Plant = AsyncDisposable & {
  readonly gateway: LockGateway
  readonly url: string
  readonly clock: ManualClock
  readonly stored: DecodedMessage[]
  readonly batches: number[]
  readonly setAside: QuarantinedMessage[]
  readonly presence: PresenceChange[]
  /** The consumer fails with what this throws. */
  failWith(fault: ((messages: readonly DecodedMessage[]) => Promise<void> | void) | undefined): void
  device(sn: string, options?: IClientOptions): Promise<MqttClient>
}

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

/** Devices authenticate with user `0/<sn>` and password `secret-<sn>`; `GW*` may speak for LK1 and LK2. */
export async function startPlant(
  broker: BrokerPort,
  overrides: Partial<LockGatewayOptions> = {},
): Promise<Plant> {
  const clock = manualClock(NOW)
  const [stored, batches, setAside, presence]: [
    DecodedMessage[],
    number[],
    QuarantinedMessage[],
    PresenceChange[],
  ] = [[], [], [], []]
  const clients: MqttClient[] = []
  let fault: ((messages: readonly DecodedMessage[]) => Promise<void> | void) | undefined
  const gateway = createLockGateway({
    broker,
    clock,
    log: quiet,
    onMessages: async (messages) => {
      await fault?.(messages)
      stored.push(...messages)
      batches.push(messages.length)
    },
    authenticate: ({ username, password }) => {
      const sn = username.split('/')[1] ?? ''
      const known = username.startsWith('0/') && password === `secret-${sn}`
      return Promise.resolve(
        known ? { tenantId: 0, sn, children: sn.startsWith('GW') ? ['LK1', 'LK2'] : [] } : null,
      )
    },
    onQuarantine: (message) => setAside.push(message),
    onPresence: (change) => presence.push(change),
    drainMs: 200,
    ...overrides,
  })
  const { url } = await gateway.start()
  return {
    gateway,
    url,
    clock,
    stored,
    batches,
    setAside,
    presence,
    failWith: (next) => {
      fault = next
    },
    device: async (sn, options = {}) => {
      const client = await connectDevice(url, sn, options)
      clients.push(client)
      return client
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(clients.map((client) => client.endAsync(true)))
      await gateway.stop()
    },
  }
}

export async function connectDevice(
  url: string,
  sn: string,
  options: IClientOptions = {},
): Promise<MqttClient> {
  const client = await mqtt.connectAsync(
    url,
    {
      clientId: sn,
      username: `0/${sn}`,
      password: `secret-${sn}`,
      protocolVersion: 4,
      reconnectPeriod: 0,
      ...options,
    },
    false,
  )
  // Tests provoke broken connections; without a listener they would end the process.
  client.on('error', () => {})
  return client
}

export const BOOT = '9f31c2aa'

/** An `up/event` payload with one event. */
export const eventPayload = (
  sn: string,
  seq: number,
  fields: Record<string, unknown> = {},
  event: Record<string, unknown> = {},
): string =>
  JSON.stringify({
    v: 1,
    sn,
    boot: BOOT,
    seq,
    ts: NOW,
    tq: 2,
    events: [{ id: newUlid(), type: 'CLOSE', ts: NOW, ...event }],
    ...fields,
  })

export const say = (
  client: MqttClient,
  sn: string,
  suffix: UpSuffix,
  payload: string | Buffer,
  parentSn?: string,
) =>
  client.publishAsync(upTopic({ tenantId: 0, sn, parentSn: parentSn ?? null }, suffix), payload, { qos: 1 })

/** Resolves when the connection has ended. */
export const closeOf = (client: MqttClient): Promise<void> =>
  new Promise((resolve) => client.once('close', () => resolve()))

/** Resolves with the next message that arrives. */
export const messageOf = (
  client: MqttClient,
): Promise<{ readonly topic: string; readonly payload: unknown; readonly packet: object }> =>
  new Promise((resolve) =>
    client.once('message', (topic, payload, packet) =>
      resolve({ topic, payload: JSON.parse(payload.toString('utf8')), packet }),
    ),
  )

/** Resolves when the broker has answered anything at all. */
export const answerTo = (client: MqttClient): Promise<void> =>
  new Promise((resolve) => client.once('packetreceive', () => resolve()))
