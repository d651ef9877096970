import type {
  AckStage,
  CommandMessage,
  DeviceEvent,
  DeviceResultCode,
  EventType,
  FullState,
  Sensor,
  SensorPair,
  UpSuffix,
} from '@suoan/contract/device'
import type { Clock } from '@suoan/kit/clock'
import type { Random } from '@suoan/kit/id'
import { ulidSource } from '@suoan/kit/id'

/** A message as the device words it; topic and sending are the connection's business. */
export type DeviceMessage = { readonly suffix: UpSuffix; readonly payload: Readonly<Record<string, unknown>> }

/** Who opens or closes, and how; goes into the event. */
export type Cause = Partial<Pick<DeviceEvent, 'method' | 'uid' | 'gid' | 'tok' | 'cmd' | 'co' | 'code'>>

/** An offline token as the lock reads it from a phone or key; times are epoch ms (3-domain.md §5.8). */
export type Token = {
  readonly id: string
  /** The revocation number of this lock when the token was made. */
  readonly epoch: number
  readonly nbf: number
  readonly exp: number
}

type Recorded = {
  readonly seq: number
  readonly event: Partial<DeviceEvent> & { id: string; type: string; ts: number }
}

// What the specification says a device remembers (3-domain.md §5.5, §5.6).
const REMEMBERED_COMMANDS = 32
const LOG_CAPACITY = 500
const EVENTS_PER_MESSAGE = 50

/** A reading of one gas. */
export type Measured = { readonly gas: string; readonly value: number; readonly unit: string }

/**
 * One lock (or gateway, or key) as a device: sensors, counters, its own clock and log, and the rules by which it obeys.
 * It makes messages and sends none.
 */
export class LockModel {
  readonly sn: string
  boot: string
  latch: Sensor
  shackle: Sensor
  battery: number
  temperature = 22
  frozen = false
  epoch = 0
  firmware = '2.4.1'
  /** Moves its bolt by itself: it is on its way between `RUN` and the end event. */
  readonly motor: boolean
  /** The motor's supply fails in the next move. */
  losesPower = false
  /** Error of its clock, ms; TIME sets it to 0. */
  skew: number
  timeQuality: 0 | 1 | 2 = 2
  readonly #clock: Clock
  readonly #random: Random
  readonly #newUlid: () => string
  #seq = 0
  #tseq = 0
  #log: Recorded[] = []
  #seen: string[] = []

  constructor(options: {
    sn: string
    open: boolean
    skew: number
    clock: Clock
    random: Random
    motor?: boolean
    battery?: number
  }) {
    this.sn = options.sn
    this.motor = options.motor ?? false
    this.battery = options.battery ?? 90
    this.latch = options.open ? 0 : 1
    this.shackle = this.latch
    this.skew = options.skew
    this.#clock = options.clock
    this.#random = options.random
    this.#newUlid = ulidSource({ now: () => this.now() }, options.random)
    this.boot = this.#newBoot()
  }

  /** The device's own time, epoch ms. */
  now(): number {
    return this.#clock.now() + this.skew
  }

  sensors(): SensorPair {
    return { latch: this.latch, shackle: this.shackle }
  }

  fullState(): FullState {
    return {
      ...this.sensors(),
      batt: this.battery,
      mv: 3000 + this.battery * 7,
      rssi: -60 - Math.floor(this.#random() * 25),
      temp: this.temperature,
      frozen: this.frozen,
      epoch: this.epoch,
      logs: this.#log.length,
      fw: this.firmware,
    }
  }

  birth(kind: string, model: string): DeviceMessage {
    return this.#message('birth', {
      seq: ++this.#seq,
      id: { kind, model, fw: this.firmware },
      caps: { latch: true, shackle: true, motor: this.motor },
      st: this.fullState(),
    })
  }

  status(status: 'online' | 'offline'): DeviceMessage {
    return this.#message('status', { status })
  }

  state(cmd?: string): DeviceMessage {
    return this.#message('state', {
      seq: ++this.#seq,
      st: this.fullState(),
      ...(cmd !== undefined && { cmd }),
    })
  }

  telemetry(): DeviceMessage {
    const { frozen: _frozen, epoch: _epoch, ...readings } = this.fullState()
    return this.#message('telemetry', { tseq: ++this.#tseq, m: { ...readings, tilt: 0 } })
  }

  /** Moves the sensors (where given) and reports it as one event. */
  happen(type: EventType, to: Partial<SensorPair> = {}, cause: Cause = {}, ok = true): DeviceMessage {
    const before = this.sensors()
    this.latch = to.latch ?? this.latch
    this.shackle = to.shackle ?? this.shackle
    const event = {
      id: this.#newUlid(),
      type,
      ts: this.now(),
      hist: false,
      ok,
      ...cause,
      before,
      after: this.sensors(),
      batt: this.battery,
    }
    const seq = ++this.#seq
    this.#log.push({ seq, event })
    if (this.#log.length > LOG_CAPACITY) this.#log.shift()
    return this.#message('event', { seq, events: [event] })
  }

  /** What a gas detector reads now. */
  measure(...measured: readonly Measured[]): DeviceMessage {
    const readings = measured.map((each) => ({ id: this.#newUlid(), ...each, ts: this.now(), hist: false }))
    return this.#message('gas', { seq: ++this.#seq, readings })
  }

  ack(cmd: string, stage: AckStage, code: DeviceResultCode = '0'): DeviceMessage {
    return this.#message('ack', { seq: ++this.#seq, cmd, stage, code, msg: '', st: this.sensors() })
  }

  /** Its own log from a sequence number on, as history, in messages of at most 50 events. */
  readLog(from: number): DeviceMessage[] {
    const wanted = this.#log.filter(({ seq }) => seq >= from).map(({ event }) => ({ ...event, hist: true }))
    const messages: DeviceMessage[] = []
    for (let at = 0; at < wanted.length; at += EVENTS_PER_MESSAGE) {
      messages.push(
        this.#message('event', { seq: ++this.#seq, events: wanted.slice(at, at + EVENTS_PER_MESSAGE) }),
      )
    }
    return messages
  }

  /** Why it will not do this command, if so; remembers it as seen (3-domain.md §5.6). */
  refuse(command: CommandMessage): DeviceResultCode | undefined {
    if (this.timeQuality > 0 && command.exp < this.now()) return 'LO-D1003'
    const marks = [`id ${command.id}`, `nonce ${command.nonce}`]
    if (marks.some((mark) => this.#seen.includes(mark))) return 'LO-D1004'
    this.#seen = [...this.#seen, ...marks].slice(-2 * REMEMBERED_COMMANDS)
    if (command.type === 'OPEN' && this.frozen) return 'LO-D2009'
    return undefined
  }

  /**
   * Why it will not open for this token, if so (3-domain.md §5.8): its own clock, the token's window, and the epoch — a
   * lock that has heard of a later revocation refuses every token from before it, whoever shows it.
   */
  refuseToken({ epoch, nbf, exp }: Token): DeviceResultCode | undefined {
    if (this.timeQuality === 0) return 'LO-D2005'
    if (epoch < this.epoch) return 'LO-D2006'
    if (this.now() < nbf || this.now() >= exp) return 'LO-D2002'
    return this.frozen ? 'LO-D2009' : undefined
  }

  /** Starts anew: another boot, sequence from 1; the log stays, as in flash memory. */
  reboot(): void {
    this.boot = this.#newBoot()
    this.#seq = 0
    this.#tseq = 0
  }

  /**
   * Seconds and chance, 8 digits each. Chance alone would give the same boot again when the simulator is started twice
   * with one seed, and the platform would take everything it says for repetitions.
   */
  #newBoot(): string {
    const seconds = Math.floor(this.#clock.now() / 1000) >>> 0
    const chance = Math.floor(this.#random() * 0x1_0000_0000)
    return [seconds, chance].map((part) => part.toString(16).padStart(8, '0')).join('')
  }

  #message(suffix: UpSuffix, fields: Readonly<Record<string, unknown>>): DeviceMessage {
    return {
      suffix,
      payload: {
        v: 1,
        sn: this.sn,
        boot: this.boot,
        ts: Math.max(0, this.now()),
        tq: this.timeQuality,
        ...fields,
      },
    }
  }
}
