import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventTypes, lockStatus, stateTrust } from '../dictionaries/index.ts'
import { applyEvent, deniedBy, deniedByReading, type LockEvent, type LockState } from './apply-event.ts'
import { openLimitSec, sessionChange } from './session.ts'
import { onlineAt, trustAt, type TrustFacts } from './trust.ts'
import { countsAsClosed, statusOf } from './truth-table.ts'

const truth = [
  [1, 1, 1],
  [1, 0, 3],
  [0, 1, 3],
  [0, 0, 2],
  [9, 1, 0],
  [1, 9, 0],
  [9, 9, 0],
] as const

test.each(truth)('latch %s and shackle %s are lock status %s', (latch, shackle, status) => {
  expect(statusOf({ latch, shackle })).toBe(status)
})

test('a moving lock is opening or closing by where it came from, and jammed after 15 s', () => {
  expect(statusOf({ latch: 'moving', shackle: 1 }, lockStatus.closed)).toBe(lockStatus.opening)
  expect(statusOf({ latch: 'moving', shackle: 0 }, lockStatus.open)).toBe(lockStatus.closing)
  expect(statusOf({ latch: 'moving', shackle: 1 }, lockStatus.closed, 15_000)).toBe(lockStatus.jammed)
})

test('only closed counts as closed', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7, 8].filter((status) => countsAsClosed(status as 0))).toEqual([1])
})

const powered: TrustFacts = {
  power: 1,
  heartbeatSec: 600,
  offlineSec: 1800,
  passiveTrustMin: 10,
  confirmedAt: 0,
  claimed: false,
  nextShiftChange: null,
}

test('trust of a powered lock decays at 2×heartbeat and 2×offline', () => {
  const trust = (seconds: number) => trustAt(powered, seconds * 1000)
  expect([trust(0), trust(1200), trust(1201), trust(3599), trust(3600)]).toEqual([1, 1, 2, 2, 9])
})

test('trust of a passive lock decays ten minutes after contact and ends with the shift', () => {
  const passive: TrustFacts = { ...powered, power: 2, nextShiftChange: 3_600_000 }
  const trust = (minutes: number) => trustAt(passive, minutes * 60_000)
  expect([trust(10), trust(11), trust(59), trust(60)]).toEqual([1, 2, 2, 9])
})

test('a lock nobody heard of is unknown, a person’s word is only a claim', () => {
  expect(trustAt({ ...powered, confirmedAt: null }, 0)).toBe(stateTrust.unknown)
  expect(trustAt({ ...powered, confirmedAt: null, claimed: true }, 0)).toBe(stateTrust.claimed)
})

test('trust never grows while time passes without a report', () => {
  const rank = (trust: number) => ({ 1: 3, 2: 2, 3: 1, 9: 0 })[trust] ?? -1
  fc.assert(
    fc.property(
      fc.nat(10_000_000),
      fc.nat(10_000_000),
      fc.constantFrom(1 as const, 2 as const, 3 as const),
      (a, b, power) => {
        const facts = { ...powered, power, nextShiftChange: 5_000_000 }
        expect(rank(trustAt(facts, Math.max(a, b)))).toBeLessThanOrEqual(rank(trustAt(facts, Math.min(a, b))))
      },
    ),
  )
})

test('silence makes a powered lock offline, a passive one has no such state', () => {
  expect([
    onlineAt({ ...powered, lastSeen: 0 }, 1_799_999),
    onlineAt({ ...powered, lastSeen: 0 }, 1_800_000),
    onlineAt({ ...powered, lastSeen: null }, 0),
  ]).toEqual([1, 0, 0])
  expect(onlineAt({ power: 2, offlineSec: 1, lastSeen: 0 }, 99_999_999)).toBe(9)
})

function event(type: LockEvent['type'], seq: number, change: Partial<LockEvent> = {}): LockEvent {
  return {
    type,
    position: { bootOrder: 1, seq },
    historical: false,
    occurTime: seq * 1000,
    ok: true,
    after: null,
    ...change,
  }
}

const unheardLock: LockState = {
  latch: 9,
  shackle: 9,
  status: lockStatus.unknown,
  trust: stateTrust.unknown,
  stateTime: null,
  last: null,
}

const run = (events: readonly LockEvent[]): LockState => events.reduce(applyEvent, unheardLock)

test('open then close leaves a confirmed closed lock', () => {
  expect(run([event('OPEN', 1), event('CLOSE', 2)])).toEqual({
    latch: 1,
    shackle: 1,
    status: 1,
    trust: 1,
    stateTime: 2000,
    last: { bootOrder: 1, seq: 2, idx: 0 },
  })
})

test('the events of one message stand in their order in it; a stored position is passed by a new message only', () => {
  const opened = run([event('CLOSE', 1), event('CLOSE', 2), event('OPEN', 2, { idx: 1 })])
  expect([opened.status, opened.last?.idx]).toEqual([lockStatus.open, 1])
  expect(applyEvent(opened, event('CLOSE', 2))).toBe(opened)
  const stored = { ...opened, last: { bootOrder: 1, seq: 2 } }
  expect(applyEvent(stored, event('CLOSE', 2, { idx: 5 }))).toBe(stored)
})

test('a lock that says it stands open is believed whatever it reports; that it is shut must be said by an event about it', () => {
  const closed = run([event('CLOSE', 1)])
  const open = { latch: 0, shackle: 0 } as const
  for (const type of ['WRONG', 'BATL', 'UNKNOWN'] as const) {
    const told = applyEvent(closed, event(type, 2, { after: open }))
    expect([type, told.status, told.latch]).toEqual([type, lockStatus.open, 0])
    expect(applyEvent(told, event(type, 3, { after: { latch: 1, shackle: 1 } })).status).toBe(lockStatus.open)
  }
  expect(applyEvent(closed, event('OPEN', 2, { ok: false, after: open })).status).toBe(lockStatus.open)
  expect(applyEvent(closed, event('OPEN', 2, { ok: false, after: null })).status).toBe(lockStatus.closed)
})

test('SC17 what a key brings later confirms a claimed closure of the same time, and denies it when the lock says so', () => {
  const claimed: LockState = {
    ...unheardLock,
    status: 1,
    latch: 1,
    shackle: 1,
    trust: 3,
    stateTime: 3_600_000,
  }
  const brought = (type: LockEvent['type'], occurTime: number) =>
    applyEvent(claimed, event(type, 1, { historical: true, occurTime }))
  expect(brought('CLOSE', 3_590_000)).toMatchObject({ status: 1, trust: 1 })
  expect(brought('OPEN', 3_610_000)).toMatchObject({ status: 2, trust: 1 })
  expect(brought('CLOSE', 3_600_000 - 16 * 60_000)).toBe(claimed)
})

test('a motor on its way is opening or closing since it began, and neither closed nor open', () => {
  const moving = { latch: 'moving', shackle: 1 } as const
  const closed = run([event('CLOSE', 1)])
  const opening = applyEvent(closed, event('BOOT', 2, { after: moving }))
  expect(opening).toMatchObject({ status: lockStatus.opening, latch: 9, stateTime: 2000 })
  expect(countsAsClosed(opening.status)).toBe(false)
  expect(applyEvent(opening, event('BOOT', 3, { after: moving }))).toMatchObject({
    status: lockStatus.opening,
    stateTime: 2000,
  })
  expect(applyEvent(opening, event('OPEN', 3))).toMatchObject({ status: lockStatus.open, stateTime: 3000 })
})

test('a late or historical event never overwrites newer live state', () => {
  const closed = run([event('OPEN', 1), event('CLOSE', 5)])
  expect(applyEvent(closed, event('OPEN', 3))).toBe(closed)
  expect(applyEvent(closed, event('OPEN', 9, { historical: true }))).toBe(closed)
})

test('a word that is newer than a closed state only by its time makes it unknown, and never closed', () => {
  const closed = run([event('CLOSE', 90)])
  const at = (ms: number) => ({ at: ms, occurTime: ms })
  const unknown = { latch: 9, shackle: 9, status: lockStatus.unknown, trust: stateTrust.unknown }
  for (const type of ['OPEN', 'FORCE', 'TAMPER', 'JAM', 'NOTFULL'] as const)
    expect([type, deniedBy(closed, event(type, 3), at(90_001))?.state]).toEqual([
      type,
      { ...closed, ...unknown, stateTime: 90_001 },
    ])
  expect(deniedBy(closed, event('OPEN', 3), at(90_000))).toBeNull()
  expect(deniedBy(closed, event('CLOSE', 3), at(90_001))).toBeNull()
  expect(deniedBy(closed, event('BATL', 3), at(90_001))).toBeNull()
  // Of unknown time: that it is not shut is heard, that it is says nothing.
  expect(deniedBy(closed, event('OPEN', 3), { at: null, occurTime: 95_000 })?.state).toMatchObject(unknown)
  const open = run([event('OPEN', 90)])
  expect(deniedBy(open, event('CLOSE', 3), { at: null, occurTime: 95_000 })).toBeNull()
  expect(deniedBy(open, event('CLOSE', 3), at(90_001))?.state).toEqual({ ...open, trust: stateTrust.unknown })
  // Denied once, it is only asked.
  const denied = deniedBy(closed, event('OPEN', 3), at(90_001))?.state ?? closed
  expect(deniedBy(denied, event('OPEN', 4), at(90_002))?.state).toBe(denied)
  expect(deniedBy(denied, event('CLOSE', 5), at(90_003))?.state).toBe(denied)
})

test('whatever is told late, no state becomes closed or more believed by it, and none by a word from before', () => {
  const anyPart = fc.constantFrom<0 | 1 | 9 | 'moving'>(0, 1, 9, 'moving')
  const anyAfter = fc.option(fc.record({ latch: anyPart, shackle: anyPart }))
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...eventTypes), { maxLength: 4 }),
      fc.constantFrom(...eventTypes),
      anyAfter,
      fc.option(fc.integer({ min: 0, max: 20_000 })),
      (before, type, after, at) => {
        const state = run(before.map((one, index) => event(one, index + 1)))
        const time = { at, occurTime: at ?? 10_000 }
        const told = deniedBy(state, event(type, 1, { after }), time)?.state ?? state
        const read = after === null ? state : (deniedByReading(state, after, time)?.state ?? state)
        for (const left of [told, read]) {
          expect(left.last).toEqual(state.last)
          if (left === state) continue
          expect(left.trust).toBe(stateTrust.unknown)
          expect(countsAsClosed(left.status)).toBe(false)
          if (at !== null && state.stateTime !== null) expect(at).toBeGreaterThan(state.stateTime)
        }
      },
    ),
  )
})

test('a new boot is newer than any number of the old one', () => {
  const closed = run([event('CLOSE', 500)])
  expect(applyEvent(closed, event('OPEN', 1, { position: { bootOrder: 2, seq: 1 } })).status).toBe(2)
})

test('a forced lock is tampered until it is closed again; a failed opening changes nothing', () => {
  const forced = run([event('CLOSE', 1), event('FORCE', 2)])
  expect([forced.status, applyEvent(forced, event('CLOSE', 3)).status]).toEqual([7, 1])
  expect(run([event('CLOSE', 1), event('OPENF', 2), event('OPEN', 3, { ok: false })]).status).toBe(1)
})

test('what the message carries wins over what the type suggests', () => {
  expect(run([event('CLOSE', 1, { after: { latch: 1, shackle: 0 } })]).status).toBe(lockStatus.notFullyLocked)
})

test('any order of delivery with the newest last-known position ends in the same state', () => {
  const anyEvents = fc.uniqueArray(
    fc.record({
      type: fc.constantFrom(...eventTypes),
      boot: fc.integer({ min: 1, max: 3 }),
      seq: fc.integer({ min: 1, max: 20 }),
    }),
    { selector: ({ boot, seq }) => `${boot}/${seq}`, minLength: 1, maxLength: 12 },
  )
  fc.assert(
    fc.property(anyEvents, (list) => {
      const events = list.map(({ type, boot, seq }) =>
        event(type, seq, { position: { bootOrder: boot, seq } }),
      )
      const end = run(events)
      const newest = events
        .toSorted((a, b) => a.position.bootOrder - b.position.bootOrder || a.position.seq - b.position.seq)
        .at(-1)
      expect(end.last).toMatchObject(newest?.position ?? {})
      // Re-delivery of everything changes nothing.
      expect(events.reduce(applyEvent, end)).toEqual(end)
    }),
  )
})

test('one opening is one session, closed once with its duration and overtime', () => {
  const opened = sessionChange(null, { kind: 'opened', occurTime: 0, limitSec: 900 })
  expect(opened).toEqual({ do: 'open', openTime: 0, limitSec: 900 })
  const open = { sessionId: 'S', openTime: 0, limitSec: 900 }
  expect(sessionChange(open, { kind: 'opened', occurTime: 5, limitSec: 900 })).toEqual({ do: 'none' })
  expect(sessionChange(open, { kind: 'closed', occurTime: 3_000_000, limitSec: 900 })).toMatchObject({
    do: 'close',
    durationSec: 3000,
    overSec: 2100,
  })
  expect(sessionChange(null, { kind: 'closed', occurTime: 5, limitSec: 900 })).toEqual({ do: 'none' })
  expect(sessionChange({ ...open, openTime: 10 }, { kind: 'closed', occurTime: 5, limitSec: 900 })).toEqual({
    do: 'none',
  })
})

test('a longer opening of the ticket item never reaches past its window', () => {
  expect(openLimitSec(15, null, 0, 60_000)).toBe(900)
  expect(openLimitSec(15, 120, 0, 3_600_000)).toBe(3600)
})
