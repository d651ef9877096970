import { expect, test } from 'vitest'
import { domainDictionaries } from '../dictionaries/index.ts'
import { alarmOfEvent, alarmRule, alarmRules, batteryAlarm, countsUp } from './index.ts'

test('A01 to A20 have a rule each, named as the dictionary names them', () => {
  const items = domainDictionaries.find(({ code }) => code === 'lo_alarm_type')?.items ?? []
  expect(alarmRules.map((rule) => [rule.alarmType, rule.title])).toEqual(
    items.map(({ value, text }) => [value, text]),
  )
})

test.each([
  ['A02', 'FORCE', 3],
  ['A03', 'TAMPER', 3],
  ['A04', 'JAM', 2],
  ['A06', 'BATL', 1],
  ['A07', 'BATC', 2],
  ['A12', 'HTEMP', 2],
  ['A13', 'MOVE', 2],
  ['A15', 'DURESS', 3],
] as const)('%s is what the event %s means, level %i', (alarmType, eventType, level) => {
  expect(alarmOfEvent(eventType)).toBe(alarmType)
  expect(alarmRule(alarmType).level).toBe(level)
})

test('A05 is no single wrong try, and an ordinary opening is no alarm', () => {
  expect([alarmOfEvent('WRONG'), alarmOfEvent('OPEN'), alarmOfEvent('WHATEVER')]).toEqual([null, null, null])
})

test('A15 is silent, and no other alarm is', () => {
  expect(alarmRules.filter((rule) => rule.silent).map((rule) => rule.alarmType)).toEqual(['A15'])
})

test('A02 within 60 s is the same alarm, later another one; A08 counts up as long as it stands', () => {
  expect([countsUp('A02', null, 0), countsUp('A02', { lastTime: 0 }, 60_000)]).toEqual([false, true])
  expect(countsUp('A02', { lastTime: 0 }, 60_001)).toBe(false)
  expect(countsUp('A08', { lastTime: 0 }, 86_400_000)).toBe(true)
})

test('A06 at the low limit, A07 at the critical one, nothing above or without a reading', () => {
  const type = { powerType: 1, battLow: 20, battCrit: 10 } as const
  expect(batteryAlarm(0, { ...type, powerType: 2 })).toBeNull()
  expect([21, 20, 11, 10, 0, null].map((percent) => batteryAlarm(percent, type))).toEqual([
    null,
    'A06',
    'A06',
    'A07',
    'A07',
    null,
  ])
})
