import { isKnownEventType, type DeviceEvent } from '@suoan/contract/device'
import { earliestTime, opensByCommand, type Position } from '@suoan/domain/device'
import { closeKind, lockStatus, type LockStatus } from '@suoan/domain/dictionaries'
import { saysWhoOpened } from '@suoan/domain/offline'
import { applyEvent, countsAsClosed, deniedBy, tellsParts, type LockEvent } from '@suoan/domain/lock'
import type { DeviceMessage } from '@suoan/contract/device'
import { newId } from '@suoan/kit/id'
import { storableText } from '../json-text.ts'
import { linkLogRow } from '../log-chain.ts'
import { eventKey } from './mark-seen.ts'
import { ofTenant, type DeviceInHand, type LockInHand } from './in-hand.ts'
import type { Cause, LookUp } from './look-up.ts'
import type { Results } from './results.ts'
import { closeSession, inferSession, noteUntoldOpening, openSession, type Turn } from './sessions.ts'
import { announceChanged, distrustNumbers, noteClock, sensed, takeDenial, type Taking } from './taking.ts'
import { doubtText, inLockOrder, timeOfEvent } from './time-of-event.ts'

type EventMessage = Extract<DeviceMessage, { kind: 'event' }>

/** Every event of a message that was not seen before: a row of the log, the state, the session, an announcement. */
export function takeEvents(message: EventMessage, position: Position, taking: Taking): void {
  const { device, fresh, reused, results } = taking
  const { body, recvTs } = message
  const earlier = device.skews
  for (const [idx, event] of body.events.entries()) {
    const key = eventKey(device.tenantId, device.sn, body.boot, body.seq, event.id)
    const isReused = reused.delete(key)
    if (!isReused && !fresh.delete(key)) {
      results.duplicates += 1
      continue
    }
    if (isReused) distrustNumbers(device, results)
    const place = { position: isReused ? unordered : position, idx }
    const given = timeOfEvent({ ts: body.ts, tq: body.tq, recvTs }, event.ts, earlier)
    const time = event.hist ? given : inLockOrder(given, device.lock?.state, place, recvTs)
    noteClock(device, time, { ts: event.ts >= body.ts ? event.ts : body.ts, recvTs }, results)
    if (device.lock) takeEvent(device.lock, { message, event, ...place, time }, taking)
  }
}

/** Behind everything that is known, a start that begins with it too: kept, and never the newest. */
const unordered: Position = { bootOrder: -1, seq: 0 }

interface Arrived {
  readonly message: EventMessage
  readonly event: DeviceEvent
  readonly idx: number
  readonly position: Position
  readonly time: ReturnType<typeof timeOfEvent>
}

/** Openings and closings by what happened, not by who did it; FORCE is an opening nobody allowed. */
const turns: Readonly<Record<string, 'opened' | 'closed'>> = {
  OPEN: 'opened',
  FORCE: 'opened',
  CLOSE: 'closed',
}
const alarms: ReadonlySet<string> = new Set([
  'FORCE',
  'TAMPER',
  'JAM',
  'WRONG',
  'DURESS',
  'BATL',
  'BATC',
  'HTEMP',
  'MOVE',
  'NOTFULL',
])

/** Broken and half shut locks are told as what they are (T25). */
const saysItself: ReadonlySet<string> = new Set(['NOTFULL', 'JAM', 'TAMPER'])

function takeEvent(lock: LockInHand, arrived: Arrived, taking: Taking): void {
  const { device, look, results } = taking
  const { event, idx, position, time, message } = arrived
  const cause = causeOf(arrived, device, lock, look)
  const userId = storableText(event.uid, 32) ?? cause?.userId ?? null
  const row = logRow(lock, arrived, cause, userId, taking)
  const linked = linkLogRow(row, lock.chainHead, lock.chainSeq + 1)
  lock.chainHead = linked.hash
  lock.chainSeq += 1
  results.logs.push(linked.line)

  const before = lock.state
  const told: LockEvent = {
    type: isKnownEventType(event.type) ? event.type : 'UNKNOWN',
    position,
    idx,
    historical: event.hist,
    occurTime: time.occurTime,
    ok: event.ok,
    after: event.after ? { latch: sensed(event.after.latch), shackle: sensed(event.after.shackle) } : null,
  }
  lock.state = applyEvent(before, told)
  if (lock.state !== before && position.seq > 0) {
    lock.stateBoot = message.body.boot
    lock.battery = event.batt ?? lock.battery
    lock.rssi = event.rssi ?? lock.rssi
    announceChanged(device, lock, results)
  }
  const said = lock.state === before ? takeLate(lock, told, time, taking) : lock.state.status
  const logId = String(row.id)
  // A lock that is half shut without an opening has a session all the same: W05 counts from its state.
  if (lock.state !== before && lock.state.status === lockStatus.notFullyLocked)
    inferSession(device, lock, time.occurTime, results)
  if (alarms.has(event.type) || !isKnownEventType(event.type)) {
    const data = { tenantId: device.tenantId, lockId: lock.id, logId, eventType: event.type }
    results.events.push({ name: 'lock.alarmed', data })
  }
  const turn = event.ok ? turns[event.type] : undefined
  if (turn === undefined) {
    if (event.ok && saysItself.has(event.type)) return
    if (countsAsClosed(before.status)) inferSession(device, lock, time.occurTime, results)
    noteUntoldOpening(device, lock, { before: before.status, said }, logId, results)
    return
  }
  const late = event.hist || lock.state === before
  takeTurn(
    lock,
    turn,
    {
      ...arrived,
      turn: {
        logId,
        userId,
        method: event.method ?? null,
        cause,
        allowed: event.type === 'OPEN' && (cause?.decisionId ?? null) !== null,
        late,
      },
    },
    taking,
  )
}

/**
 * An event that by its number is not the newest, but by its time is: the numbers are wrong (A16), and what it denies is
 * believed no more. Where numbers order nothing, nobody knows whether it is, and a lock that says it is not shut is heard
 * whatever its clock. What a powered lock sends later from its memory (`hist`) denies the same way, and no number was wrong. A
 * passive one tells everything so, through its key: of that the last word counts (`heedKey`). Answers the status it is said to
 * have.
 */
function takeLate(
  lock: LockInHand,
  told: LockEvent,
  time: Arrived['time'],
  { device, results }: Taking,
): LockStatus {
  const isOrdered = told.position.seq > 0
  const { occurTime } = time
  if (isOrdered && told.historical && lock.isPassive) {
    if (tellsParts(told) && occurTime >= (lock.keyWord?.at.occurTime ?? 0))
      lock.keyWord = { told, at: { at: earliestTime(time), occurTime } }
    return lock.state.status
  }
  const newer = deniedBy(lock.state, told, { at: earliestTime(time), occurTime })
  const denial = newer ?? (isOrdered ? null : deniedBy(lock.state, told, { at: null, occurTime }))
  if (!takeDenial(device, lock, denial, results)) return lock.state.status
  if (!told.historical) distrustNumbers(device, results)
  return newer === null || time.timeQuality === 0 ? lock.state.status : newer.said
}

/**
 * After everything a batch tells of a passive lock: whose last word from the memory, later than the state and every closing
 * that is known, says that it is not shut, is not shut as far as anybody knows (§0.3), until it is touched again.
 */
export function heedKey(device: DeviceInHand, results: Results): void {
  const { lock } = device
  if (lock === null || lock.keyWord === null) return
  const { told, at } = lock.keyWord
  lock.keyWord = null
  if ((lock.last.lastCloseTime ?? -Infinity) >= at.occurTime) return
  const denial = deniedBy(lock.state, told, at)
  if (denial !== null && !countsAsClosed(denial.said)) takeDenial(device, lock, denial, results)
}

function takeTurn(
  lock: LockInHand,
  kind: 'opened' | 'closed',
  { event, time, turn }: Arrived & { turn: Turn },
  { device, look, results }: Taking,
): void {
  const { occurTime } = time
  const { tenantId } = device
  const { userId, cause } = turn
  const logId = turn.logId ?? ''
  const name = userId === null ? null : (look.names.get(ofTenant(tenantId, userId)) ?? null)
  const workId = cause?.workId ?? null
  if (kind === 'opened') {
    openSession(device, lock, occurTime, turn, results)
    if (occurTime >= (lock.last.lastOpenTime ?? 0)) {
      Object.assign(lock.last, {
        lastOpenTime: occurTime,
        lastOpenUser: name,
        lastOpenMethod: turn.method,
        lastOpenWorkNo: cause?.workNo ?? null,
      })
    }
    const grantId = cause?.grantId
    if (grantId) results.grantUses.set(grantId, (results.grantUses.get(grantId) ?? 0) + 1)
    const opened = { tenantId, lockId: lock.id, logId, workId, userId, allowed: turn.allowed }
    results.events.push({ name: 'lock.opened', data: opened })
    return
  }
  closeSession(lock, occurTime, event.method === '11' ? closeKind.automatic : closeKind.manual, turn, results)
  if (occurTime >= (lock.last.lastCloseTime ?? 0)) {
    Object.assign(lock.last, { lastCloseTime: occurTime, lastCloseUser: name })
  }
  results.events.push({ name: 'lock.closed', data: { tenantId, lockId: lock.id, logId, workId } })
}

/**
 * The command, grant or offline token that an event names, if it is of this tenant and this lock; anything else is no authority. An opening by
 * a command that is over, or was used, still tells whose command and which ticket it was; no decision stands behind it.
 */
function causeOf(
  { event, time }: Arrived,
  device: DeviceInHand,
  lock: LockInHand,
  look: LookUp,
): Cause | null {
  const command = event.cmd ? look.commands.get(ofTenant(device.tenantId, event.cmd)) : undefined
  if (command && command.tenantId === device.tenantId && command.lockId === lock.id) {
    if (!event.ok || turns[event.type] !== 'opened') return command
    const { cmdType: type, issueTime, ttlMs, opened } = command
    const isBehind = opensByCommand({ type, issuedAt: issueTime.getTime(), ttlMs, opened }, time.occurTime)
    command.opened = true
    return isBehind ? command : { ...command, decisionId: null, grantId: null }
  }
  const grant = event.gid ? look.grants.get(event.gid) : undefined
  if (grant && grant.tenantId === device.tenantId)
    return grant.lockId === null || grant.lockId === lock.id ? grant : null
  const token = event.tok ? look.tokens.get(ofTenant(device.tenantId, event.tok)) : undefined
  // What a lock refused was opened by nobody; whose token it showed stands in the log.
  return token && event.ok && saysWhoOpened(token, { lockId: lock.id, at: time.occurTime })
    ? {
        ...token,
        lockId: lock.id,
        grantId: token.grants[lock.id] ?? null,
        allowOpenMin: token.openMin[lock.id] ?? null,
      }
    : null
}

const places = (value: number): number => Math.round(value * 1e6) / 1e6

function logRow(
  lock: LockInHand,
  { message, event, idx, time }: Arrived,
  cause: Cause | null,
  userId: string | null,
  { device, look }: Taking,
): Parameters<typeof linkLogRow>[0] {
  const nameOf = (id: string | null): string | null =>
    id === null ? null : (look.names.get(ofTenant(device.tenantId, id)) ?? null)
  const coUser = event.co ?? null
  return {
    id: newId(),
    tenant_id: device.tenantId,
    lock_id: lock.id,
    lock_code: lock.lockCode,
    lock_name: lock.lockName,
    device_sn: device.sn,
    boot_id: message.body.boot,
    seq: message.body.seq,
    idx,
    event_id: event.id,
    area_id: lock.areaId,
    area_code: lock.areaCode,
    area_name: lock.areaName,
    sys_org_code: lock.sysOrgCode,
    event_type: event.type,
    op_result: event.ok ? 1 : 0,
    fail_code: storableText(event.code, 16),
    open_method: storableText(event.method, 4),
    user_id: storableText(userId, 32),
    user_name: nameOf(userId),
    co_user_id: storableText(coUser, 32),
    co_user_name: nameOf(coUser),
    work_id: cause?.workId ?? null,
    work_no: cause?.workNo ?? null,
    grant_id: cause?.grantId ?? storableText(event.gid, 32),
    token_id: storableText(event.tok, 32),
    decision_id: cause?.decisionId ?? null,
    cmd_id: storableText(event.cmd, 32),
    latch_before: event.before?.latch ?? null,
    latch_after: event.after?.latch ?? null,
    shackle_before: event.before?.shackle ?? null,
    shackle_after: event.after?.shackle ?? null,
    battery: event.batt ?? null,
    rssi: event.rssi ?? null,
    temp: null,
    occur_time: new Date(time.occurTime).toISOString(),
    device_time: event.ts,
    recv_time: new Date(message.recvTs).toISOString(),
    time_quality: time.timeQuality,
    historical: event.hist ? 1 : 0,
    source: message.parentSn === null ? 'DEV' : device.parentKind === 'KEY' ? 'KEY' : 'GW',
    lng: event.loc ? places(event.loc[0]) : null,
    lat: event.loc ? places(event.loc[1]) : null,
    dev_sig: storableText(message.body.sig, 512),
    remark: doubtText(time, event.ts),
  }
}
