import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { commandStatus, commandTypes, type CommandStatus, type CommandType } from '../dictionaries/index.ts'
import { correctTime, earliestTime, inOrder } from './clock-correction.ts'
import {
  enqueue,
  eventOfAck,
  isSettled,
  maySend,
  nextCommandStatus,
  nextLookAt,
  outcomeIsUnknown,
  queueLimit,
  ttlOf,
  whenRefused,
  type CommandState,
  type PendingCommand,
  type QueueAnswer,
} from './command-rules.ts'
import { askAgainAfter } from './log-gaps.ts'
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

test('a number that no device reaches orders nothing, and the next right one is in line', () => {
  expect(classifyArrival({ bootOrder: 2, seq: 2 ** 53 - 1 }, last, false)).toEqual({ kind: 'unbelievable' })
  expect(classifyArrival({ bootOrder: 2, seq: 100_011 }, last, false)).toEqual({ kind: 'unbelievable' })
  expect(classifyArrival({ bootOrder: 2, seq: 100_010 }, last, false)).toMatchObject({ kind: 'gap' })
  expect(classifyArrival({ bootOrder: 1, seq: 2 ** 40 }, null, false)).toEqual({ kind: 'unbelievable' })
})

test('a gap is asked for again ever more rarely, but always again', () => {
  const waits = [1, 2, 3, 4, 5, 6, 100].map(askAgainAfter)
  expect(waits).toEqual(waits.toSorted((a, b) => a - b))
  expect(waits.at(-1)).toBe(6 * 3_600_000)
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

test('a clock seven minutes fast is corrected from its first message on, and a time that waited keeps its distance', () => {
  const fast = -420_000
  let samples: readonly number[] = []
  for (const n of [0, 1, 2, 3]) {
    const recvTime = 1_000_000_000 + n * 30_000
    const messageTs = recvTime - fast - 300
    const answer = correctTime({ messageTs, eventTs: messageTs - 10_000, tq: 2, recvTime }, samples)
    expect(answer).toMatchObject({ timeQuality: 1, needsTimeCommand: true, doubt: null })
    expect(Math.abs(answer.occurTime - (recvTime - 10_300))).toBeLessThanOrEqual(300)
    samples = answer.samples
  }
})

test('one wrong stamp is not believed and bends no other time; a clock that was set ahead is, from the second message on', () => {
  const good = [400, 300, 500]
  const at = 1_000_000_000
  const wrong = correctTime({ messageTs: at + 600_000, eventTs: at + 600_000, tq: 2, recvTime: at }, good)
  expect(wrong).toMatchObject({ occurTime: at, timeQuality: 0, doubt: 'JUMPED', needsTimeCommand: true })
  const next = correctTime({ messageTs: at, eventTs: at, tq: 2, recvTime: at + 300 }, wrong.samples)
  expect(next).toMatchObject({ occurTime: at, timeQuality: 2, skewMs: 300, doubt: null })
  const again = correctTime(
    { messageTs: at + 610_000, eventTs: at + 610_000, tq: 2, recvTime: at + 10_000 },
    wrong.samples,
  )
  expect(again).toMatchObject({ occurTime: at + 10_000, timeQuality: 1, doubt: null })
})

test('messages that waited long do not make the clock slow for the one that did not', () => {
  const at = 1_000_000_000
  const live = correctTime({ messageTs: at, eventTs: at, tq: 2, recvTime: at + 200 }, [300_000, 310_000])
  expect(live).toMatchObject({ occurTime: at, timeQuality: 2 })
})

test('the newest report did not happen before the one it follows: a clock that was set back is not believed', () => {
  const at = 1_000_000_000
  const after = (occurTime: number) => {
    const time = correctTime({ messageTs: occurTime, eventTs: occurTime, tq: 2, recvTime: at }, [0])
    return inOrder(time, at - 600_000, at)
  }
  expect(after(at - 86_400_000)).toMatchObject({
    occurTime: at,
    timeQuality: 0,
    doubt: 'SET_BACK',
    needsTimeCommand: true,
  })
  // Noise of the correction keeps the order and asks for nothing.
  expect(after(at - 605_000)).toMatchObject({ occurTime: at - 600_000, timeQuality: 1, doubt: null })
  expect(after(at - 300_000)).toMatchObject({ occurTime: at - 300_000, timeQuality: 2, doubt: null })
})

test('what counts as newer is so whatever the clock: the wait of a lone message and the noise of a correction do not', () => {
  const at = 1_000_000_000
  const earliest = (late: number, samples: readonly number[], tq: 0 | 1 | 2 = 2) =>
    earliestTime(correctTime({ messageTs: at, eventTs: at, tq, recvTime: at + late }, samples))
  expect(earliest(200, [100])).toBe(at)
  expect(earliest(200, [100], 1)).toBe(at - 2_000)
  expect(earliest(200, [100], 0)).toBeNull()
  // A slow clock that others have shown is corrected; one that only this message shows may be a message that waited.
  expect(earliest(600_000, [590_000])).toBe(at + 590_000 - 2_000)
  expect(earliest(600_000, [])).toBe(at - 2_000)
  expect(earliest(-420_000, [])).toBe(at - 420_000 - 2_000)
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

const command = (changes: Partial<CommandState> & Pick<CommandState, 'type'>): CommandState => ({
  status: commandStatus.queued,
  sends: 0,
  issuedAt: 0,
  lastSentAt: null,
  ttlMs: ttlOf(changes.type, false),
  ...changes,
})
const sentOnce = { status: commandStatus.sent, sends: 1, lastSentAt: 0 } as const
const occasions = ['issue', 'arrival', 'timer'] as const

test('OPEN lives ten seconds, twenty through a gateway, and out of reach it fails at once', () => {
  expect([ttlOf('OPEN', false), ttlOf('OPEN', true)]).toEqual([10_000, 20_000])
  expect(whenRefused(command({ type: 'OPEN' }))).toBe('fail')
})

test('OPEN is sent at most once, only by the call that issued it, and never after its time', () => {
  const any = fc.record({
    now: fc.nat(40_000),
    sends: fc.nat(5),
    throughGateway: fc.boolean(),
    occasion: fc.constantFrom(...occasions),
    status: fc.constantFrom(...Object.values(commandStatus)),
  })
  fc.assert(
    fc.property(any, ({ now, sends, throughGateway, occasion, status }) => {
      const ttlMs = ttlOf('OPEN', throughGateway)
      const lastSentAt = sends === 0 ? null : 0
      if (maySend(command({ type: 'OPEN', status, sends, ttlMs, lastSentAt }), occasion, now))
        expect([status, occasion, now < (throughGateway ? 20_000 : 10_000)]).toEqual([
          commandStatus.queued,
          'issue',
          true,
        ])
    }),
  )
})

test('CLOSE is sent again twice, ten seconds apart, and not after its thirty seconds', () => {
  const close = (sends: number) => command({ type: 'CLOSE', ...sentOnce, sends })
  expect([1, 2, 3].map((sends) => maySend(close(sends), 'timer', 10_000))).toEqual([true, true, false])
  expect(maySend(close(1), 'timer', 9_999)).toBe(false)
  expect(maySend({ ...close(1), lastSentAt: 15_000 }, 'timer', 30_000)).toBe(false)
  expect(whenRefused(command({ type: 'CLOSE' }))).toBe('fail')
  expect(whenRefused(close(1))).toBeNull()
})

test('FREEZE waits for its device, and is sent until it is done, at least every five minutes', () => {
  const freeze = command({ type: 'FREEZE', ...sentOnce, sends: 500 })
  expect(whenRefused(command({ type: 'FREEZE' }))).toBe('wait')
  expect(maySend(freeze, 'timer', 9e12)).toBe(true)
  expect([0, 10_000, 80_000, 9_000_000].map((now) => (nextLookAt(freeze, now) ?? 0) - now)).toEqual([
    10_000, 10_000, 80_000, 300_000,
  ])
  // A device that was away may have lost what it had received.
  expect(maySend({ ...freeze, status: commandStatus.delivered }, 'arrival', 9e12)).toBe(true)
  expect(maySend({ ...freeze, status: commandStatus.delivered }, 'timer', 9e12)).toBe(false)
})

test.each(['CONFIG', 'OTA'] as const)(
  '%s that was not answered is sent again after a minute, and at every contact of its device (§5.9)',
  (type) => {
    const waiting = command({ type, ...sentOnce, ttlMs: 9e12 })
    expect(maySend(waiting, 'timer', 60_000)).toBe(true)
    expect(nextLookAt(waiting, 0)).toBe(60_000)
    expect(maySend(waiting, 'arrival', 10_000)).toBe(true)
    expect(maySend({ ...waiting, sends: 50 }, 'arrival', 10_000)).toBe(true)
    expect(maySend({ ...waiting, sends: 50 }, 'timer', 9e9)).toBe(false)
    // It has it, and says when it is done: an image takes its time.
    expect(maySend({ ...waiting, status: commandStatus.delivered }, 'arrival', 10_000)).toBe(false)
  },
)

test('of a command there is a next look exactly as long as something can still happen to it without its device', () => {
  const any = fc.record({
    type: fc.constantFrom(...commandTypes),
    status: fc.constantFrom(...Object.values(commandStatus)),
    sends: fc.nat(4),
    now: fc.nat(700_000_000),
  })
  fc.assert(
    fc.property(any, ({ type, status, sends, now }) => {
      const each = command({ type, status, sends, lastSentAt: sends === 0 ? null : 0 })
      const at = nextLookAt(each, now)
      if (isSettled(status)) expect(at).toBeNull()
      else if (each.ttlMs !== null) expect(at).toBeLessThanOrEqual(each.ttlMs)
      if (at !== null && at < (each.ttlMs ?? Infinity)) expect(maySend(each, 'timer', at)).toBe(true)
    }),
  )
})

const pending = (type: CommandType, at: number, status: CommandStatus = commandStatus.queued) => ({
  cmdId: `${type}-${at}`,
  type,
  status,
})
const ids = (answer: QueueAnswer) => (answer.admitted ? answer.replaced.map(({ cmdId }) => cmdId) : null)

test('a newer command of the same kind replaces the waiting one, and not the one that was sent', () => {
  const { sent } = commandStatus
  expect(ids(enqueue('READSTATE', [pending('READSTATE', 1, sent), pending('READSTATE', 2)]))).toEqual([
    'READSTATE-2',
  ])
  expect(ids(enqueue('READLOG', [pending('READLOG', 1)]))).toEqual([])
})

test('UNFREEZE takes back a FREEZE that waits or is sent again, and FREEZE an UNFREEZE', () => {
  const { sent, delivered } = commandStatus
  expect(ids(enqueue('UNFREEZE', [pending('FREEZE', 1), pending('FREEZE', 2, sent)]))).toEqual([
    'FREEZE-1',
    'FREEZE-2',
  ])
  expect(ids(enqueue('FREEZE', [pending('UNFREEZE', 1, delivered)]))).toEqual(['UNFREEZE-1'])
  expect(nextCommandStatus(commandStatus.queued, 'replaced')).toBe(commandStatus.cancelled)
  expect(nextCommandStatus(sent, 'replaced')).toBe(commandStatus.timeout)
})

test('twenty commands wait for a device; FREEZE takes the place of one that protects nobody', () => {
  const full = Array.from({ length: queueLimit }, (_, at) => pending('READLOG', at))
  expect(ids(enqueue('READLOG', full.slice(1)))).toEqual([])
  expect(enqueue('READLOG', full)).toEqual({ admitted: false })
  expect(ids(enqueue('FREEZE', full))).toEqual(['READLOG-0'])
  expect(ids(enqueue('OPEN', full))).toEqual([])
  expect(ids(enqueue('CLOSE', full))).toEqual([])
})

test('no command is issued beyond the limit, and what protects people never fails for it', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...commandTypes), { maxLength: 80 }), (types) => {
      let waiting: readonly PendingCommand[] = []
      for (const [at, type] of types.entries()) {
        const answer = enqueue(type, waiting)
        if (type === 'FREEZE' || type === 'GRANT') expect(answer.admitted).toBe(true)
        if (!answer.admitted) continue
        waiting = waiting.filter((each) => !answer.replaced.includes(each))
        if (whenRefused(command({ type })) === 'wait') waiting = [...waiting, pending(type, at)]
        expect(waiting.length).toBeLessThanOrEqual(queueLimit)
      }
    }),
  )
})

test('重复指令 says that an earlier message has arrived, every other failure that the command failed', () => {
  expect(eventOfAck('FAILED', 'LO-D1004')).toBe('delivered')
  expect([eventOfAck('FAILED', 'LO-D2011'), eventOfAck('RUN', '0'), eventOfAck('DONE', '0')]).toEqual([
    'fail',
    'delivered',
    'done',
  ])
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
