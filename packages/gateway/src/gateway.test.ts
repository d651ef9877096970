import { once } from 'node:events'
import { createConnection } from 'node:net'
import { downTopic } from '@suoan/contract/device'
import { newUlid } from '@suoan/kit/id'
import mqtt from 'mqtt'
import { describe, expect, it, vi } from 'vitest'
import { createEmbeddedBroker } from './broker/embedded-broker.ts'
import type { DeviceCommand } from '@suoan/contract/device'
import {
  answerTo,
  BOOT,
  closeOf,
  connectDevice,
  eventPayload,
  messageOf,
  NOW,
  say,
  startPlant,
  type Plant,
} from './testing/plant.ts'

const startEmbedded = (): Promise<Plant> => startPlant(createEmbeddedBroker({ host: '127.0.0.1', port: 0 }))

const openCommand = (fields: Partial<DeviceCommand> = {}): DeviceCommand => ({
  cmdId: newUlid(),
  tenantId: 0,
  sn: 'LK4',
  parentSn: null,
  type: 'OPEN',
  exp: NOW + 10_000,
  by: 'u6',
  workId: 'W1',
  decisionId: 'D1',
  params: { holdSec: 8 },
  ...fields,
})

describe('messages from devices', () => {
  it('acknowledges only after the consumer has committed', async () => {
    await using plant = await startEmbedded()
    const lock = await plant.device('LK4')
    let commit = (): void => {}
    plant.failWith(() => new Promise<void>((resolve) => (commit = resolve)))
    let acknowledged = false
    const sent = say(lock, 'LK4', 'event', eventPayload('LK4', 1)).then(() => (acknowledged = true))
    await vi.waitFor(() => expect(plant.gateway.counters().received).toBe(1))
    // A ping goes there and back on the same connection: an early PUBACK would have come before it.
    const pong = answerTo(lock)
    lock.sendPing()
    await pong
    expect(acknowledged).toBe(false)
    await vi.waitFor(() => {
      commit()
      expect(acknowledged).toBe(true)
    })
    await sent
    expect(plant.stored).toHaveLength(1)
  })

  it('sees the message again after the consumer died before its commit', async () => {
    const plant = await startEmbedded()
    const port = Number(new URL(plant.url).port)
    const lock = await connectDevice(plant.url, 'LK4', { clean: false, reconnectPeriod: 50 })
    plant.failWith(() => Promise.reject(new Error('database gone')))
    const sent = say(lock, 'LK4', 'event', eventPayload('LK4', 1))
    await vi.waitFor(() => expect(plant.gateway.counters().retried).toBeGreaterThan(0))
    await plant.gateway.stop()
    expect(plant.stored).toHaveLength(0)
    await using next = await startPlant(createEmbeddedBroker({ host: '127.0.0.1', port }))
    await sent
    expect(next.stored.map((message) => message.kind)).toEqual(['event'])
    await lock.endAsync(true)
  })

  it('keeps the messages in order and stores them when the consumer recovers', async () => {
    await using plant = await startEmbedded()
    const lock = await plant.device('LK4')
    let failures = 2
    plant.failWith(() => {
      if (failures-- > 0) throw new Error('serialization failure')
    })
    await Promise.all(
      Array.from({ length: 60 }, (_, index) => say(lock, 'LK4', 'event', eventPayload('LK4', index + 1))),
    )
    expect(plant.stored.map((message) => (message.kind === 'event' ? message.body.seq : 0))).toEqual(
      Array.from({ length: 60 }, (_, index) => index + 1),
    )
  })

  it.each([
    ['a payload of 1 MB', 'TOO_LARGE', Buffer.alloc(1024 * 1024, 0x41)],
    ['broken JSON', 'NOT_JSON', '{"v":1,'],
    ['bytes that are no UTF-8', 'NOT_UTF8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
    ['the serial number of another device', 'WRONG_SN', eventPayload('LK9', 1)],
    ['51 events', 'BAD_FIELDS', eventPayload('LK4', 1, { events: Array.from({ length: 51 }, () => ({})) })],
    ['nothing at all', 'NOT_JSON', ''],
  ])('sets %s aside as LO-D1001, answers it and goes on', async (_what, reason, payload) => {
    await using plant = await startEmbedded()
    const lock = await plant.device('LK4')
    await say(lock, 'LK4', 'event', payload)
    await say(lock, 'LK4', 'event', eventPayload('LK4', 2))
    expect(plant.setAside).toMatchObject([{ code: 'LO-D1001', reason, sn: 'LK4', delivered: false }])
    expect(plant.setAside[0]?.size).toBe(Buffer.byteLength(payload))
    expect(plant.stored).toHaveLength(1)
    expect(plant.gateway.counters()).toMatchObject({ received: 2, quarantined: 1, stored: 1 })
  })

  it('sets an unknown topic of the own subtree aside without ending the connection', async () => {
    await using plant = await startEmbedded()
    const lock = await plant.device('LK4')
    await lock.publishAsync('lo/v1/0/LK4/up/novelty', '{}', { qos: 1 })
    expect(plant.setAside).toMatchObject([{ reason: 'UNKNOWN_TOPIC' }])
    expect(lock.connected).toBe(true)
  })

  it('delivers an unknown event type raw and marks it for A16', async () => {
    await using plant = await startEmbedded()
    const lock = await plant.device('LK4')
    await say(lock, 'LK4', 'event', eventPayload('LK4', 1, {}, { type: 'WARP' }))
    expect(plant.stored).toMatchObject([
      { kind: 'event', notes: ['UNKNOWN_EVENT_TYPE'], body: { events: [{ type: 'WARP' }] } },
    ])
    expect(plant.setAside).toMatchObject([{ reason: 'UNKNOWN_EVENT_TYPE', delivered: true }])
  })

  it.each([
    ['time 0', 0],
    ['the year 2099', Date.UTC(2099, 0, 1)],
  ])('delivers %s marked as implausible, because the event itself must not be lost', async (_what, ts) => {
    await using plant = await startEmbedded()
    const lock = await plant.device('LK4')
    await say(lock, 'LK4', 'event', eventPayload('LK4', 1, { ts }, { ts }))
    expect(plant.stored).toMatchObject([{ notes: ['TIME_IMPLAUSIBLE'], recvTs: NOW }])
    expect(plant.gateway.counters().suspect).toBe(1)
  })

  it('marks repeated and backward sequence numbers, and no longer after a restart of the device', async () => {
    await using plant = await startEmbedded()
    const lock = await plant.device('LK4')
    const again = eventPayload('LK4', 5)
    for (const payload of [
      again,
      again,
      eventPayload('LK4', 3),
      eventPayload('LK4', 1, { boot: '00000001' }),
    ]) {
      await say(lock, 'LK4', 'event', payload)
    }
    expect(plant.stored.map((message) => message.notes)).toEqual([
      [],
      ['SEQUENCE_BACKWARDS'],
      ['SEQUENCE_BACKWARDS'],
      [],
    ])
  })

  it('answers a device that asks for the time', async () => {
    await using plant = await startEmbedded()
    const lock = await plant.device('LK4')
    await lock.subscribeAsync('lo/v1/0/LK4/down/#', { qos: 1 })
    const answer = messageOf(lock)
    await say(
      lock,
      'LK4',
      'req',
      JSON.stringify({ v: 1, sn: 'LK4', boot: BOOT, seq: 1, ts: 0, tq: 0, rid: 'r1', req: 'time' }),
    )
    const { topic, payload } = await answer
    expect(topic).toBe('lo/v1/0/LK4/down/resp')
    expect(payload).toEqual({ v: 1, rid: 'r1', req: 'time', now: NOW, code: '0', p: {} })
  })
})

describe('who may connect, speak and listen', () => {
  it('refuses a wrong secret, MQTT 5 and a connection without a name', async () => {
    await using plant = await startEmbedded()
    const refused = [
      { password: 'wrong' },
      { username: '1/LK4' },
      { username: '' },
      { protocolVersion: 5 as const },
    ]
    for (const options of refused) {
      await expect(connectDevice(plant.url, 'LK4', options)).rejects.toThrow()
    }
    expect(plant.gateway.counters().denied).toBe(4)
  })

  it.each([
    'lo/v1/0/LK5/up/event',
    'lo/v1/1/LK4/up/event',
    'lo/v1/0/LK4/down/cmd',
    'lo/v1/0/LK4/child/LK1/up/event',
    '$SYS/broker/x',
  ])('ends the connection of a lock that publishes on %s', async (topic) => {
    await using plant = await startEmbedded()
    const lock = await plant.device('LK4')
    const closed = closeOf(lock)
    lock.publish(topic, eventPayload('LK5', 1), { qos: 1 }, () => {})
    await closed
    expect(plant.stored).toHaveLength(0)
    expect(plant.gateway.counters().denied).toBe(1)
  })

  it('lets a gateway speak for its own children only', async () => {
    await using plant = await startEmbedded()
    const gw = await plant.device('GW1')
    await say(gw, 'LK1', 'event', eventPayload('LK1', 1), 'GW1')
    expect(plant.stored).toMatchObject([{ sn: 'LK1', parentSn: 'GW1' }])
    const closed = closeOf(gw)
    gw.publish('lo/v1/0/GW1/child/LK3/up/event', eventPayload('LK3', 1), { qos: 1 }, () => {})
    await closed
    expect(plant.stored).toHaveLength(1)
    // Not believed, but told: the lock may have been carried away from its point.
    expect(plant.setAside).toMatchObject([{ reason: 'WRONG_CARRIER', sn: 'LK3', delivered: false }])
  })

  it.each([
    '$share/g/lo/v1/0/LK4/down/#',
    'lo/v1/#',
    '#',
    'lo/v1/0/+/down/cmd',
    'lo/v1/0/LK4/up/event',
    'lo/v1/0/LK5/down/#',
    '$SYS/#',
  ])('refuses to let a lock listen on %s', async (filter) => {
    await using plant = await startEmbedded()
    const lock = await plant.device('LK4')
    await expect(lock.subscribeAsync(filter, { qos: 1 })).rejects.toThrow()
    expect(plant.gateway.counters().denied).toBe(1)
  })

  it('ends a connection that announces a packet of 100 MB before collecting it', async () => {
    await using plant = await startEmbedded()
    const lock = await plant.device('LK4')
    const closed = closeOf(lock)
    // PUBLISH, remaining length 100 MB, and only the beginning of it.
    lock.stream.write(Buffer.from([0x30, 0x80, 0x80, 0x80, 0x32, 0x00, 0x01, 0x41]))
    await closed
    expect(plant.stored).toHaveLength(0)
  })

  it('survives bytes that are no MQTT at all', async () => {
    await using plant = await startEmbedded()
    const socket = createConnection(Number(new URL(plant.url).port), '127.0.0.1')
    socket.on('error', () => {})
    const closed = once(socket, 'close')
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await closed
    const lock = await plant.device('LK4')
    await say(lock, 'LK4', 'event', eventPayload('LK4', 1))
    expect(plant.stored).toHaveLength(1)
  })
})

describe('commands', () => {
  it('reach a listening lock with everything in the payload', async () => {
    await using plant = await startEmbedded()
    const lock = await plant.device('LK4')
    await lock.subscribeAsync('lo/v1/0/LK4/down/#', { qos: 1 })
    const arrived = messageOf(lock)
    const command = openCommand({ nonce: 'abcdefgh' })
    expect(await plant.gateway.send(command)).toEqual({ sent: true })
    const { topic, payload, packet } = await arrived
    expect(topic).toBe(downTopic({ tenantId: 0, sn: 'LK4' }, 'cmd'))
    expect(packet).toMatchObject({ qos: 1, retain: false })
    expect(payload).toEqual({
      v: 1,
      id: command.cmdId,
      type: 'OPEN',
      exp: NOW + 10_000,
      ttl: 10_000,
      nonce: 'abcdefgh',
      by: 'u6',
      wid: 'W1',
      dec: 'D1',
      p: { holdSec: 8 },
    })
  })

  it('are refused for an absent lock, an absent gateway and after their time, and nothing arrives later', async () => {
    await using plant = await startEmbedded()
    expect(await plant.gateway.send(openCommand())).toEqual({ sent: false, code: 'LO-D3004' })
    expect(await plant.gateway.send(openCommand({ sn: 'LK1', parentSn: 'GW1' }))).toEqual({
      sent: false,
      code: 'LO-D3001',
    })
    expect(await plant.gateway.send(openCommand({ exp: NOW }))).toEqual({ sent: false, code: 'LO-D1003' })

    const received: string[] = []
    const lock = await plant.device('LK4', { clean: false })
    lock.on('message', (topic) => received.push(topic))
    await lock.subscribeAsync('lo/v1/0/LK4/down/#', { qos: 1 })
    await lock.endAsync()
    await vi.waitFor(() => expect(plant.gateway.isOnline({ tenantId: 0, sn: 'LK4' })).toBe(false))
    expect(await plant.gateway.send(openCommand())).toEqual({ sent: false, code: 'LO-D3004' })

    const back = await plant.device('LK4', { clean: false })
    back.on('message', (topic) => received.push(topic))
    await back.subscribeAsync('lo/v1/0/LK4/down/#', { qos: 1 })
    await say(back, 'LK4', 'event', eventPayload('LK4', 1))
    expect(received).toEqual([])
  })

  it('are refused while a connected lock does not listen yet', async () => {
    await using plant = await startEmbedded()
    await plant.device('LK4')
    expect(await plant.gateway.send(openCommand())).toEqual({ sent: false, code: 'LO-D3004' })
  })

  it('reach a child through its gateway, until the gateway or the child is away', async () => {
    await using plant = await startEmbedded()
    const gw = await plant.device('GW1')
    await gw.subscribeAsync('lo/v1/0/GW1/child/+/down/#', { qos: 1 })
    const toChild = openCommand({ sn: 'LK1', parentSn: 'GW1' })
    expect(await plant.gateway.send(toChild)).toEqual({ sent: true })
    const status = (state: string): string => JSON.stringify({ v: 1, sn: 'LK1', boot: BOOT, status: state })
    await say(gw, 'LK1', 'status', status('offline'), 'GW1')
    expect(await plant.gateway.send(toChild)).toEqual({ sent: false, code: 'LO-D3004' })
    await say(gw, 'LK1', 'status', status('online'), 'GW1')
    await gw.endAsync()
    await vi.waitFor(() => expect(plant.presence.at(-1)).toMatchObject({ sn: 'LK1', online: false }))
    expect(await plant.gateway.send(toChild)).toEqual({ sent: false, code: 'LO-D3001' })
  })

  it('reach a child again as soon as it speaks, also when its birth was lost', async () => {
    await using plant = await startEmbedded()
    const gw = await plant.device('GW1')
    await gw.subscribeAsync('lo/v1/0/GW1/child/+/down/#', { qos: 1 })
    const away = JSON.stringify({ v: 1, sn: 'LK1', boot: BOOT, status: 'offline' })
    await say(gw, 'LK1', 'status', away, 'GW1')
    const toChild = openCommand({ sn: 'LK1', parentSn: 'GW1' })
    expect(await plant.gateway.send(toChild)).toEqual({ sent: false, code: 'LO-D3004' })
    await say(gw, 'LK1', 'event', eventPayload('LK1', 1), 'GW1')
    expect(await plant.gateway.send(toChild)).toEqual({ sent: true })
  })

  it('stop reaching a lock whose session is ended', async () => {
    await using plant = await startEmbedded()
    const lock = await plant.device('LK4')
    await lock.subscribeAsync('lo/v1/0/LK4/down/#', { qos: 1 })
    const closed = closeOf(lock)
    expect(await plant.gateway.kick({ tenantId: 0, sn: 'LK4' })).toBe(true)
    await closed
    expect(await plant.gateway.send(openCommand())).toEqual({ sent: false, code: 'LO-D3004' })
    expect(await plant.gateway.kick({ tenantId: 0, sn: 'LK4' })).toBe(false)
  })
})

describe('presence', () => {
  it('follows the connection, the last will included, and the newer of two connections wins', async () => {
    await using plant = await startEmbedded()
    const will = {
      topic: 'lo/v1/0/LK4/up/status',
      payload: Buffer.from(JSON.stringify({ v: 1, sn: 'LK4', boot: BOOT, status: 'offline' })),
      qos: 1 as const,
      retain: true,
    }
    const first = await plant.device('LK4', { will })
    expect(plant.gateway.isOnline({ tenantId: 0, sn: 'LK4' })).toBe(true)
    const closed = closeOf(first)
    const second = await plant.device('LK4', { clientId: 'LK4-second' })
    await closed
    await vi.waitFor(() =>
      expect(plant.stored).toMatchObject([{ kind: 'status', body: { status: 'offline' } }]),
    )
    await say(second, 'LK4', 'event', eventPayload('LK4', 1))
    expect(plant.gateway.isOnline({ tenantId: 0, sn: 'LK4' })).toBe(true)
    second.stream.destroy()
    await vi.waitFor(() => expect(plant.gateway.isOnline({ tenantId: 0, sn: 'LK4' })).toBe(false))
  })

  it('does not let a will speak on a foreign topic', async () => {
    await using plant = await startEmbedded()
    const will = {
      topic: 'lo/v1/0/LK5/up/event',
      payload: Buffer.from(eventPayload('LK5', 1)),
      qos: 1 as const,
      retain: false,
    }
    const lock = await mqtt.connectAsync(plant.url, {
      clientId: 'LK4',
      username: '0/LK4',
      password: 'secret-LK4',
      protocolVersion: 4,
      reconnectPeriod: 0,
      will,
    })
    lock.stream.destroy()
    await vi.waitFor(() => expect(plant.gateway.counters().denied).toBe(1))
    expect(plant.stored).toHaveLength(0)
  })
})

it('a package of grants leaves by a topic of its own', async () => {
  await using plant = await startEmbedded()
  const lock = await plant.device('LK4')
  await lock.subscribeAsync('lo/v1/0/LK4/down/#', { qos: 1 })
  const heard = messageOf(lock)
  const add = [
    {
      gid: 'g1',
      uid: 'u6',
      cred: [],
      act: ['OPEN'],
      nbf: 0,
      exp: NOW,
      max: 0,
      wid: null,
      ph: [],
      dual: false,
    },
  ]
  const command = openCommand({ type: 'GRANT', params: { epoch: 3, add } })
  await plant.gateway.send(command)
  expect(await heard).toMatchObject({
    topic: 'lo/v1/0/LK4/down/grant',
    payload: { id: command.cmdId, epoch: 3, full: true, add },
  })
})

describe('who a connection is', () => {
  it("a client id taken from another device ends nobody's connection", async () => {
    let tenantId = 0
    await using plant = await startPlant(createEmbeddedBroker({ host: '127.0.0.1', port: 0 }), {
      authenticate: ({ username }) =>
        Promise.resolve({ tenantId: tenantId++, sn: username.split('/')[1] ?? '', children: [] }),
    })
    const first = await plant.device('LK4', { clientId: 'LK4' })
    const other = await plant.device('LK4', { clientId: 'LK4' })
    const pong = answerTo(first)
    first.sendPing()
    await pong
    expect([first.connected, other.connected]).toEqual([true, true])
    expect([0, 1].map((tenant) => plant.gateway.isOnline({ tenantId: tenant, sn: 'LK4' }))).toEqual([
      true,
      true,
    ])
    const ended = closeOf(first)
    await plant.gateway.kick({ tenantId: 0, sn: 'LK4' })
    await ended
    expect(other.connected).toBe(true)
  })

  it('the same device under another client id replaces its older connection', async () => {
    await using plant = await startEmbedded()
    const first = await plant.device('LK4', { clientId: 'one' })
    const ended = closeOf(first)
    const second = await plant.device('LK4', { clientId: 'two' })
    await ended
    expect(second.connected).toBe(true)
    expect(plant.gateway.isOnline({ tenantId: 0, sn: 'LK4' })).toBe(true)
  })

  it('a device cut off while its credentials are being checked does not get in', async () => {
    let letIn = (): void => {}
    await using plant = await startPlant(createEmbeddedBroker({ host: '127.0.0.1', port: 0 }), {
      authenticate: () =>
        new Promise((resolve) => (letIn = () => resolve({ tenantId: 0, sn: 'LK4', children: [] }))),
    })
    const connecting = plant.device('LK4').then(
      () => 'connected',
      () => 'refused',
    )
    await vi.waitFor(async () => {
      await plant.gateway.kick({ tenantId: 0, sn: 'LK4' })
      letIn()
      expect(await Promise.race([connecting, Promise.resolve('waiting')])).toBe('refused')
    })
  })

  it('MQTT 5 is refused with the reason code "unsupported protocol version"', async () => {
    await using plant = await startEmbedded()
    const failed = await plant.device('LK4', { protocolVersion: 5 }).then(
      () => null,
      (error: Error & { code?: number }) => error,
    )
    expect(failed).toMatchObject({
      code: 0x84,
      message: expect.stringContaining('Unsupported Protocol Version'),
    })
    expect(plant.gateway.counters().denied).toBe(1)
  })
})

describe('a device gone mad', () => {
  it('floods with readings, and no more than a bounded number of them is stored; another is heard meanwhile', async () => {
    await using plant = await startEmbedded()
    const [mad, other] = [await plant.device('LK4'), await plant.device('LK1')]
    const reading = (tseq: number) =>
      JSON.stringify({ v: 1, sn: 'LK4', boot: BOOT, ts: NOW, tq: 2, tseq, m: { batt: 80 } })
    // The plant's clock stands still, so that nothing is earned while it floods.
    for (let tseq = 1; tseq <= 3000; tseq += 1)
      mad.publish('lo/v1/0/LK4/up/telemetry', reading(tseq), { qos: 0 })
    await say(other, 'LK1', 'event', eventPayload('LK1', 1))
    await say(mad, 'LK4', 'event', eventPayload('LK4', 1))
    await vi.waitFor(() => expect(plant.gateway.counters().received).toBe(3002))
    expect(plant.gateway.counters().dropped).toBe(2000)
    expect(
      plant.stored
        .filter(({ kind }) => kind === 'event')
        .map(({ sn }) => sn)
        .toSorted(),
    ).toEqual(['LK1', 'LK4'])
  })

  it('a device of one tenant cannot speak for a lock of another', async () => {
    await using plant = await startEmbedded()
    const thief = await plant.device('LK4')
    const ended = closeOf(thief)
    thief.publish('lo/v1/7/LK4/up/event', eventPayload('LK4', 1), { qos: 1 })
    await ended
    expect(plant.stored).toEqual([])
    expect(plant.gateway.counters().denied).toBe(1)
  })
})
