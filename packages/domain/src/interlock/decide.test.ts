import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { execPhase, lockPurpose, workStatus } from '../dictionaries/index.ts'
import { at } from '../testing/plant.ts'
import { cabinetLock, grant, snapshot, workTicket } from '../testing/snapshot.ts'
import { decide } from './decide.ts'
import { purposeByPhase } from './matrix.ts'
import type { Decision, InterlockTicket, LockAction, Snapshot } from './snapshot.ts'

const denied = (decision: Decision) =>
  decision.rules.filter((rule) => rule.applies && !rule.pass).map((rule) => rule.id)
const base = snapshot()

test('SC09: u6, named for LK4 and at the panel within two minutes, may open it (L1)', () => {
  const decision = decide(base)
  expect([decision.allow, decision.leg, decision.grantId, decision.code]).toEqual([true, 'L1', 'g77', 0])
})

test('SC09: u7, on the ticket but not named for LK4, is denied by R06', () => {
  const decision = decide(snapshot({ user: { ...base.user, userId: 'u7', name: '周作' } }))
  expect([decision.allow, denied(decision)]).toEqual([false, ['R06']])
  expect(decision.message).toContain('没有您对该锁具的授权')
})

test('SC09: u6 at 17:01 is denied by R05', () => {
  const decision = decide(
    snapshot({ at: at('17:01'), presence: { kind: 'NFC', at: at('17:00'), matches: true } }),
  )
  expect(denied(decision)[0]).toBe('R05')
  expect([decision.allow, decision.code]).toEqual([false, 4218])
})

test('SC09: u6 from home is denied by R12', () => {
  const decision = decide(snapshot({ method: '02', presence: null }))
  expect([decision.allow, denied(decision)]).toEqual([false, ['R12']])
})

test('R01 closing is allowed at once, whatever else is wrong', () => {
  const actions: LockAction[] = ['CLOSE', 'FREEZE', 'READSTATE', 'READLOG', 'LOCATE', 'TIME']
  for (const action of actions) {
    const decision = decide(
      snapshot({ action, ticket: null, grants: [], user: { ...base.user, active: false } }),
    )
    expect([decision.allow, decision.safe, decision.rules[0]?.id]).toEqual([true, true, 'R01'])
  }
})

test('every decision lists all rules, R01 to R15, with those of other legs as not applying', () => {
  const ids = decide(base).rules.map((rule) => rule.id)
  expect(ids).toEqual(
    Array.from({ length: 15 }, (_unused, index) => `R${String(index + 1).padStart(2, '0')}`),
  )
})

const denials: readonly [string, Partial<Snapshot>, string, string][] = [
  ['R02 a frozen lock', { lock: cabinetLock({ frozen: true }) }, 'R02', '已冻结'],
  ['R02 a lost lock', { lock: cabinetLock({ custody: 4 }) }, 'R02', '丢失'],
  [
    'R03 a login older than 12 hours',
    { user: { ...base.user, strongLoginAt: at('10:00') - 13 * 3_600_000 } },
    'R03',
    '12 小时',
  ],
  ['R03 an unacknowledged removed lock', { user: { ...base.user, mustAck: true } }, 'R03', '确认知悉'],
  ['R03 a missing certificate', { user: { ...base.user, missingCerts: ['电工'] } }, 'R03', '电工'],
  ['R04 no ticket', { ticket: null }, 'R04', '没有可用的工作票'],
  ['R04 a suspended ticket', { ticket: workTicket({ phase: 21 }) }, 'R04', '中断'],
  ['R04 an expired ticket', { ticket: workTicket({ status: 40, phase: 25 }) }, 'R04', '已过期'],
  ['R04 a void ticket', { ticket: workTicket({ voidFlag: true }) }, 'R04', '已作废'],
  ['R04 a lock not on the ticket', { ticket: workTicket({ listsLock: false }) }, 'R04', '未列入锁具'],
  ['R04 a person not on the ticket', { ticket: workTicket({ userTags: [] }) }, 'R04', '人员名单'],
  ['R05 before the planned start', { at: at('08:59') }, 'R05', '最早'],
  ['R06 a grant of another ticket', { grants: [grant({ workId: 'W2' })] }, 'R06', '其他工作票'],
  ['R06 a grant whose uses are spent', { grants: [grant({ maxUses: 1, usedCount: 1 })] }, 'R06', '已用尽'],
  ['R06 a long-term grant in place of a ticket', { grants: [grant({ grantType: 1 })] }, 'R06', '须凭工作票'],
  ['R07 an isolation lock while people work', { lock: cabinetLock({ purpose: 1 }) }, 'R07', '必须保持关闭'],
  [
    'R07 a tag the phase does not allow',
    { ticket: workTicket({ userTags: ['VERIFY'] }) },
    'R07',
    '作业人、监护人',
  ],
  [
    'R10 a gas test over its limit',
    { ticket: workTicket({ gas: { controlled: true, pass: true, sampleTime: at('09:29'), limitMin: 30 } }) },
    'R10',
    '已超过 30 分钟',
  ],
  [
    'R10 an absent guardian',
    { ticket: workTicket({ guardian: { required: true, present: false } }) },
    'R10',
    '监护人未到位',
  ],
  [
    'R10 gas that is to be measured without a break and is not heard',
    { ticket: workTicket({ gas: { ...workTicket().gas, unheard: ['泵坑 O2 没有指派检测仪'] } }) },
    'R10',
    '气体连续监测未到位：泵坑 O2 没有指派检测仪',
  ],
  [
    'R10 a point whose zero energy had to be proven again',
    { ticket: workTicket({ proofsDue: ['V-101 复验期限 09:24 已过'] }) },
    'R10',
    '隔离未完成：V-101 复验期限 09:24 已过',
  ],
  ['R11 a level-3 alarm', { alarms: ['A03 LK2'] }, 'R11', '紧急报警'],
  ['R11 a stop order', { stopOrder: '台风' }, 'R11', '停工指令：台风'],
  [
    'R12 a tag touched three minutes ago',
    { presence: { kind: 'NFC', at: at('09:57'), matches: true } },
    'R12',
    '2 分钟',
  ],
  [
    'R12 the tag of another lock',
    { presence: { kind: 'QR', at: at('09:59'), matches: false } },
    'R12',
    '不符',
  ],
  [
    'R12 a remote opening confirmed by oneself',
    { method: '02', lock: cabinetLock({ allowsRemote: true }), remoteConfirmedBy: 'u6' },
    'R12',
    '另一人',
  ],
  ['R13 a lock for two opened by one', { lock: cabinetLock({ dualAuth: 2 }) }, 'R13', '两人'],
  [
    'R13 the same person twice',
    { lock: cabinetLock({ dualAuth: 2 }), second: { userId: 'u6', name: '孙作', at: at('10:00') } },
    'R13',
    '不同人员',
  ],
  [
    'R15 an untrusted clock offline',
    { offline: { clockTrusted: false, epochTrusted: true } },
    'R15',
    '时钟不可信',
  ],
]

test.each(denials)('%s is denied with its reason and a way out', (_title, change, id, text) => {
  const decision = decide(snapshot(change))
  expect(decision.allow).toBe(false)
  expect(denied(decision)).toContain(id)
  expect(decision.rules.find((rule) => rule.id === id)?.text).toContain(text)
  expect(decision.fix.length > 0 || decision.never !== null).toBe(true)
  expect(decision.code).toBeGreaterThan(4000)
})

test('L2 the isolator opens an isolation lock only to place it, in order (R08)', () => {
  const item = { pointCode: 'PT1', state: 1 as const, waitingFor: [], inLiftedSet: false }
  const isolating = (change: Partial<InterlockTicket>) =>
    snapshot({
      at: at('08:30'),
      user: { ...base.user, userId: 'u9', name: '郑隔' },
      lock: cabinetLock({ lockId: 'LK1', lockCode: 'LK1', purpose: 1 }),
      grants: [
        grant({ userId: 'u9', scope: { kind: 'lock', lockId: 'LK1' }, phases: [10], validFrom: at('07:00') }),
      ],
      presence: { kind: 'NFC', at: at('08:30'), matches: true },
      ticket: workTicket({ status: 4, phase: 10, userTags: ['ISO'], item, ...change }),
    })
  expect([decide(isolating({})).allow, decide(isolating({})).leg]).toEqual([true, 'L2'])
  expect(denied(decide(isolating({ item: { ...item, waitingFor: ['PT0'] } })))).toEqual(['R08'])
  expect(denied(decide(isolating({ item: { ...item, state: 3 } })))).toEqual(['R07'])
  expect(
    denied(
      decide({
        ...isolating({}),
        at: at('06:59'),
        presence: { kind: 'NFC', at: at('06:59'), matches: true },
      }),
    ),
  ).toContain('R05')
})

test('L2 R09: the lock of an abnormal point stays shut while somebody relies on it, and so does a box with locks on it', () => {
  const item = { pointCode: 'PT1', state: 9 as const, waitingFor: [], inLiftedSet: false }
  const asked = (change: Partial<InterlockTicket>, lock: Parameters<typeof cabinetLock>[0] = {}) =>
    snapshot({
      at: at('08:55'),
      user: { ...base.user, userId: 'u9', name: '郑隔' },
      lock: cabinetLock({ lockId: 'LK1', lockCode: 'LK1', purpose: 1, ...lock }),
      grants: [
        grant({ userId: 'u9', scope: { kind: 'lock', lockId: 'LK1' }, phases: [10], validFrom: at('07:00') }),
      ],
      presence: { kind: 'NFC', at: at('08:55'), matches: true },
      ticket: workTicket({ status: 4, phase: 10, userTags: ['ISO'], item, ...change }),
    })
  expect(decide(asked({})).allow).toBe(true)
  const relied = decide(asked({ personalLocksOn: ['PL6（孙作）'] }))
  expect([denied(relied), relied.message]).toEqual([['R09'], expect.stringContaining('PL6（孙作）')])
  expect(relied.changes).toEqual([{ kind: 'personalLocksOff' }])
  expect(denied(decide(asked({ onSite: ['孙作'] })))).toEqual(['R09'])
  // The lock of a point that was never locked protects nobody yet.
  const fresh = { ...item, state: 1 as const }
  expect(decide(asked({ item: fresh, personalLocksOn: ['PL6（孙作）'] })).allow).toBe(true)

  const workNo = workTicket().workNo
  const box = decide(
    asked({ item: null, personalLocksOn: ['PL6（孙作）'] }, { purpose: 3, heldBy: [workNo] }),
  )
  expect([denied(box), box.changes]).toEqual([['R09'], [{ kind: 'personalLocksOff' }]])
  expect(decide(asked({ item: null }, { purpose: 3, heldBy: [] })).allow).toBe(true)
})

test('L4 restoring needs people out, personal locks off, no other hold, and the closing deadline (R09 R05)', () => {
  const item = { pointCode: 'PT3', state: 5 as const, waitingFor: [], inLiftedSet: false }
  const releasing = (change: Partial<InterlockTicket>) =>
    snapshot({
      user: { ...base.user, userId: 'u9', name: '郑隔' },
      lock: cabinetLock({ lockId: 'LK3', lockCode: 'LK3', purpose: 1 }),
      grants: [grant({ userId: 'u9', scope: { kind: 'lock', lockId: 'LK3' }, phases: [24] })],
      ticket: workTicket({ phase: 24, userTags: ['ISO'], item, ...change }),
    })
  expect([decide(releasing({})).allow, decide(releasing({})).leg]).toEqual([true, 'L4'])
  expect(denied(decide(releasing({ onSite: ['孙作'] })))).toEqual(['R09'])
  expect(denied(decide(releasing({ personalLocksOn: ['PL6（孙作）'] })))).toEqual(['R09'])
  expect(denied(decide(releasing({ otherHolds: ['B-2'] })))).toEqual(['R09'])
  expect(denied(decide(releasing({ item: { ...item, waitingFor: ['PT4'] } })))).toEqual(['R08'])
  expect(denied(decide(releasing({ closeDeadline: at('09:59') })))).toEqual(['R05'])
})

test('L5 a personal lock opens for its owner alone, once he is out', () => {
  const personal = snapshot({
    lock: cabinetLock({ purpose: 4, ownerUserId: 'u6' }),
    ticket: null,
    grants: [],
    presence: null,
  })
  expect([decide(personal).allow, decide(personal).leg]).toEqual([true, 'L5'])
  expect(denied(decide({ ...personal, ownerOnSite: true }))).toEqual(['R07'])
  expect(denied(decide({ ...personal, lock: cabinetLock({ purpose: 4, ownerUserId: 'u7' }) }))).toEqual([
    'R07',
  ])
})

test('L5 R07 a personal lock that hangs opens for whoever hung it, never for whom its record names', () => {
  const hung = (userId: string, ownerUserId: string | null) =>
    snapshot({
      lock: cabinetLock({ purpose: 4, ownerUserId, wornBy: [{ userId, name: '周作' }] }),
      ticket: null,
      grants: [],
      presence: null,
    })
  expect(denied(decide(hung('u7', 'u6')))).toEqual(['R07'])
  expect(decide(hung('u7', 'u6')).changes).toEqual([])
  expect(decide(hung('u6', 'u7')).allow).toBe(true)
  expect(denied(decide({ ...hung('u6', 'u7'), ownerOnSite: true }))).toEqual(['R07'])
  expect(decide(hung('u6', null)).allow).toBe(true)
})

test('L6 a lock in store opens for its keeper or holder, never once it hangs on a point', () => {
  const store = snapshot({
    lock: cabinetLock({ purpose: 1, custody: 0, keeperId: 'u6' }),
    ticket: null,
    grants: [],
  })
  expect([decide(store).allow, decide(store).leg]).toEqual([true, 'L6'])
  expect(denied(decide({ ...store, lock: cabinetLock({ purpose: 1, custody: 0 }) }))).toEqual(['R07'])
  expect(
    decide({ ...store, lock: cabinetLock({ purpose: 1, custody: 2, pointId: 'PT1', keeperId: 'u6' }) }).allow,
  ).toBe(false)
})

test('L6 L8 a lock that people rely on never opens without their ticket, whoever keeps it', () => {
  const box = { purpose: 3, custody: 0, keeperId: 'u6', heldBy: ['W-1'] } as const
  const store = decide(snapshot({ lock: cabinetLock(box), ticket: null, grants: [] }))
  expect([store.allow, store.leg, denied(store)]).toEqual([false, 'L6', ['R02']])
  expect(store.message).toContain('正为工作票 W-1 保持上锁')
  const patrol = decide(
    snapshot({
      lock: cabinetLock({ ticketRequired: false, heldBy: ['W-1'] }),
      ticket: null,
      grants: [grant({ grantType: 1, workId: null, phases: [], validFrom: null, validTo: null })],
    }),
  )
  expect([patrol.allow, patrol.leg, denied(patrol)]).toEqual([false, 'L8', ['R02']])
})

test('R07 a lock box of two tickets stays shut until the personal locks of both are off', () => {
  const ask = (heldBy: readonly string[]) =>
    decide(
      snapshot({
        lock: cabinetLock({ purpose: 3, heldBy }),
        ticket: workTicket({ phase: 24, userTags: ['ISO'], personalLocksOn: [] }),
        grants: [grant({ phases: [] })],
      }),
    )
  expect(ask([]).allow).toBe(true)
  expect(denied(ask(['W-OTHER']))).toEqual(['R07'])
})

test('R08 L1 FP5: an access lock stays shut while its bay is not proven dead, also at work', () => {
  const rule = {
    ruleId: 'fp5',
    pointId: 'Q0',
    pointCode: 'Q0',
    action: 'ENTER',
    kind: 'FP5',
    expr: 'Q1.deadVerified',
    message: '间隔带电，禁止进入',
    normalPos: 'ON',
    safePos: 'OFF',
  } as const
  const bay = (state: number) =>
    snapshot({
      prevention: {
        pointId: 'Q0',
        rules: [rule],
        points: [{ pointCode: 'Q1', state, normalPos: 'ON', safePos: 'OFF', lockUnsure: false }],
      },
    })
  expect([decide(bay(3)).leg, decide(bay(3)).allow]).toEqual(['L1', true])
  expect(denied(decide(bay(2)))).toEqual(['R08'])
  expect(denied(decide(bay(9)))).toEqual(['R08'])
})

test('L8 a patrol lock opens under a standing grant without a ticket', () => {
  const patrol = snapshot({
    lock: cabinetLock({ ticketRequired: false }),
    ticket: null,
    grants: [grant({ grantType: 1, workId: null, phases: [], validFrom: null, validTo: null })],
  })
  expect([decide(patrol).allow, decide(patrol).leg]).toEqual([true, 'L8'])
  expect(denied(decide({ ...patrol, grants: [] }))).toEqual(['R06'])
})

test('L7 R14 an emergency grant is for the named remover, once, within ten minutes, with a witness', () => {
  const emergency = {
    kind: 'REMOVAL' as const,
    approvedAt: at('09:55'),
    used: false,
    removerId: 'u6',
    witnessId: 'u8',
  }
  expect(decide(snapshot({ emergency })).leg).toBe('L7')
  expect(decide(snapshot({ emergency })).allow).toBe(true)
  for (const change of [
    { used: true },
    { approvedAt: at('09:49') },
    { removerId: 'u7' },
    { witnessId: null },
  ]) {
    expect(denied(decide(snapshot({ emergency: { ...emergency, ...change } })))).toEqual(['R14'])
  }
  // Agreed to while he was away; he has come back.
  const back = decide(snapshot({ emergency, ownerOnSite: true }))
  expect(denied(back)).toEqual(['R14'])
  expect(back.changes).toEqual([{ kind: 'ownerOut' }])
})

test('L7 R14 rescue is for guardian or safety and access locks, and for nobody else', () => {
  const rescue = {
    kind: 'RESCUE' as const,
    approvedAt: at('10:00'),
    used: false,
    removerId: '',
    witnessId: null,
  }
  const guardian = workTicket({ userTags: ['GUARD'] })
  expect(decide(snapshot({ emergency: rescue, ticket: guardian })).allow).toBe(true)
  expect(decide(snapshot({ emergency: rescue })).allow).toBe(false)
  expect(
    decide(snapshot({ emergency: rescue, ticket: guardian, lock: cabinetLock({ purpose: 1 }) })).allow,
  ).toBe(false)
})

test('a leg the tenant switched off denies', () => {
  expect(decide(snapshot({ legsOff: ['L1'] })).allow).toBe(false)
})

const phases = Object.values(execPhase)
const statuses = Object.values(workStatus)

test('OPEN is denied by default: without ticket, grant, store, personal lock or emergency nothing ever opens', () => {
  const purpose = fc.constantFrom(
    lockPurpose.isolation,
    lockPurpose.access,
    lockPurpose.lockBox,
    lockPurpose.seal,
  )
  fc.assert(
    fc.property(
      purpose,
      fc.constantFrom(...phases),
      fc.constantFrom(...statuses),
      fc.boolean(),
      (kind, phase, status, hasTicket) => {
        const given = snapshot({
          lock: cabinetLock({ purpose: kind }),
          grants: [],
          ticket: hasTicket ? workTicket({ status, phase }) : null,
        })
        expect(decide(given).allow).toBe(false)
      },
    ),
  )
})

test('R07 an isolation lock never opens in phases 11, 12, 20, 21, 25 or 30, whoever asks', () => {
  const tags = fc.subarray(['ISO', 'VERIFY', 'WORK', 'GUARD', 'PERMIT', 'LEAD', 'SAFETY'] as const)
  const phase = fc.constantFrom(11 as const, 12 as const, 20 as const, 21 as const, 25 as const, 30 as const)
  fc.assert(
    fc.property(tags, phase, fc.constantFrom(...statuses), (userTags, at_, status) => {
      const item = { pointCode: 'PT1', state: 1 as const, waitingFor: [], inLiftedSet: true }
      const given = snapshot({
        lock: cabinetLock({ purpose: 1, pointId: 'PT1' }),
        grants: [grant({ phases: [] })],
        ticket: workTicket({ status, phase: at_, userTags, item }),
      })
      expect(decide(given).allow).toBe(false)
    }),
  )
})

test('R07 the matrix has no open cell for a suspended or held-expired ticket but the owner’s own lock', () => {
  for (const purpose of [lockPurpose.isolation, lockPurpose.access, lockPurpose.lockBox, lockPurpose.seal]) {
    expect(purposeByPhase[purpose][execPhase.suspended]).toBeUndefined()
    expect(purposeByPhase[purpose][execPhase.heldExpired]).toBeUndefined()
  }
})

test('the same snapshot always gives the same decision, so it can be replayed', () => {
  expect(decide(snapshot())).toEqual(decide(structuredClone(snapshot())))
})

test('R07 T46: a lock that holds a point for another ticket stays shut, although this ticket plans to place it', () => {
  const placing = (lockHolds: string[]) =>
    snapshot({
      user: { ...snapshot().user, userId: 'u9' },
      lock: cabinetLock({ lockId: 'LK1', lockCode: 'LK1', purpose: 1, custody: 2 }),
      ticket: workTicket({
        status: 4,
        phase: 10,
        userTags: ['ISO'],
        item: { pointCode: 'PT1', state: 1, waitingFor: [], inLiftedSet: false },
        lockHolds,
      }),
    })
  const rule = (lockHolds: string[]) => decide(placing(lockHolds)).rules.find((each) => each.id === 'R07')
  expect(rule([])).toMatchObject({ pass: true })
  expect(rule(['W-0'])).toMatchObject({ pass: false, text: expect.stringContaining('W-0') })
})
