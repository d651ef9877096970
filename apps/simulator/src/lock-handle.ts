import type { FullState, Sensor } from '@suoan/contract/device'
import type { Cause, DeviceMessage, Token } from './lock-model.ts'
import type { Played } from './played.ts'

/** The hands at one lock. Every action resolves when the platform has stored what the lock said about it. */
export type LockHandle = {
  readonly sn: string
  /** Opens with a local credential (`method` of lo_open_method, `uid`…). */
  open(cause?: Cause): Promise<void>
  close(cause?: Cause): Promise<void>
  /** Pulled open by force. */
  force(): Promise<void>
  tamper(): Promise<void>
  /** Shackle in, latch not. */
  closeHalf(): Promise<void>
  jam(): Promise<void>
  /** A wrong code, card or key. */
  wrongTry(cause?: Cause): Promise<void>
  /** Sends its full state unasked. */
  readstate(): Promise<void>
  telemetry(): Promise<void>
  /** Percent; below 20 and 10 the lock reports it as an event. */
  setBattery(percent: number): Promise<void>
  reboot(): Promise<void>
  /** Wrong clock: `ms` more than the truth. */
  setSkew(ms: number): void
  /** A child out of its gateway's reach, and back; only for locks behind a gateway. */
  setReach(inReach: boolean): Promise<void>
  /** Commands arrive so many real milliseconds late. */
  delayCommands(ms: number): void
  /** Its gateway keeps commands to itself, and hands them all over when it is not busy any more. */
  setBusy(busy: boolean): void
  /** Ignores commands. */
  setDeaf(deaf: boolean): void
  /** Opens for an offline token, or refuses and reports it; answers with the code of the refusal. */
  openByToken(token: Token, cause?: Cause): Promise<string | null>
  /** The motor's supply fails in its next move: the bolt stands still half-way and the lock is heard no more. */
  failInNextMove(): void
  /** The supply is back and the bolt stands here now; the lock says nothing until it is asked. */
  returnPower(latch: Sensor): void
  state(): FullState & { readonly boot: string }
}

type Means = {
  report(device: Played, message: DeviceMessage): Promise<void>
  reboot(device: Played): Promise<void>
  opened(device: Played): void
  link(device: Played, state: 'online' | 'offline'): Promise<void>
}

const BATTERY_LOW = 20
const BATTERY_CRITICAL = 10

export function createLockHandle(device: Played, means: Means): LockHandle {
  const { model, spec } = device
  const report = (message: DeviceMessage): Promise<void> => means.report(device, message)
  return {
    sn: spec.sn,
    open: async (cause = {}) => {
      await report(model.happen('OPEN', { latch: 0, shackle: 0 }, { method: '01', ...cause }))
      means.opened(device)
    },
    close: (cause = {}) => report(model.happen('CLOSE', { latch: 1, shackle: 1 }, cause)),
    force: () => report(model.happen('FORCE', { latch: 0, shackle: 0 })),
    tamper: () => report(model.happen('TAMPER')),
    closeHalf: () => report(model.happen('NOTFULL', { latch: 0, shackle: 1 })),
    jam: () => report(model.happen('JAM', { latch: 2 })),
    wrongTry: (cause = {}) => report(model.happen('WRONG', {}, cause, false)),
    readstate: () => report(model.state()),
    telemetry: () => report(model.telemetry()),
    setBattery: async (percent) => {
      const before = model.battery
      model.battery = Math.round(Math.min(100, Math.max(0, percent)))
      if (before >= BATTERY_CRITICAL && model.battery < BATTERY_CRITICAL) await report(model.happen('BATC'))
      else if (before >= BATTERY_LOW && model.battery < BATTERY_LOW) await report(model.happen('BATL'))
      await report(model.telemetry())
    },
    reboot: () => means.reboot(device),
    setSkew: (ms) => {
      model.skew = ms
    },
    setReach: (inReach) => means.link(device, inReach ? 'online' : 'offline'),
    delayCommands: (ms) => {
      device.commandDelayMs = ms
    },
    setBusy: (busy) => {
      const kept = device.waiting ?? []
      device.waiting = busy ? kept : undefined
      if (!busy) for (const handOver of kept) handOver()
    },
    setDeaf: (deaf) => {
      device.deaf = deaf
    },
    openByToken: async (token, cause = {}) => {
      const code = model.refuseToken(token) ?? null
      const by = { method: '09', tok: token.id, ...cause }
      if (code === null) {
        await report(model.happen('OPEN', { latch: 0, shackle: 0 }, by))
        means.opened(device)
      } else await report(model.happen('OPEN', {}, { ...by, code }, false))
      return code
    },
    failInNextMove: () => {
      model.losesPower = true
    },
    returnPower: (latch) => {
      model.losesPower = false
      model.latch = latch
      device.deaf = false
    },
    state: () => ({ ...model.fullState(), boot: model.boot }),
  }
}
