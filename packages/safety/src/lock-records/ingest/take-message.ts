import {
  classifyArrival,
  earliestTime,
  eventOfAck,
  isReachable,
  isSettled,
  nextCommandStatus,
  type CommandEvent,
  type CorrectedTime,
  type Position,
} from '@suoan/domain/device'
import { commandStatus } from '@suoan/domain/dictionaries'
import { applyEvent, deniedBy, deniedByReading, type LockEvent } from '@suoan/domain/lock'
import type { DeviceMessage } from '@suoan/contract/device'
import { newId } from '@suoan/kit/id'
import { ofTenant, rememberedBoots, type Boot, type DeviceInHand, type LockInHand } from './in-hand.ts'
import { inferSession, noteUntoldOpening } from './sessions.ts'
import { takeGas } from './take-gas.ts'
import { takeEvents } from './take-events.ts'
import {
  announceChanged,
  distrustNumbers,
  noteClock,
  sensed,
  takeDenial,
  type Readings,
  type Taking,
} from './taking.ts'
import { inLockOrder, timeOfEvent } from './time-of-event.ts'

/** Takes one message into the batch: changes the device in hand and adds to the results. */
export function takeMessage(message: DeviceMessage, taking: Taking): void {
  const { device } = taking
  device.lastSeen = Math.max(device.lastSeen, message.recvTs)
  switch (message.kind) {
    case 'telemetry':
      return takeTelemetry(message, taking)
    case 'status':
      // Presence is told by the gateway, which also knows of broken connections; here it only counts as a sign of life.
      return
    case 'birth': {
      const position = takePosition(message, message.body.seq, taking)
      // Composed at this moment: what it says of the clock stands above what was before the connection broke.
      device.skews = []
      device.birth = {
        at: message.recvTs,
        fw: message.body.st.fw ?? message.body.id.fw ?? null,
        caps: message.body.caps,
      }
      return takeState(message.body, position, message.recvTs, taking)
    }
    case 'state': {
      const position = takePosition(message, message.body.seq, taking)
      takeState(message.body, position, message.recvTs, taking)
      if (message.body.cmd) settle(message.body.cmd, 'done', message.recvTs, '0', '', taking)
      return
    }
    case 'ack': {
      const position = takePosition(message, message.body.seq, taking)
      return takeAck(message, position, taking)
    }
    case 'event': {
      const position = takePosition(message, message.body.seq, taking)
      return takeEvents(message, position, taking)
    }
    case 'gas':
      takePosition(message, message.body.seq, taking)
      return takeGas(message, taking)
    case 'req':
      takePosition(message, message.body.seq, taking)
      return
    default:
      return message satisfies never
  }
}

/** How much older than the known state a message of an unknown start may say it is: a clock set while it started. [D] */
const startSlackMs = 2_000

/**
 * A start of the device that nobody has heard of, and by its own set clock older than what is known already: a message
 * that was held up or is played again. It may not stand above the newer state (§5.5.2).
 */
function isOfThePast({ body: { ts, tq }, recvTs }: DeviceMessage, { lock, skews }: DeviceInHand): boolean {
  const stateTime = lock?.state.stateTime ?? null
  if (stateTime === null || tq === 0) return false
  const { occurTime, timeQuality } = timeOfEvent({ ts, tq, recvTs }, ts, skews)
  return timeQuality > 0 && occurTime < stateTime - startSlackMs
}

/**
 * The answer to a READSTATE that waits: it was put together after we asked, so it is no replay. Newer than what is known it
 * is when we asked later than that happened, or when it says so itself.
 */
function tellsAnew(message: DeviceMessage, { device, look }: Taking): boolean {
  if (device.lock === null || (message.kind !== 'state' && message.kind !== 'ack') || !message.body.cmd)
    return false
  const command = look.commands.get(ofTenant(device.tenantId, message.body.cmd))
  if (command?.cmdType !== 'READSTATE' || command.deviceSn !== device.sn) return false
  if (command.status === commandStatus.success) return false
  const { stateTime } = device.lock.state
  if (stateTime === null || command.issueTime.getTime() > stateTime) return true
  const { ts, tq } = message.body
  const at = earliestTime(timeOfEvent({ ts, tq, recvTs: message.recvTs }, ts, device.skews))
  return at !== null && at > stateTime
}

/** The device tells anew: its start and number are the newest from here on, whatever was heard before (§5.5.2). */
function beginAnew(boot: Boot, seq: number, { device, results }: Taking): Position {
  const newest = device.boots.at(-1)
  const bootOrder = newest === undefined || newest.id === boot.id ? boot.order : newest.order + 1
  // A number that cannot be orders nothing; the device stands where it stood.
  const number = isReachable(seq) ? seq : boot.seq
  device.boots = [
    ...device.boots.filter(({ id }) => id !== boot.id),
    { id: boot.id, order: bootOrder, seq: number },
  ]
  const { tenantId, sn, lock } = device
  results.unused.push({ tenantId, sn, boot: boot.id, from: number })
  if (lock !== null) {
    lock.state = { ...lock.state, last: { bootOrder, seq: number - 1 } }
    lock.stateBoot = boot.id
  }
  return { bootOrder, seq: number }
}

/** Where the message stands in the device's life; a gap asks for the missing part of the device's log (§5.5.3). */
function takePosition(message: DeviceMessage, seq: number, taking: Taking): Position {
  const { device, results } = taking
  const isAnew = tellsAnew(message, taking)
  const newest = device.boots.at(-1)
  let boot = device.boots.find(({ id }) => id === message.body.boot)
  const last = newest === undefined ? null : { bootOrder: newest.order, seq: newest.seq }
  if (boot === undefined && !isAnew && isOfThePast(message, device)) {
    distrustNumbers(device, results)
    return { bootOrder: newest?.order ?? 0, seq: 0 }
  }
  if (boot === undefined) {
    boot = { id: message.body.boot, order: (newest?.order ?? 0) + 1, seq: 0 }
    device.boots = [...device.boots, boot].slice(-rememberedBoots)
    // A restart may have set the clock anew.
    device.skews = []
  }
  const position = { bootOrder: boot.order, seq }
  const arrival = classifyArrival(position, last, false)
  if (isAnew && (arrival.kind === 'late' || arrival.kind === 'unbelievable'))
    return beginAnew(boot, seq, taking)
  const { tenantId, sn } = message
  if (arrival.kind === 'gap') {
    const { from, to } = arrival
    results.gaps.push({ id: newId(), tenantId, sn, boot: boot.id, from, to })
    results.events.push({ name: 'device.gap', data: { tenantId, sn, from, to } })
  }
  if (arrival.kind === 'late') results.lateNumbers.push({ tenantId, sn, boot: boot.id, seq })
  if (arrival.kind === 'unbelievable') {
    distrustNumbers(device, results)
    // Behind everything that is known: it is kept, and moves nothing.
    return { bootOrder: boot.order, seq: 0 }
  }
  // Of an earlier start the whole list is written (`bootsRead`).
  if (boot !== device.boots.at(-1)) device.boots = [...device.boots]
  boot.seq = Math.max(boot.seq, seq)
  return position
}

function takeTelemetry(
  message: Extract<DeviceMessage, { kind: 'telemetry' }>,
  { device, results }: Taking,
): void {
  const { m, ts, tq } = message.body
  const time = timeOfEvent({ ts, tq, recvTs: message.recvTs }, ts, device.skews)
  if (device.lock) takeSensors(device.lock, m, time, { device, results })
  // Of a disabled device nothing else is believed.
  if (device.isDisabled) return
  if (device.lock) takeReadings(device.lock, m)
  results.telemetry.push({
    tenant_id: device.tenantId,
    device_sn: device.sn,
    ts: new Date(time.occurTime).toISOString(),
    battery: m.batt ?? null,
    batt_mv: m.mv ?? null,
    rssi: m.rssi ?? null,
    temp: m.temp ?? null,
    tilt: m.tilt === undefined ? null : Math.round(m.tilt),
    logs_pending: m.logs ?? null,
  })
}

/** What the sensors say between the events moves no state, for it has no place among them; but it may deny it (A17). */
function takeSensors(
  lock: LockInHand,
  { latch, shackle }: Readings,
  time: CorrectedTime,
  { device, results }: Pick<Taking, 'device' | 'results'>,
): void {
  if (latch === undefined && shackle === undefined) return
  const before = lock.state.status
  const sensors = {
    ...(latch === undefined ? {} : { latch: sensed(latch) }),
    ...(shackle === undefined ? {} : { shackle: sensed(shackle) }),
  }
  const denial = deniedByReading(lock.state, sensors, { at: earliestTime(time), occurTime: time.occurTime })
  if (takeDenial(device, lock, denial, results))
    noteUntoldOpening(device, lock, { before, said: denial.said }, '', results)
}

/** Battery, signal, temperature, firmware: the newest word counts. Never the state of the lock. */
function takeReadings(lock: LockInHand, state: Readings): void {
  lock.battery = state.batt ?? lock.battery
  lock.battMv = state.mv ?? lock.battMv
  lock.rssi = state.rssi ?? lock.rssi
  lock.temp = state.temp ?? lock.temp
  lock.fwVersion = state.fw ?? lock.fwVersion
}

/** A full state (after a connect, or the answer to READSTATE) confirms or corrects what is known of the lock. */
function takeState(
  body: {
    readonly boot: string
    readonly ts: number
    readonly tq: 0 | 1 | 2
    readonly st: Readings
  },
  position: Position,
  recvTs: number,
  { device, results }: Taking,
): void {
  const { lock } = device
  const given = timeOfEvent({ ts: body.ts, tq: body.tq, recvTs }, body.ts, device.skews)
  const time = inLockOrder(given, lock?.state, { position, idx: 0 }, recvTs)
  noteClock(device, time, { ts: body.ts, recvTs }, results)
  if (!lock) return
  takeReadings(lock, body.st)
  const before = lock.state
  const { occurTime } = time
  const told: LockEvent = {
    type: 'BOOT',
    position,
    historical: false,
    occurTime,
    ok: true,
    after: { latch: sensed(body.st.latch), shackle: sensed(body.st.shackle) },
  }
  lock.state = applyEvent(before, told)
  if (lock.state === before) {
    const at = earliestTime(time)
    const denial = deniedBy(before, told, { at, occurTime })
    if (!takeDenial(device, lock, denial, results)) return
    distrustNumbers(device, results)
    // Where the clock says nothing, it may be a word from before.
    const said = at === null ? before.status : denial.said
    noteUntoldOpening(device, lock, { before: before.status, said }, '', results)
    return
  }
  lock.stateBoot = body.boot
  inferSession(device, lock, occurTime, results)
  noteUntoldOpening(device, lock, { before: before.status, said: lock.state.status }, '', results)
  announceChanged(device, lock, results)
}

function takeAck(message: Extract<DeviceMessage, { kind: 'ack' }>, position: Position, taking: Taking): void {
  const { cmd, stage, code, msg, st, boot, ts, tq } = message.body
  const command = taking.look.commands.get(ofTenant(taking.device.tenantId, cmd))
  settle(cmd, eventOfAck(stage, code), message.recvTs, code, msg, taking)
  // An OPEN or CLOSE is told by its own event, with its person; the state in the answer would come first and nameless. That
  // the motor has begun to move, no event tells (3-domain.md §5.1, 4/5).
  const isMove = stage === 'RUN' && (st?.latch === 2 || st?.shackle === 2)
  if ((command?.cmdType === 'READSTATE' || isMove) && st)
    takeState({ boot, ts, tq, st }, position, message.recvTs, taking)
}

/** Moves a command along; an answer that comes too late, or to somebody else's command, changes nothing. */
function settle(
  cmdId: string,
  event: CommandEvent,
  at: number,
  code: string,
  text: string,
  { device, look, results }: Taking,
): void {
  const command = look.commands.get(ofTenant(device.tenantId, cmdId))
  // A gateway answers for itself: what it says of its locks comes under their own numbers.
  if (!command || command.deviceSn !== device.sn) return
  const next = nextCommandStatus(command.status, event)
  if (next === null) return
  command.status = next
  if (command.cmdType === 'TIME' && next === commandStatus.success) device.skews = []
  const isFinal = isSettled(next)
  results.commands.push({
    tenantId: device.tenantId,
    cmdId,
    status: next,
    at,
    isFinal,
    resultCode: isFinal ? code : null,
    resultMsg: isFinal ? text.slice(0, 200) : null,
  })
  if (isFinal)
    results.events.push({
      name: 'command.settled',
      data: { tenantId: device.tenantId, cmdId, lockId: command.lockId, status: next },
    })
}
