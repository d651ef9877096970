import { commandMessage, downTopic, grantMessage, upTopic, type CommandMessage } from '@suoan/contract/device'
import { systemClock, type Clock } from '@suoan/kit/clock'
import { seededRandom } from '@suoan/kit/id'
import { connect, type Connection } from './connection.ts'
import type { DeviceSpec } from './device-spec.ts'
import { createFaults, type FaultName } from './faults.ts'
import { createLockHandle, type LockHandle } from './lock-handle.ts'
import { LockModel, type DeviceMessage, type Measured } from './lock-model.ts'
import { obey } from './obey.ts'
import type { Played } from './played.ts'

export type SimulatorOptions = {
  /** mqtt:// address of the broker. */
  readonly url: string
  readonly tenantId: number
  readonly devices: readonly DeviceSpec[]
  /** Password of a connecting device; its user name is `<tenant>/<sn>`, its client id the serial number. */
  secretOf(sn: string): string
  readonly seed?: number
  readonly clock?: Clock
  readonly faults?: readonly FaultName[]
  /** Real milliseconds after which an opened powered lock closes by itself; 0 = never. */
  readonly closeAfterMs?: number
  /** Real milliseconds between two readings of each powered lock; 0 = none. */
  readonly telemetryEveryMs?: number
  /** Real milliseconds between two full states of each powered lock, as a gateway hears its radio; 0 = after a connect only. */
  readonly stateEveryMs?: number
  /** Real milliseconds between two messages of each gas detector, which finds clean air; 0 = none. */
  readonly gasEveryMs?: number
  /** Real milliseconds between two rounds with a smart key, in which each passive lock tells how it stands; 0 = none. */
  readonly keyRoundEveryMs?: number
  /** Smart keys sync after every action; without it only when asked. */
  readonly autoSync?: boolean
}

/** What the simulator does and sees; for logs and for tests that wait. */
export type SimulatorEvent =
  | { readonly type: 'connected' | 'cut' | 'rebooted'; readonly sn: string }
  | { readonly type: 'command'; readonly sn: string; readonly command: CommandMessage }
  | { readonly type: 'said'; readonly sn: string; readonly message: DeviceMessage }
  | { readonly type: 'trouble'; readonly sn: string; readonly error: Error }

export type Simulator = {
  /** Connects all devices; each says who it is and how it stands. Rejects when one is refused. */
  start(): Promise<void>
  stop(): Promise<void>
  /** The hands at a lock; throws for a serial number that is not played. */
  lock(sn: string): LockHandle
  /** Lets a smart key hand over what its passive locks have recorded. */
  sync(keySn: string): Promise<void>
  /** Lets a gas detector publish a reading of one gas. */
  measure(sn: string, gas: string, value: number, unit: string): Promise<void>
  /** Breaks the connection that carries a device; it comes back by itself. */
  cutLink(sn: string): void
  readonly devices: readonly DeviceSpec[]
  /** Listens; answers with the way to stop listening. */
  on(listener: (event: SimulatorEvent) => void): () => void
}

// A held message is released at the latest after this, so that the last one of a run is not lost.
const HELD_AT_MOST_MS = 300

/** Plays gateways, locks and keys over MQTT. Constructing does nothing; `start` connects. */
export function createSimulator(options: SimulatorOptions): Simulator {
  const { tenantId, devices } = options
  const clock = options.clock ?? systemClock
  const random = seededRandom(options.seed ?? 1)
  const faults = createFaults(options.faults ?? [], random)
  const listeners = new Set<(event: SimulatorEvent) => void>()
  const connections = new Map<string, Connection>()
  const recorded = new Map<string, (() => Promise<void>)[]>()
  const timers = new Set<NodeJS.Timeout>()
  let running = false

  const played = new Map<string, Played>()
  for (const spec of devices) {
    const { sn, parentSn = null, open = false, motor = false, battery = 90 } = spec
    const model = new LockModel({ sn, open, motor, battery, skew: faults.skew(), clock, random })
    played.set(sn, {
      spec,
      model,
      address: { tenantId, sn, parentSn },
      commandDelayMs: 0,
      waiting: undefined,
      deaf: false,
      held: undefined,
    })
  }

  const announce = (event: SimulatorEvent): void => {
    for (const listener of listeners) listener(event)
  }

  const connectionOf = ({ spec }: Played): Connection => {
    const connection = connections.get(spec.parentSn ?? spec.sn)
    if (!connection) throw new Error(`${spec.sn} is not connected: start the simulator first`)
    return connection
  }

  const publish = (device: Played, message: DeviceMessage): Promise<void> =>
    connectionOf(device).publish(upTopic(device.address, message.suffix), JSON.stringify(message.payload), {
      retain: message.suffix === 'status' || message.suffix === 'state',
      qos: message.suffix === 'telemetry' ? 0 : 1,
    })

  /** Sends through the faults. Resolves when the platform has stored it (or when a fault swallowed it). */
  async function say(device: Played, message: DeviceMessage): Promise<void> {
    announce({ type: 'said', sn: device.spec.sn, message })
    const isBusiness = message.suffix === 'event' || message.suffix === 'ack' || message.suffix === 'gas'
    if (!isBusiness) return publish(device, message)
    const fate = faults.next()
    const send = async (): Promise<void> => {
      await Promise.all(Array.from({ length: fate.copies }, () => publish(device, message)))
    }
    const overtaken = device.held
    device.held = undefined
    if (fate.held && !overtaken) await hold(device, send)
    else await send()
    if (overtaken) {
      await overtaken.send()
      overtaken.done()
    }
    if (fate.cutAfter) cutLink(device.spec.sn)
    if (fate.rebootAfter) await reboot(device)
  }

  function hold(device: Played, send: () => Promise<void>): Promise<void> {
    return new Promise((done, failed) => {
      const held = { send, done }
      device.held = held
      later(HELD_AT_MOST_MS, () => {
        if (device.held !== held) return
        device.held = undefined
        send().then(done, failed)
      })
    })
  }

  /** Powered locks speak at once; what passive ones do waits in the key. */
  async function report(device: Played, message: DeviceMessage): Promise<void> {
    const { kind, parentSn } = device.spec
    if (kind !== 'passive' || !parentSn) return say(device, message)
    recorded.set(parentSn, [...(recorded.get(parentSn) ?? []), () => say(device, message)])
    if (options.autoSync !== false) await sync(parentSn)
  }

  async function sync(keySn: string): Promise<void> {
    const waiting = recorded.get(keySn) ?? []
    recorded.delete(keySn)
    for (const send of waiting) await send()
  }

  async function reboot(device: Played): Promise<void> {
    device.model.reboot()
    announce({ type: 'rebooted', sn: device.spec.sn })
    await publish(device, birthOf(device))
  }

  function cutLink(sn: string): void {
    const device = deviceOf(sn)
    announce({ type: 'cut', sn: device.spec.parentSn ?? sn })
    connectionOf(device).cut()
  }

  async function introduce(connector: Played): Promise<void> {
    await publish(connector, connector.model.status('online'))
    for (const device of [connector, ...childrenOf(connector.spec.sn)]) await publish(device, birthOf(device))
    announce({ type: 'connected', sn: connector.spec.sn })
  }

  const birthOf = ({ spec, model }: Played): DeviceMessage =>
    model.birth(kindWord[spec.kind], spec.model ?? defaultModel[spec.kind])

  const childrenOf = (sn: string): Played[] => [...played.values()].filter(({ spec }) => spec.parentSn === sn)

  function receive(topic: string, payload: Uint8Array): void {
    const parts = topic.split('/')
    const sn = parts[4] === 'child' ? parts[5] : parts[3]
    const device = sn === undefined ? undefined : played.get(sn)
    if (!device || device.deaf) return
    const json: unknown = JSON.parse(Buffer.from(payload).toString('utf8'))
    if (commandTopics.some((end) => topic.endsWith(end))) {
      const command = commandMessage.parse(json)
      announce({ type: 'command', sn: device.spec.sn, command })
      const handOver = (): void => run(device, () => carryOut(device, command))
      if (device.waiting) device.waiting.push(handOver)
      else if (device.commandDelayMs > 0) later(device.commandDelayMs, handOver)
      else handOver()
    } else if (topic.endsWith('/down/grant')) {
      const grant = grantMessage.parse(json)
      device.model.epoch = Math.max(device.model.epoch, grant.epoch)
      run(device, () => say(device, device.model.ack(grant.id, 'DONE')))
    }
  }

  async function carryOut(device: Played, command: CommandMessage): Promise<void> {
    // Not awaited one by one: a device does not stop its motor until the platform has stored "running".
    const said = obey(device.model, command)
    if (device.model.losesPower && device.model.latch === 2) device.deaf = true
    await Promise.all(said.map((message) => say(device, message)))
    if (command.type === 'OPEN' && device.model.latch === 0) closeLater(device)
    // A new image runs after a restart, and its version is in the birth (3-domain.md §5.9).
    if (command.type === 'OTA' && said.some(({ payload }) => payload['stage'] === 'DONE'))
      await reboot(device)
  }

  function closeLater(device: Played): void {
    const { closeAfterMs = 0 } = options
    if (closeAfterMs <= 0 || device.spec.kind !== 'lock') return
    later(closeAfterMs, () => {
      if (device.model.latch !== 0) return
      run(device, () => say(device, device.model.happen('CLOSE', { latch: 1, shackle: 1 })))
    })
  }

  /** Work nobody waits for: its failure is told, not thrown; sending fails when the simulator stops meanwhile. */
  function run(device: Played, work: () => Promise<void>): void {
    work().catch((error: unknown) => {
      if (running)
        announce({
          type: 'trouble',
          sn: device.spec.sn,
          error: error instanceof Error ? error : new Error(String(error)),
        })
    })
  }

  function later(ms: number, work: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      if (running) work()
    }, ms)
    timers.add(timer)
  }

  function deviceOf(sn: string): Played {
    const device = played.get(sn)
    if (!device) throw new Error(`no device ${sn} is played here; known: ${[...played.keys()].join(', ')}`)
    return device
  }

  async function connectDevice(device: Played): Promise<void> {
    const { sn } = device.spec
    const filters = [downTopic({ tenantId, sn }, 'cmd').replace(/cmd$/, '#')]
    if (childrenOf(sn).length > 0) filters.push(`lo/v1/${tenantId}/${sn}/child/+/down/#`)
    const connection = await connect({
      url: options.url,
      clientId: sn,
      username: `${tenantId}/${sn}`,
      password: options.secretOf(sn),
      filters,
      will: {
        topic: upTopic({ tenantId, sn }, 'status'),
        payload: JSON.stringify(device.model.status('offline').payload),
      },
      // The first introduction waits below, when the connection is known here; the later ones happen by themselves.
      onConnected: () => connections.has(sn) && run(device, () => introduce(device)),
      onMessage: receive,
      onTrouble: (error) => announce({ type: 'trouble', sn, error }),
    })
    connections.set(sn, connection)
    await introduce(device)
  }

  /** Each device of the kind says this by itself, spread over the interval as real devices are. */
  function repeat(kind: DeviceSpec['kind'], everyMs: number, said: (device: Played) => DeviceMessage): void {
    if (everyMs <= 0) return
    for (const device of played.values()) {
      if (device.spec.kind !== kind) continue
      const tick = (): void => {
        run(device, () => report(device, said(device)))
        later(everyMs, tick)
      }
      later(random() * everyMs, tick)
    }
  }

  return {
    devices,
    start: async () => {
      running = true
      await Promise.all(
        [...played.values()].filter(({ spec }) => spec.parentSn === undefined).map(connectDevice),
      )
      repeat('lock', options.telemetryEveryMs ?? 0, ({ model }) => model.telemetry())
      repeat('lock', options.stateEveryMs ?? 0, ({ model }) => model.state())
      repeat('passive', options.keyRoundEveryMs ?? 0, ({ model }) => model.state())
      repeat('gas', options.gasEveryMs ?? 0, ({ model }) => model.measure(...cleanAir))
    },
    stop: async () => {
      running = false
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
      await Promise.all([...connections.values()].map((connection) => connection.close()))
      connections.clear()
    },
    lock: (sn) =>
      createLockHandle(deviceOf(sn), {
        report,
        reboot,
        opened: closeLater,
        link: (device, state) => publish(device, device.model.status(state)),
      }),
    sync,
    measure: (sn, gas, value, unit) => {
      const device = deviceOf(sn)
      return say(device, device.model.measure({ gas, value, unit }))
    },
    cutLink,
    on: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Commands come by their own topic where they carry a job (3-domain.md §5.2). */
const commandTopics = ['/down/cmd', '/down/ota', '/down/cfg'] as const

/** What a four-gas detector reads in clean air, in the units of the plant's limits. */
const cleanAir: readonly Measured[] = [
  { gas: 'O2', value: 20.9, unit: '%vol' },
  { gas: 'CH4', value: 0, unit: '%vol' },
  { gas: 'H2S', value: 0, unit: 'mg/m3' },
  { gas: 'CO', value: 0, unit: 'mg/m3' },
]

/** `lo_device_kind`. */
const kindWord = { gateway: 'GW', key: 'KEY', lock: 'LOCK', passive: 'LOCK', gas: 'GAS' } as const
const defaultModel = {
  gateway: 'SA-GW2',
  key: 'SA-K1',
  lock: 'SA-B30',
  passive: 'SA-P10',
  gas: 'SA-G4',
} as const
