import { expect, test } from 'vitest'
import { at } from '../testing/plant.ts'
import { clockText } from '../verdict/index.ts'
import { dueWarnings, isFlood, isLeftOpen, type OpenSessionFacts } from './open-session.ts'
import { levelAt, warningRules } from './warning-rules.ts'

test('SC12 W01 rises to level 1 at 13:15, 2 at 13:30, 3 at 13:45 for a lock opened at 13:00', () => {
  const raised = at('13:15')
  const level = (time: string) => levelAt('W01', raised, at(time))
  expect(['13:14', '13:15', '13:29', '13:30', '13:45'].map(level)).toEqual([0, 1, 1, 2, 3])
})

test('W04 is level 3 at once', () => {
  expect(levelAt('W04', 0, 0)).toBe(3)
})

test('W01 to W07 have levels that only rise', () => {
  expect(warningRules.map((rule) => rule.warnType)).toEqual(['W01', 'W02', 'W03', 'W04', 'W05', 'W06', 'W07'])
  for (const { levels } of warningRules) {
    expect(levels.map((each) => each.level)).toEqual(
      levels.map((each) => each.level).toSorted((a, b) => a - b),
    )
    expect(levels[0]?.afterMin).toBe(0)
  }
})

const session: OpenSessionFacts = {
  openTime: at('13:00'),
  limitSec: 900,
  lockStatus: 2,
  stateTime: at('13:00'),
  ticketEnd: null,
  power: 1,
  offlineSec: 1800,
  lastSeen: at('13:00'),
}

test.each<[string, Partial<OpenSessionFacts>, string | null, string, readonly string[]]>([
  ['before its limit', {}, null, '13:14', []],
  ['W01 at its limit', {}, null, '13:15', ['W01 13:15 900']],
  ['W03 when its ticket ends', { ticketEnd: at('13:10'), limitSec: 9000 }, null, '13:10', ['W03 13:10 0']],
  ['W03 opened after the end', { ticketEnd: at('12:00'), limitSec: 9000 }, null, '13:05', ['W03 13:00 0']],
  ['W03 not before the end', { ticketEnd: at('13:11'), limitSec: 9000 }, null, '13:10', []],
  ['W05 half shut for a minute', { lockStatus: 3 }, null, '13:01', ['W05 13:01 60']],
  ['W06 silent for longer than its type allows', { limitSec: 9000 }, null, '13:30', ['W06 13:30 1800']],
  ['W06 never of a passive lock', { limitSec: 9000, power: 2 }, null, '14:31', []],
  ['W07 open at the shift change', {}, '13:05', '13:06', ['W07 13:05 0']],
  ['W07 not when opened at the change', {}, '13:00', '13:06', []],
])('an open lock: %s', (_title, changes, change, now, expected) => {
  const due = dueWarnings({ ...session, ...changes }, change === null ? null : at(change), at(now))
  expect(due.map((each) => [each.warnType, clockText(each.raisedAt), each.thresholdSec].join(' '))).toEqual(
    expected,
  )
})

test('W02 a lock nobody knows the state of is left open, unless it lies in store', () => {
  expect(isLeftOpen({ isOpen: true, lockStatus: 1, custody: 0 })).toBe(true)
  expect(isLeftOpen({ isOpen: false, lockStatus: 1, custody: 2 })).toBe(false)
  const inCustody = ([0, 1, 2] as const).map((custody) =>
    isLeftOpen({ isOpen: false, lockStatus: 0, custody }),
  )
  expect(inCustody).toEqual([false, false, true])
})

test('W06 is a flood when a gateway is down with more than twenty open locks', () => {
  expect([20, 21].map((openLocks) => isFlood({ isDown: true, openLocks }))).toEqual([false, true])
  expect(isFlood({ isDown: false, openLocks: 99 })).toBe(false)
})
