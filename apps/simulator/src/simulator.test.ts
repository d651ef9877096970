import type { DeviceCommand } from '@suoan/contract/device'
import { newUlid } from '@suoan/kit/id'
import { manualClock } from '@suoan/kit/clock/testing'
import {
  createEmbeddedBroker,
  createLockGateway,
  type DecodedMessage,
  type LockGateway,
  type QuarantinedMessage,
} from '@suoan/gateway'
import { describe, expect, it, vi } from 'vitest'
import { startControl } from './control.ts'
import { createSimulator, demoDevices, runLoad, type Simulator, type SimulatorOptions } from './index.ts'

const NOW = Date.UTC(2026, 11, 1, 1, 0)
const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const secretOf = (sn: string): string => `secret-${sn}`

type World = AsyncDisposable & {
  readonly gateway: LockGateway
  readonly simulator: Simulator
  readonly stored: DecodedMessage[]
  readonly setAside: QuarantinedMessage[]
  readonly clock: ReturnType<typeof manualClock>
  readonly url: string
}

async function startWorld(options: Partial<SimulatorOptions> = {}): Promise<World> {
  const clock = manualClock(NOW)
  const stored: DecodedMessage[] = []
  const setAside: QuarantinedMessage[] = []
  const gateway = createLockGateway({
    broker: createEmbeddedBroker({ host: '127.0.0.1', port: 0 }),
    clock,
    log: quiet,
    onMessages: async (messages) => void stored.push(...messages),
    authenticate: async ({ username, password }) => {
      const [tenant, sn = ''] = username.split('/')
      return password === secretOf(sn) ? { tenantId: Number(tenant), sn, children: 'any' } : null
    },
    onQuarantine: (message) => setAside.push(message),
  })
  const { url } = await gateway.start()
  const simulator = createSimulator({
    url,
    tenantId: 0,
    devices: demoDevices,
    secretOf,
    clock,
    seed: 7,
    ...options,
  })
  await simulator.start()
  return {
    gateway,
    simulator,
    stored,
    setAside,
    clock,
    url,
    [Symbol.asyncDispose]: async () => {
      await simulator.stop()
      await gateway.stop()
    },
  }
}

const command = (
  sn: string,
  type: DeviceCommand['type'],
  fields: Partial<DeviceCommand> = {},
): DeviceCommand => ({
  cmdId: newUlid(),
  tenantId: 0,
  sn,
  parentSn: ['LK4', 'GW1', 'K1'].includes(sn) ? null : 'GW1',
  type,
  exp: NOW + 10_000,
  by: 'u6',
  workId: null,
  decisionId: null,
  params: {},
  ...fields,
})

const acksOf = (stored: readonly DecodedMessage[], cmdId: string): string[] =>
  stored.flatMap((message) =>
    message.kind === 'ack' && message.body.cmd === cmdId
      ? [`${message.body.stage} ${message.body.code}`]
      : [],
  )

const eventsOf = (stored: readonly DecodedMessage[], sn: string): string[] =>
  stored.flatMap((message) =>
    message.kind === 'event' && message.sn === sn ? message.body.events.map((event) => event.type) : [],
  )

describe('simulator', () => {
  it('introduces every device of the demo plant with its full state', async () => {
    await using world = await startWorld()
    const births = world.stored.filter((message) => message.kind === 'birth')
    expect(births.map((message) => message.sn).toSorted()).toEqual(
      demoDevices.map((device) => device.sn).toSorted(),
    )
    expect(births.find((message) => message.sn === 'LK2')).toMatchObject({
      parentSn: 'GW1',
      body: { st: { latch: 0, shackle: 0, batt: 90 } },
    })
    expect(world.gateway.isOnline({ tenantId: 0, sn: 'LK4' })).toBe(true)
    expect(world.setAside).toEqual([])
  })

  it('reports what hands do to a lock, and resolves when the platform has stored it', async () => {
    await using world = await startWorld()
    const lock = world.simulator.lock('LK2')
    await lock.close({ uid: 'u9', method: '01' })
    await lock.force()
    const [closing, forced] = world.stored.filter((message) => message.kind === 'event')
    expect(closing).toMatchObject({
      sn: 'LK2',
      parentSn: 'GW1',
      body: { events: [{ type: 'CLOSE', uid: 'u9', before: { latch: 0 }, after: { latch: 1, shackle: 1 } }] },
    })
    expect(forced?.body).toMatchObject({ events: [{ type: 'FORCE', after: { latch: 0 } }] })
    expect(lock.state()).toMatchObject({ latch: 0, shackle: 0 })
  })

  it('tells its full state by itself, where it is asked to: the platform has not to ask whether it is still shut', async () => {
    await using world = await startWorld({ stateEveryMs: 20 })
    const powered = demoDevices.flatMap(({ kind, sn }) => (kind === 'lock' ? [sn] : [])).toSorted()
    const told = () => new Set(world.stored.flatMap(({ kind, sn }) => (kind === 'state' ? [sn] : [])))
    await vi.waitFor(() => expect([...told()].toSorted()).toEqual(powered))
  })

  it('obeys OPEN in stages and answers READSTATE with its state', async () => {
    await using world = await startWorld()
    const open = command('LK4', 'OPEN')
    expect(await world.gateway.send(open)).toEqual({ sent: true })
    await vi.waitFor(() => expect(acksOf(world.stored, open.cmdId)).toEqual(['RECV 0', 'RUN 0', 'DONE 0']))
    expect(world.stored).toContainEqual(
      expect.objectContaining({
        kind: 'event',
        body: expect.objectContaining({
          events: [expect.objectContaining({ type: 'OPEN', cmd: open.cmdId })],
        }),
      }),
    )
    const read = command('LK1', 'READSTATE')
    await world.gateway.send(read)
    await vi.waitFor(() => expect(acksOf(world.stored, read.cmdId)).toContain('DONE 0'))
    expect(world.stored).toContainEqual(
      expect.objectContaining({
        kind: 'state',
        sn: 'LK1',
        body: expect.objectContaining({ cmd: read.cmdId }),
      }),
    )
  })

  it('drops a late command with LO-D1003 (SC19), a repeated one with LO-D1004 and OPEN while frozen with LO-D2009', async () => {
    await using world = await startWorld()
    const late = command('LK1', 'OPEN')
    world.simulator.lock('LK1').delayCommands(30)
    await world.gateway.send(late)
    world.clock.advance(24_000)
    await vi.waitFor(() => expect(acksOf(world.stored, late.cmdId)).toEqual(['FAILED LO-D1003']))

    const once = command('LK4', 'OPEN', { exp: NOW + 60_000, nonce: 'same-nonce' })
    await world.gateway.send(once)
    await world.gateway.send({ ...once, cmdId: newUlid() })
    await vi.waitFor(() =>
      expect(
        world.stored.flatMap((message) => (message.kind === 'ack' ? [message.body.code] : [])),
      ).toContain('LO-D1004'),
    )

    const freeze = command('LK2', 'FREEZE', { exp: NOW + 60_000 })
    const open = command('LK2', 'OPEN', { exp: NOW + 60_000 })
    await world.gateway.send(freeze)
    await world.gateway.send(open)
    await vi.waitFor(() => expect(acksOf(world.stored, open.cmdId)).toEqual(['FAILED LO-D2009']))
    expect(eventsOf(world.stored, 'LK1')).toEqual([])
    expect(eventsOf(world.stored, 'LK4')).toEqual(['OPEN'])
  })

  it('hands over what a busy gateway kept, too late to be obeyed (SC19)', async () => {
    await using world = await startWorld()
    const lock = world.simulator.lock('LK4')
    lock.setBusy(true)
    const late = command('LK4', 'OPEN', { exp: NOW + 20_000 })
    await world.gateway.send(late)
    world.clock.advance(24_000)
    lock.setBusy(false)
    await vi.waitFor(() => expect(acksOf(world.stored, late.cmdId)).toEqual(['FAILED LO-D1003']))
    expect(lock.state().latch).toBe(1)
  })

  it('refuses a token from before a revocation it has heard of with LO-D2006, whoever shows it', async () => {
    await using world = await startWorld({ devices: [{ sn: 'LK4', kind: 'lock' }] })
    const lock = world.simulator.lock('LK4')
    const token = { id: 'T1', epoch: 0, nbf: NOW - 1, exp: NOW + 60_000 }
    expect(await lock.openByToken(token)).toBeNull()
    await lock.close()
    await world.gateway.send(command('LK4', 'GRANT', { exp: NOW + 60_000, params: { epoch: 1 } }))
    await vi.waitFor(() => expect(lock.state().epoch).toBe(1))
    expect(await lock.openByToken(token)).toBe('LO-D2006')
    expect(lock.state().latch).toBe(1)
    expect(await lock.openByToken({ ...token, epoch: 1 })).toBeNull()
    expect(await lock.openByToken({ ...token, epoch: 1, exp: NOW })).toBe('LO-D2002')
  })

  it('stands still half-way and silent when the power fails while its motor moves', async () => {
    await using world = await startWorld({ devices: [{ sn: 'LK4', kind: 'lock', motor: true }] })
    const lock = world.simulator.lock('LK4')
    lock.failInNextMove()
    const open = command('LK4', 'OPEN')
    await world.gateway.send(open)
    await vi.waitFor(() => expect(acksOf(world.stored, open.cmdId)).toEqual(['RECV 0', 'RUN 0']))
    expect(world.stored.at(-1)?.body).toMatchObject({ st: { latch: 2 } })
    expect(eventsOf(world.stored, 'LK4')).toEqual([])
    lock.returnPower(1)
    const read = command('LK4', 'READSTATE')
    await world.gateway.send(read)
    await vi.waitFor(() => expect(acksOf(world.stored, read.cmdId)).toContain('DONE 0'))
    expect(lock.state()).toMatchObject({ latch: 1, shackle: 1 })
  })

  it('keeps what a passive lock did in the key until it syncs', async () => {
    await using world = await startWorld({ autoSync: false })
    await world.simulator.lock('LK5').close()
    expect(eventsOf(world.stored, 'LK5')).toEqual([])
    await world.simulator.sync('K1')
    expect(eventsOf(world.stored, 'LK5')).toEqual(['CLOSE'])
    expect(world.stored.at(-1)).toMatchObject({ parentSn: 'K1' })
  })

  it('comes back with a new introduction after its link was cut', async () => {
    await using world = await startWorld()
    const births = (): number =>
      world.stored.filter((message) => message.kind === 'birth' && message.sn === 'LK1').length
    world.simulator.cutLink('LK1')
    await vi.waitFor(() => expect(births()).toBe(2), { timeout: 5000 })
    expect(world.stored).toContainEqual(
      expect.objectContaining({
        kind: 'status',
        sn: 'GW1',
        body: expect.objectContaining({ status: 'offline' }),
      }),
    )
  })

  it('sends its log again as history for READLOG, and starts a new boot after a reboot', async () => {
    await using world = await startWorld()
    const lock = world.simulator.lock('LK4')
    const before = lock.state().boot
    await lock.open()
    await lock.close()
    await lock.reboot()
    expect(lock.state().boot).not.toBe(before)
    const read = command('LK4', 'READLOG', { params: { from: 1 } })
    await world.gateway.send(read)
    await vi.waitFor(() => expect(acksOf(world.stored, read.cmdId)).toContain('DONE 0'))
    const history = world.stored.flatMap((message) =>
      message.kind === 'event' ? message.body.events.filter((event) => event.hist) : [],
    )
    expect(history.map((event) => event.type)).toEqual(['OPEN', 'CLOSE'])
  })

  it('repeats exactly for the same seed with all message faults on', async () => {
    const runs: string[] = []
    for (let run = 0; run < 2; run++) {
      await using world = await startWorld({
        devices: [{ sn: 'LK4', kind: 'lock' }],
        faults: ['duplicate', 'reorder', 'gap', 'skew', 'reboot'],
      })
      const lock = world.simulator.lock('LK4')
      for (let n = 0; n < 25; n++) await (n % 2 ? lock.close() : lock.open())
      runs.push(JSON.stringify(world.stored.map((message) => message.body)))
      expect(world.setAside.some((message) => message.reason === 'SEQUENCE_BACKWARDS')).toBe(true)
    }
    expect(runs[0]).toBe(runs[1])
  })

  it('has another boot when it is started again with the same seed', async () => {
    await using world = await startWorld({ devices: [{ sn: 'LK4', kind: 'lock' }] })
    world.clock.advance(60_000)
    await using later = await startWorld({ devices: [{ sn: 'LK4', kind: 'lock' }], clock: world.clock })
    expect(later.simulator.lock('LK4').state().boot).not.toBe(world.simulator.lock('LK4').state().boot)
  })

  it('is rejected with a wrong secret', async () => {
    await using world = await startWorld()
    const impostor = createSimulator({
      url: world.url,
      tenantId: 0,
      devices: [{ sn: 'LK9', kind: 'lock' }],
      secretOf: () => 'guess',
    })
    await expect(impostor.start()).rejects.toThrow()
    await impostor.stop()
  })

  it('lets people push and pull locks through the control page, but no foreign page', async () => {
    await using world = await startWorld()
    const control = await startControl(world.simulator, 0)
    const address = control.address()
    const base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
    const json = { method: 'POST', headers: { 'content-type': 'application/json' } }
    expect(await (await fetch(`${base}/locks/LK4/open`, json)).json()).toMatchObject({ latch: 0 })
    expect(eventsOf(world.stored, 'LK4')).toEqual(['OPEN'])
    expect((await fetch(`${base}/locks/LK4/close`, { method: 'POST', body: 'x' })).status).toBe(415)
    expect((await fetch(`${base}/locks/NO/open`, json)).status).toBe(404)
    expect((await fetch(`${base}/locks/LK4/toString`, json)).status).toBe(404)
    expect(await (await fetch(base)).text()).toContain('LK5')
    control.closeAllConnections()
    control.close()
  })

  it('makes load whose every event is stored', async () => {
    await using world = await startWorld({ devices: [] })
    const report = await runLoad({
      url: world.url,
      tenantId: 0,
      secretOf,
      rate: 500,
      seconds: 1,
      gateways: ['LOADGW1', 'LOADGW2'],
      locks: ['A', 'B', 'C'],
    })
    expect(report).toMatchObject({ sent: 500, acked: 500, failed: 0 })
    expect(world.stored).toHaveLength(500)
    expect(report.latency.p50).toBeLessThanOrEqual(report.latency.p99)
  })
})

describe('what the simulator plays beside locks', () => {
  it('a gas detector publishes its readings, numbered', async () => {
    await using world = await startWorld({ devices: [{ sn: 'GAS1', kind: 'gas' }] })
    await world.simulator.measure('GAS1', 'O2', 17.5, '%vol')
    const said = world.stored.filter(({ kind }) => kind === 'gas')
    expect(said).toMatchObject([
      { sn: 'GAS1', body: { readings: [{ gas: 'O2', value: 17.5, unit: '%vol' }] } },
    ])
    expect(world.setAside).toEqual([])
  })

  it('a gas detector finds clean air by itself, as often as it is told to', async () => {
    await using world = await startWorld({ devices: [{ sn: 'GAS2', kind: 'gas' }], gasEveryMs: 20 })
    const said = () => world.stored.flatMap((each) => (each.kind === 'gas' ? [each.body.readings] : []))
    await vi.waitFor(() => expect(said().length).toBeGreaterThan(1))
    expect(said()[0]?.map(({ gas }) => gas)).toEqual(['O2', 'CH4', 'H2S', 'CO'])
  })

  it('a device takes a firmware by its own topic, starts again, and says the version in its birth', async () => {
    await using world = await startWorld({ devices: [{ sn: 'LK4', kind: 'lock' }] })
    const births = () => world.stored.flatMap((each) => (each.kind === 'birth' ? [each.body] : []))
    const { length } = births()
    await world.gateway.send(command('LK4', 'OTA', { exp: NOW + 60_000, params: { fw: '3.0.0' } }))
    await vi.waitFor(() => expect(births()).toHaveLength(length + 1))
    expect(births().at(-1)).toMatchObject({ st: { fw: '3.0.0' } })
    expect(births().at(-1)?.boot).not.toBe(births()[0]?.boot)
  })
})
