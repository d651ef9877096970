import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { at } from '../testing/plant.ts'
import {
  classOfOp,
  compareHlc,
  factsAgainst,
  offlineGap,
  offlineOperations,
  overtakenBy,
  parseHlc,
  saysWhoOpened,
  tokenGap,
  unsyncedText,
  type OfflineCall,
  type OfflineOp,
  type OfflineToken,
} from './index.ts'

const capsule = { issuedAt: at('08:00'), expireAt: at('16:00') }
const op = (change: Partial<OfflineOp> = {}): OfflineOp => ({
  opClass: 'evidence',
  at: at('09:00'),
  now: at('10:00'),
  authentic: true,
  capsule,
  tokenGap: null,
  ...change,
})

test('SC17 stamps of several terminals have one total order: time, then counter, then terminal', () => {
  const stamps = [
    '1796006400000-0001-u9',
    '1796006400000-0000-u9',
    '1796006399999-ffff-u9',
    '1796006400000-0001-u8',
  ]
  const parsed = stamps.map((text) => parseHlc(text)).filter((stamp) => stamp !== null)
  const order = parsed.toSorted(compareHlc).map(({ ms, counter, node }) => `${ms}/${counter}/${node}`)
  expect(order).toEqual([
    '1796006399999/65535/u9',
    '1796006400000/0/u9',
    '1796006400000/1/u8',
    '1796006400000/1/u9',
  ])
})

test('what is no stamp is none', () => {
  for (const text of [
    '',
    '1796006400000',
    '1796006400000-1-u9',
    '17960064000000-0001-u9',
    '1796006400000-0001-',
  ])
    expect(parseHlc(text)).toBeNull()
})

test('the safe direction is never refused offline, with whatever paper (decision 2)', () => {
  const anything = fc.record({
    at: fc.integer(),
    now: fc.integer(),
    authentic: fc.boolean(),
    tokenGap: fc.option(fc.string()),
  })
  for (const call of [
    'pointLock',
    'pointTag',
    'pointOperate',
    'pointFail',
    'personOut',
    'personalLockOn',
    'suspend',
    'stop',
  ])
    fc.assert(
      fc.property(anything, (change) => {
        expect(offlineGap(op({ ...change, opClass: classOfOp(call) }))).toBeNull()
      }),
    )
})

test('approving, extending, testing, emergency removal and anything unknown cannot happen offline', () => {
  for (const call of [
    'decide',
    'start',
    'resume',
    'extendAsk',
    'extendDecide',
    'testBegin',
    'emergencyDone',
    'finish',
    'constructor',
    '',
  ])
    expect(offlineGap(op({ opClass: classOfOp(call) }))).toContain('不能离线办理')
})

test('evidence counts only from an authentic terminal with a believable clock and a living capsule', () => {
  expect(offlineGap(op())).toBeNull()
  expect(offlineGap(op({ authentic: false }))).toContain('签名')
  expect(offlineGap(op({ at: at('12:01') }))).toContain('时钟')
  expect(offlineGap(op({ at: at('10:05') }))).toBeNull()
  expect(offlineGap(op({ at: at('07:59') }))).toContain('领取时间')
  expect(offlineGap(op({ at: at('16:00'), now: at('17:00') }))).toContain('过期')
})

test('an energising operation needs a token and a capsule of at most four hours', () => {
  const energising = (change: Partial<OfflineOp>) => offlineGap(op({ opClass: 'energising', ...change }))
  expect(energising({})).toBeNull()
  expect(energising({ tokenGap: '没有离线令牌' })).toBe('没有离线令牌')
  expect(energising({ at: at('12:00'), now: at('12:00') })).toBeNull()
  expect(energising({ at: at('12:01'), now: at('12:01') })).toContain('4 小时')
})

const token: OfflineToken = {
  tokenId: 't1',
  workId: 'W1',
  userId: 'u9',
  deviceSn: 'PHONE9',
  lockIds: ['LK1'],
  actions: ['OPEN'],
  nbf: at('08:00'),
  exp: at('16:00'),
  maxUses: 1,
  usedCount: 0,
  revEpochs: { LK1: 3 },
  revoked: false,
}
const use = {
  workId: 'W1',
  userId: 'u9',
  deviceSn: 'PHONE9',
  action: 'OPEN',
  lockId: 'LK1',
  at: at('09:00'),
  epoch: 3,
} as const

test('R15 a token covers its person, terminal, ticket, lock, action, time, uses and epoch, and nothing else', () => {
  expect(tokenGap(token, use)).toBeNull()
  const gaps = [
    tokenGap(null, use),
    tokenGap({ ...token, revoked: true }, use),
    tokenGap(token, { ...use, workId: 'W2' }),
    tokenGap(token, { ...use, userId: 'u6' }),
    tokenGap(token, { ...use, deviceSn: 'PHONE6' }),
    tokenGap({ ...token, actions: [] }, use),
    tokenGap(token, { ...use, at: at('07:59') }),
    tokenGap(token, { ...use, at: at('16:00') }),
    tokenGap({ ...token, usedCount: 1 }, use),
    tokenGap(token, { ...use, lockId: 'LK2' }),
    tokenGap(token, { ...use, epoch: 4 }),
    tokenGap({ ...token, revEpochs: {} }, use),
  ]
  expect(gaps.every((gap) => gap !== null)).toBe(true)
  expect(new Set(gaps).size).toBeGreaterThanOrEqual(11)
})

test('G27 a capsule that is out counts until its terminal gives it back, whatever else is said', () => {
  const out = { userName: '郑隔', issuedAt: at('08:25'), lastSeenAt: null, pending: 0 }
  expect(unsyncedText(out, at('09:20'))).toBe('郑隔 08:25 领取的离线任务包尚未同步')
  // Heard with nothing left is no return: a browser of its owner says that too.
  expect(unsyncedText({ ...out, lastSeenAt: at('09:19') }, at('09:20'))).toContain('尚未同步')
  expect(unsyncedText({ ...out, lastSeenAt: at('09:19'), pending: 2 }, at('09:20'))).toContain('2 项')
})

const calls = Object.keys(offlineOperations) as OfflineCall[]

test('§4.6 whatever is newer of the same thing overtakes an operation, and nothing that is older or as old', () => {
  for (const call of calls)
    for (const fact of factsAgainst(call, {})) {
      expect(overtakenBy(call, {}, at('09:00'), { [fact]: at('09:01') })).toContain('时间之后')
      expect(overtakenBy(call, {}, at('09:00'), { [fact]: at('09:00') })).toBeNull()
      expect(overtakenBy(call, {}, at('09:00'), { [fact]: null })).toBeNull()
    }
})

test('§4.6 what stops or denies is never overtaken; every other word is about something that may become history', () => {
  const denials = {
    suspend: {},
    stop: {},
    pointFail: {},
    gasAdd: {},
    pointVerify: { verifyResult: 0 },
    measureConfirm: { inPlace: false },
  } as const
  for (const [call, args] of Object.entries(denials))
    expect(factsAgainst(call as OfflineCall, args)).toEqual([])
  const always = ['suspend', 'stop', 'pointFail', 'gasAdd']
  expect(calls.filter((call) => factsAgainst(call, {}).length === 0).toSorted()).toEqual(always.toSorted())
})

test('W04 an opening rests on the token it names in its time, of its locks, until it was taken back', () => {
  const live = { ...token, revokedAt: null }
  const opened = { lockId: 'LK1', at: at('09:00') }
  expect(saysWhoOpened(live, opened)).toBe(true)
  expect(saysWhoOpened(live, { ...opened, lockId: 'LK2' })).toBe(false)
  expect(saysWhoOpened(live, { ...opened, at: at('07:59') })).toBe(false)
  expect(saysWhoOpened(live, { ...opened, at: at('16:00') + 1_999 })).toBe(true)
  expect(saysWhoOpened(live, { ...opened, at: at('16:00') + 2_000 })).toBe(false)
  expect(saysWhoOpened({ ...live, revokedAt: at('09:01') }, opened)).toBe(true)
  expect(saysWhoOpened({ ...live, revokedAt: at('08:59') }, opened)).toBe(false)
})
