import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { commandStatus, commandTypes } from '../dictionaries/index.ts'
import { correctTime } from './clock-correction.ts'
import {
  commandRules,
  maySend,
  nextCommandStatus,
  outcomeIsUnknown,
  ttlOf,
  whenOffline,
} from './command-rules.ts'
import { classifyArrival } from './order.ts'

const last = { bootOrder: 2, seq: 10 }

test('a repeated message is a duplicate, whatever its number', () => {
  expect(classifyArrival({ bootOrder: 2, seq: 11 }, last, true)).toEqual({ kind: 'duplicate' })
})

test('next is live, a jump is a gap with its limits, an older one is late', () => {
  expect(classifyArrival({ bootOrder: 2, seq: 11 }, last, false)).toEqual({ kind: 'live' })
  expect(classifyArrival({ bootOrder: 2, seq: 14 }, last, false)).toEqual({ kind: 'gap', from: 11, to: 13 })
  expect(classifyArrival({ bootOrder: 2, seq: 9 }, last, false)).toEqual({ kind: 'late' })
  expect(classifyArrival({ bootOrder: 1, seq: 99 }, last, false)).toEqual({ kind: 'late' })
})

test('a restart begins at 1 again; the very first message is never a gap', () => {
  expect(classifyArrival({ bootOrder: 3, seq: 1 }, last, false)).toEqual({ kind: 'live' })
  expect(classifyArrival({ bootOrder: 3, seq: 4 }, last, false)).toEqual({ kind: 'gap', from: 1, to: 3 })
  expect(classifyArrival({ bootOrder: 1, seq: 4187 }, null, false)).toEqual({ kind: 'live' })
})

const message = { messageTs: 1_000_000, eventTs: 999_000, tq: 2 as const, recvTime: 1_000_500 }

test('a clock within two seconds is taken as it is', () => {
  expect(correctTime(message, [])).toMatchObject({ occurTime: 999_000, timeQuality: 2, skewMs: 500 })
})

test('a clock ten minutes slow is corrected by the smallest of the last twenty delays, and set', () => {
  const slow = { ...message, recvTime: message.messageTs + 600_900 }
  const answer = correctTime(slow, [600_400, 605_000])
  expect(answer).toMatchObject({
    occurTime: 999_000 + 600_400,
    timeQuality: 1,
    skewMs: 600_400,
    needsTimeCommand: true,
  })
  expect(
    correctTime(
      slow,
      Array.from({ length: 40 }, () => 601_000),
    ).samples,
  ).toHaveLength(20)
})

test('a clock never set gives the time of arrival', () => {
  expect(correctTime({ ...message, tq: 0, messageTs: 0, eventTs: 0 }, [])).toMatchObject({
    occurTime: 1_000_500,
    timeQuality: 0,
    needsTimeCommand: true,
  })
})

test('an event more than five minutes ahead is not believed', () => {
  const future = { ...message, eventTs: message.recvTime + 301_000 }
  expect(correctTime(future, [])).toMatchObject({ occurTime: 1_000_500, timeQuality: 0 })
})

test('whatever a device says, no event is stored further ahead than five minutes', () => {
  const time = fc.integer({ min: 0, max: 4_102_444_800_000 })
  fc.assert(
    fc.property(time, time, fc.constantFrom(0 as const, 1 as const, 2 as const), (messageTs, eventTs, tq) => {
      const recvTime = 1_796_006_400_000
      expect(correctTime({ messageTs, eventTs, tq, recvTime }, []).occurTime).toBeLessThanOrEqual(
        recvTime + 300_000,
      )
    }),
  )
})

test('OPEN is never stored, never retried and lives ten seconds, twenty through a gateway', () => {
  expect(whenOffline('OPEN')).toBe('fail')
  expect(commandRules.OPEN.retries).toBe(0)
  expect([ttlOf('OPEN', false), ttlOf('OPEN', true)]).toEqual([10_000, 20_000])
})

test('OPEN is sent at most once, and never after its time', () => {
  fc.assert(
    fc.property(
      fc.nat(40_000),
      fc.nat(5),
      fc.boolean(),
      fc.constantFrom(...Object.values(commandStatus)),
      (now, sends, gw, status) => {
        const allowed = maySend({ type: 'OPEN', status, sends, issuedAt: 0, throughGateway: gw }, now)
        if (allowed)
          expect([sends, status, now < (gw ? 20_000 : 10_000)]).toEqual([0, commandStatus.queued, true])
      },
    ),
  )
})

test('CLOSE is sent again twice, FREEZE until it is done', () => {
  const sent = { status: commandStatus.sent, issuedAt: 0, throughGateway: false }
  expect([1, 2, 3].map((sends) => maySend({ ...sent, type: 'CLOSE', sends }, 1000))).toEqual([
    true,
    true,
    false,
  ])
  expect(maySend({ ...sent, type: 'FREEZE', sends: 500 }, 9e12)).toBe(true)
})

test('SC19 a command that was sent times out, one that never left expires, and a late answer changes nothing', () => {
  const { queued, sent, delivered, success, timeout, expired } = commandStatus
  expect(nextCommandStatus(queued, 'send')).toBe(sent)
  expect(nextCommandStatus(sent, 'delivered')).toBe(delivered)
  expect(nextCommandStatus(delivered, 'done')).toBe(success)
  expect(nextCommandStatus(sent, 'ttlPassed')).toBe(timeout)
  expect(nextCommandStatus(queued, 'ttlPassed')).toBe(expired)
  expect(nextCommandStatus(timeout, 'done')).toBeNull()
  expect(nextCommandStatus(success, 'fail')).toBeNull()
  expect([outcomeIsUnknown(timeout), outcomeIsUnknown(expired)]).toEqual([true, false])
})

test('every command type has a rule', () => {
  expect(Object.keys(commandRules).toSorted()).toEqual([...commandTypes].toSorted())
})
