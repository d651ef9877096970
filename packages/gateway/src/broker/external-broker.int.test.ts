import { randomBytes } from 'node:crypto'
import { createConnection, createServer } from 'node:net'
import { Aedes } from 'aedes'
import mqtt, { type MqttClient } from 'mqtt'
import { describe, expect, it, vi } from 'vitest'
import { BOOT, eventPayload, messageOf, NOW, say, startPlant, type Plant } from '../testing/plant.ts'
import { createExternalBroker } from './external-broker.ts'

const MOSQUITTO = 'mqtt://127.0.0.1:1883'

const answers = await new Promise<boolean>((resolve) => {
  const socket = createConnection(1883, '127.0.0.1')
  socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  socket.once('connect', () => socket.destroy())
})

/** Names of their own, because the broker is shared and remembers sessions and retained messages. */
const unique = (prefix: string): string => `${prefix}${randomBytes(5).toString('hex')}`

const device = (clientId: string, protocolVersion: 4 | 5): Promise<MqttClient> =>
  mqtt.connectAsync(MOSQUITTO, { clientId, protocolVersion, reconnectPeriod: 0 })

const start = (clientId: string, overrides: Parameters<typeof startPlant>[1] = {}): Promise<Plant> =>
  startPlant(
    // A group of its own: the broker may serve other nodes at the same time, and a node of the same name is the same node.
    createExternalBroker({ url: MOSQUITTO, clientId, group: clientId, sessionSeconds: 60 }),
    overrides,
  )

const seqOf = (plant: Plant, sn: string): number[] =>
  plant.stored.flatMap((message) => (message.kind === 'event' && message.sn === sn ? [message.body.seq] : []))

describe.skipIf(!answers)('gateway on an external broker', () => {
  it.each([4, 5] as const)(
    'stores what a device says in MQTT version %s and answers commands',
    async (version) => {
      const sn = unique('LK')
      await using plant = await start(unique('node'))
      const lock = await device(sn, version)
      await lock.subscribeAsync(`lo/v1/0/${sn}/down/#`, { qos: 1 })
      await say(lock, sn, 'status', JSON.stringify({ v: 1, sn, boot: BOOT, status: 'online' }))
      await say(lock, sn, 'event', eventPayload(sn, 1))
      await vi.waitFor(() => expect(seqOf(plant, sn)).toEqual([1]))
      await vi.waitFor(() => expect(plant.gateway.isOnline({ tenantId: 0, sn })).toBe(true))
      const arrived = messageOf(lock)
      const command = {
        cmdId: 'C1',
        tenantId: 0,
        sn,
        parentSn: null,
        type: 'OPEN' as const,
        exp: NOW + 10_000,
        by: 'u6',
        workId: null,
        decisionId: null,
        params: {},
      }
      expect(await plant.gateway.send(command)).toEqual({ sent: true })
      const { payload, packet } = await arrived
      expect(payload).toMatchObject({ id: 'C1', type: 'OPEN' })
      expect(packet).toMatchObject({
        retain: false,
        ...(version === 5 && { properties: { messageExpiryInterval: 10 } }),
      })
      await lock.endAsync()
    },
  )

  it('never acknowledges before the commit: the next process with the same name gets the messages again', async () => {
    const [sn, node] = [unique('LK'), unique('node')]
    const lock = await device(sn, 5)
    const first = await start(node)
    first.failWith(() => Promise.reject(new Error('database gone')))
    for (const seq of [1, 2, 3]) await say(lock, sn, 'event', eventPayload(sn, seq))
    await vi.waitFor(() => expect(first.gateway.counters().retried).toBeGreaterThan(0))
    await first.gateway.stop()
    expect(first.stored).toEqual([])
    await using second = await start(node)
    await vi.waitFor(() => expect(seqOf(second, sn)).toEqual([1, 2, 3]))
    await lock.endAsync()
  })

  it('acknowledges what is committed: the next process does not get it again', async () => {
    const [sn, node] = [unique('LK'), unique('node')]
    const lock = await device(sn, 4)
    const first = await start(node)
    await say(lock, sn, 'event', eventPayload(sn, 1))
    await vi.waitFor(() => expect(seqOf(first, sn)).toEqual([1]))
    await first.gateway.stop()
    await using second = await start(node)
    await say(lock, sn, 'event', eventPayload(sn, 2))
    await vi.waitFor(() => expect(seqOf(second, sn)).toEqual([2]))
    await lock.endAsync()
  })

  it('sets hostile payloads aside and goes on', async () => {
    const sn = unique('LK')
    await using plant = await start(unique('node'))
    const lock = await device(sn, 5)
    for (const payload of [Buffer.alloc(1024 * 1024, 0x41), '{', eventPayload('LK9', 1)])
      await say(lock, sn, 'event', payload)
    await say(lock, sn, 'event', eventPayload(sn, 1))
    await vi.waitFor(() => expect(seqOf(plant, sn)).toEqual([1]))
    expect(plant.setAside.filter((one) => one.sn === sn).map((one) => one.reason)).toEqual([
      'TOO_LARGE',
      'NOT_JSON',
      'WRONG_SN',
    ])
    await lock.endAsync()
  })

  it('learns from retained states and last wills who is there', async () => {
    const sn = unique('LK')
    const topic = `lo/v1/0/${sn}/up/status`
    const status = (state: string): string => JSON.stringify({ v: 1, sn, boot: BOOT, status: state })
    const lock = await mqtt.connectAsync(MOSQUITTO, {
      clientId: sn,
      reconnectPeriod: 0,
      will: { topic, payload: Buffer.from(status('offline')), qos: 1, retain: true },
    })
    await lock.publishAsync(topic, status('online'), { qos: 1, retain: true })
    await using plant = await start(unique('node'))
    await vi.waitFor(() => expect(plant.gateway.isOnline({ tenantId: 0, sn })).toBe(true))
    lock.stream.destroy()
    await vi.waitFor(() => expect(plant.gateway.isOnline({ tenantId: 0, sn })).toBe(false))
    const cleaner = await device(unique('cleaner'), 5)
    await cleaner.publishAsync(topic, '', { qos: 1, retain: true })
    await cleaner.endAsync()
  })
})

/** A broker of our own, for what needs none of another's ways. */
async function aedes(options: Parameters<typeof Aedes.createBroker>[0]) {
  const broker = await Aedes.createBroker(options)
  const server = createServer((socket) => void broker.handle(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `mqtt://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => broker.close(resolve))
      server.close()
    },
  }
}

describe('many commands at once on an external broker', () => {
  it('hang no listener each on its connection', async () => {
    await using broker = await aedes({})
    const port = createExternalBroker({ url: broker.url, clientId: 'node' })
    const plant = await startPlant(port)
    const warned: string[] = []
    const warn = ({ name }: Error): void => void warned.push(name)
    process.on('warning', warn)
    const sent = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        port.publish({ topic: `lo/v1/0/LK${n}/down/cmd`, payload: '{}', expirySeconds: 10 }),
      ),
    )
    expect(sent).toEqual(Array.from({ length: 30 }, () => true))
    // Warnings are told in the next turn.
    await new Promise((resolve) => setImmediate(resolve))
    process.off('warning', warn)
    expect(warned).toEqual([])
    await plant.gateway.stop()
  })
})

describe('gateway on an external broker without MQTT 5', () => {
  it('falls back to 3.1.1', async () => {
    const versions: number[] = []
    await using broker = await aedes({
      preConnect: (_client, packet, done) => {
        versions.push(packet.protocolVersion ?? 0)
        done(null, true)
      },
    })
    const plant = await startPlant(createExternalBroker({ url: broker.url, clientId: 'node' }))
    expect(versions).toEqual([5, 4, 4])
    await plant.gateway.stop()
  })
})
