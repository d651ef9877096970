import { describe, expect, test } from 'vitest'
import { taken } from '../testing/advanced.ts'
import { actor, at, facts, hold, person, points, stepRow, ticket } from '../testing/plant.ts'
import { advance, type Advanced } from './advance.ts'
import type { TicketEvent } from './events.ts'
import type { RemovalFact, RenewalFact, TicketFacts } from './facts.ts'
import type { Ticket } from './ticket.ts'

const refusal = (from: Ticket, event: TicketEvent, given: TicketFacts): string => {
  const answer = advance(from, event, given)
  if (answer.ok) throw new Error(`${event.type} was taken`)
  return answer.message
}
const effectsOf = ({ effects }: Advanced) => effects.map((effect) => effect.do)

// T46: the old ticket W0 stands still with its three locks and the lock of u6 on the box.

const parentHolds = [
  ...['PT1', 'PT2', 'PT3'].map((code) => ({
    ...hold(code, { workId: 'W0', workNo: 'W-0' }),
    pointCode: code,
  })),
  {
    ...hold('PT1', {
      holdId: 'H-6',
      workId: 'W0',
      userId: 'u6',
      userName: '孙作',
      holdType: 3,
      lockCode: 'PL6',
    }),
    pointCode: '',
  },
]
const renewal = (change: Partial<RenewalFact> = {}): RenewalFact => ({
  parentId: 'W0',
  parentNo: 'W-0',
  status: 20,
  phase: 21,
  onSite: [],
  holds: parentHolds,
  doubtful: [],
  openCauses: [],
  ...change,
})
const child = () => ticket(4, 12, { parentWorkId: 'W0' })
const ready = (change: Partial<TicketFacts> = {}) =>
  facts('u4', '09:00', {
    points: points(5),
    holds: parentHolds,
    renewal: renewal(),
    keys: [{ event: 'start', index: 0, userId: 'u5', userName: '钱工', at: at('08:59') }],
    ...change,
  })

test('T46 I3: a renewing start moves every hold of the old ticket at once, isolation locks to whoever accepted them', () => {
  const answer = taken(child(), { type: 'start' }, ready())
  expect(answer.transId).toBe('T27')
  expect(answer.ticket).toMatchObject({ status: 20, phase: 20 })
  expect(answer.effects.find((effect) => effect.do === 'holds.transfer')).toEqual({
    do: 'holds.transfer',
    fromWorkId: 'W0',
    holds: [
      { holdId: 'H-PT1', userId: 'u9' },
      { holdId: 'H-PT2', userId: 'u9' },
      { holdId: 'H-PT3', userId: 'u9' },
      { holdId: 'H-6', userId: 'u6' },
    ],
  })
})

test.each<[string, Partial<RenewalFact>, string]>([
  ['the old ticket works', { phase: 20 }, '未中断'],
  ['the old ticket is being released', { phase: 24 }, '未中断或已开始解除'],
  ['somebody is inside on the old ticket', { onSite: ['孙作'] }, '1 人在现场'],
  ['a point of the old ticket is in doubt', { doubtful: ['PT2'] }, 'PT2 状态异常'],
  [
    'nobody has answered for what stopped the old ticket',
    { openCauses: [{ causeId: 'C1', kind: '1', reason: '有人触电', at: 0, closedAt: null }] },
    '人身伤害（有人触电，由安全管理人员关闭）',
  ],
  [
    'a point lost its lock',
    { holds: parentHolds.filter((each) => each.pointId !== 'PT3') },
    'PT3 没有上锁占用',
  ],
  [
    'another lock than the accepted one rests there',
    { holds: parentHolds.map((each) => (each.holdId === 'H-PT3' ? { ...each, lockId: 'LK9' } : each)) },
    'PT3 没有上锁占用',
  ],
])('I3: holds do not move while %s', (_why, change, text) => {
  expect(refusal(child(), { type: 'start' }, ready({ renewal: renewal(change) }))).toContain(text)
})

test('I3: nobody’s personal lock moves to a ticket he is not on', () => {
  const persons = ready().persons.filter((each) => each.userId !== 'u6')
  expect(refusal(child(), { type: 'start' }, ready({ persons }))).toContain('孙作 的个人锁')
})

test('T46: an accepted lock leaves no hold behind before the start, and is not given back by cancelling', () => {
  const isolating = ticket(4, 10, { parentWorkId: 'W0' })
  const given = facts('u9', '08:40', {
    points: points(1),
    holds: parentHolds,
    renewal: renewal(),
  })
  const accept = { type: 'pointLock', pointId: 'PT1', lockId: 'LK1', substituteReason: '' } as const
  expect(effectsOf(taken(isolating, accept, given))).toEqual(['lock.accept', 'point.set'])
  const back = taken(
    ticket(4, 24, { parentWorkId: 'W0' }),
    { type: 'pointRestore', pointId: 'PT3' },
    facts('u9', '08:50', { points: points(5).slice(0, 3), holds: [] }),
  )
  expect(effectsOf(back)).not.toContain('lock.open')
  expect(effectsOf(back)).not.toContain('lock.return')
})

test('T46: the old ticket’s held points must stay in the plan (T04), and one renewal runs at a time', () => {
  const given = facts('u1', '08:00', { renewal: renewal(), points: points(0).slice(0, 2) })
  const draft = ticket(0, 0, { parentWorkId: 'W0', planStart: at('09:00') })
  const assignees = [{ stage: 1 as const, stepNo: 1, userId: 'u2', userName: '李审', delegateFor: null }]
  const answer = advance(draft, { type: 'submit', assignees }, given)
  expect(answer.ok).toBe(false)
  expect(JSON.stringify(answer)).toContain('仍上锁的隔离点：PT3')
  expect(refusal(ticket(20, 21), { type: 'renew' }, facts('u1', '15:00', { renewedBy: 'W-2' }))).toContain(
    'W-2',
  )
})

test('T45: the old ticket ends with 续票 only when nothing rests for it', () => {
  const system = facts('system', '16:50', { locks: [] })
  const answer = taken(ticket(20, 21), { type: 'handOver' }, system)
  expect(answer.transId).toBe('T45')
  expect(answer.ticket).toMatchObject({ status: 40, phase: 30, closeFlag: true, closeResult: '5' })
  expect(refusal(ticket(40, 25), { type: 'handOver' }, { ...system, holds: [hold('PT1')] })).toContain(
    '仍有占用',
  )
})

// T47–T49

const personal = hold('PT1', { holdId: 'H-6', userId: 'u6', userName: '孙作', holdType: 3, lockCode: 'PL6' })
const removal = (change: Partial<RemovalFact> = {}): RemovalFact => ({
  removalId: 'R1',
  holdId: 'H-6',
  lockId: 'PL6',
  lockCode: 'PL6',
  ownerId: 'u6',
  ownerName: '孙作',
  requestBy: 'u5',
  requestAt: at('14:00'),
  approveBy: null,
  approveAt: null,
  removerId: null,
  state: 0,
  grantUsed: false,
  ...change,
})
const approved = (change: Partial<RemovalFact> = {}) =>
  removal({ state: 1, approveBy: 'u12', approveAt: at('14:05'), removerId: 'u5', ...change })
const agree = { type: 'removalApprove', removalId: 'R1', removerId: 'u5', witnessId: 'u8' } as const
const done = { type: 'removalDo', removalId: 'R1', means: 3, photo: 'cut.jpg' } as const

test('T48 G23: approval within ten minutes gives a one-shot grant of ten minutes to the named remover', () => {
  const answer = taken(ticket(20, 21), agree, facts('u12', '14:10', { removals: [removal()] }))
  expect(answer.effects).toContainEqual({ do: 'removal.grant', removalId: 'R1', userId: 'u5', minutes: 10 })
})

test.each<[string, string, string, Partial<TicketFacts>, string]>([
  ['the same person', 'u4', '14:01', { removals: [removal({ requestBy: 'u4' })] }, '不同人员'],
  ['ten minutes have passed', 'u12', '14:11', { removals: [removal()] }, '10 分钟'],
  ['the request was a worker’s', 'u12', '14:01', { removals: [removal({ requestBy: 'u7' })] }, '作业人'],
  ['the request was the owner’s', 'u12', '14:01', { removals: [removal({ requestBy: 'u6' })] }, '锁主'],
  [
    'the owner has come back',
    'u12',
    '14:01',
    { removals: [removal()], persons: [person('u6', { onSite: true })] },
    '已在现场',
  ],
])('G23 T48: not when %s', (_why, who, time, change, text) => {
  expect(refusal(ticket(20, 21), agree, facts(who, time, change))).toContain(text)
})

test('T48: the removal ends the hold with mode 2, and its owner must acknowledge', () => {
  const given = facts('u5', '14:12', { holds: [personal], removals: [approved()] })
  const answer = taken(ticket(20, 21), done, given)
  expect(answer.effects).toContainEqual({ do: 'hold.release', holdIds: ['H-6'], mode: 2 })
  expect(answer.effects).toContainEqual({ do: 'person.mustAck', userId: 'u6', mustAck: true })
  expect(refusal(ticket(20, 21), done, { ...given, now: at('14:16') })).toContain('10 分钟')
  expect(refusal(ticket(20, 21), done, { ...given, actor: actor('u4') })).toContain('指定的拆锁人')
  expect(refusal(ticket(20, 21), { ...done, means: 1 }, given)).toContain('尚未用应急授权开锁')
})

test('T49: only the owner acknowledges, also after the ticket has ended; before it he takes no role (LO-4215)', () => {
  const ack = { type: 'removalAck', removalId: 'R1', channel: 1 } as const
  const removals = [approved({ state: 2 })]
  const answer = taken(ticket(30, 30, { closeFlag: true }), ack, facts('u6', '16:00', { removals }))
  expect(answer.ticket.status).toBe(30)
  expect(answer.effects).toContainEqual({ do: 'removal.set', removalId: 'R1', state: 3 })
  expect(answer.effects).toContainEqual({ do: 'person.mustAck', userId: 'u6', mustAck: false })
  const twice = [...removals, approved({ removalId: 'R2', state: 2 })]
  const first = taken(ticket(20, 20), ack, facts('u6', '16:00', { removals: twice }))
  expect(first.effects).toContainEqual({ do: 'person.mustAck', userId: 'u6', mustAck: true })
  expect(advance(ticket(20, 20), ack, facts('u5', '16:00', { removals }))).toMatchObject({
    ok: false,
    stage: 'permission',
  })
  // Beside the leader, by badge and hand, only who has no account.
  const beside = { ...ack, confirmed: true } as const
  const answerFor = (ownerIsExternal: boolean, who = 'u5') =>
    advance(
      ticket(20, 20),
      beside,
      facts(who, '16:00', { removals: [approved({ state: 2, ownerId: 'x1', ownerIsExternal })] }),
    )
  expect(answerFor(false)).toMatchObject({ ok: false })
  expect(answerFor(true, 'u7')).toMatchObject({ ok: false, stage: 'permission' })
  expect(answerFor(true)).toMatchObject({
    ok: true,
    effects: expect.arrayContaining([{ do: 'person.mustAck', userId: 'x1', mustAck: false }]),
  })
  const joining = facts('u5', '10:00', { persons: [person('u6', { mustAck: true })] })
  const join = { type: 'crewChange', userId: 'u6', roleTag: 'WORK', changesScope: false } as const
  expect(advance(ticket(20, 20), join, joining)).toMatchObject({ ok: false })
  expect(JSON.stringify(advance(ticket(20, 20), join, joining))).toContain('LO-4215')
})

test.each(['u7', 'u1', 'system'])(
  'T49 for an owner without an account only whoever attends him, by his badge and his hand, says that he knows: not %s',
  (who) => {
    const removals = [approved({ state: 2, ownerId: 'x1', ownerIsExternal: true })]
    for (const confirmed of [{}, { confirmed: true } as const])
      expect(
        advance(
          ticket(20, 20),
          { type: 'removalAck', removalId: 'R1', channel: 1, ...confirmed },
          facts(who, '16:00', { removals }),
        ),
      ).toMatchObject({ ok: false, stage: 'permission' })
  },
)

describe('T49: whose lock was removed and who has not said that he knows', () => {
  const waits = { mustAck: true }
  const others = (userId: string) => facts('u5', '10:00').persons.filter((each) => each.userId !== userId)
  const listed = (userId: string) => [...others(userId), person(userId, waits)]
  const told = '您的锁曾被他人拆除'
  const join = { type: 'crewChange', userId: 'u7', roleTag: 'WORK', changesScope: false } as const
  const deal = {
    handoverId: 'D1',
    roleTag: 'GUARD',
    fromUserId: 'u8',
    fromName: '吴监',
    toUserId: 'u13',
    state: 1,
    acceptedAt: at('09:55'),
    incoming: person('u13', waits),
    holdsPost: true,
  } as const
  const lockOn = {
    type: 'personalLockOn',
    userId: 'u6',
    lockId: 'PL6',
    ownerId: 'u6',
    pointId: null,
    boxId: 'LB1',
  } as const

  test.each<[string, Ticket, TicketEvent, TicketFacts, string]>([
    [
      'is not approved onto a ticket, and gets none of its grants (T11)',
      ticket(2, 0),
      { type: 'approve', rowId: 'e1', contentHash: 'hash-1', opinion: '' },
      facts('u3', '08:00', { persons: listed('u9'), steps: [stepRow('e1', 2)] }),
      told,
    ],
    [
      'hangs no lock of his own (T26)',
      ticket(4, 12),
      lockOn,
      facts('u6', '08:50', { persons: listed('u6') }),
      told,
    ],
    [
      'hangs none as somebody who takes over (T26)',
      ticket(20, 20),
      { ...lockOn, userId: 'u13', ownerId: 'u13' },
      facts('u13', '10:00', { handovers: [deal] }),
      told,
    ],
    [
      'hangs no isolation lock (T22)',
      ticket(4, 10),
      { type: 'pointLock', pointId: 'PT1', lockId: 'LK1', substituteReason: '' },
      facts('u9', '08:40', { points: points(1), actor: { ...actor('u9'), ...waits } }),
      told,
    ],
    [
      'is no reason to start without him on the list (T27)',
      ticket(4, 12),
      { type: 'start' },
      facts('u5', '09:00', { points: points(5), persons: listed('u9') }),
      '郑隔 有未确认的被拆锁',
    ],
    [
      'does not count as the guardian at his post (G15)',
      ticket(20, 21),
      { type: 'resume' },
      facts('u5', '10:00', { points: points(5), persons: listed('u8') }),
      '吴监 有未确认的被拆锁',
    ],
    [
      'takes over nothing (T34)',
      ticket(20, 20),
      { type: 'handoverAccept', handoverId: 'D1' },
      facts('u13', '10:00', { handovers: [{ ...deal, state: 0 }] }),
      told,
    ],
    [
      'is not named to open the set of a test (T35)',
      ticket(20, 20),
      { type: 'testBegin', pointIds: ['PT1'], userIds: ['u9'], minutes: 10, toolsCleared: true },
      facts('u5', '10:00', { points: points(5), persons: listed('u9') }),
      '郑隔 有未确认的被拆锁',
    ],
    [
      'is not named to open a lock that is added (T31)',
      ticket(20, 20),
      { type: 'lockAdd', lockId: 'LK4', changesScope: false, userIds: ['u6'] },
      facts('u5', '10:00', { persons: listed('u6') }),
      `${told}，请先确认知悉：孙作`,
    ],
    [
      'does not ask for the removal of somebody else’s (T47)',
      ticket(20, 21),
      {
        type: 'removalAsk',
        holdId: 'H-6',
        reason: '离厂',
        ownerAbsent: '门禁',
        contacts: [
          { at: at('13:40'), channel: '电话', outcome: '无人' },
          { at: at('13:50'), channel: '电话', outcome: '无人' },
        ],
        areaChecked: true,
        areaPhoto: 'p.jpg',
      },
      facts('u5', '14:00', { holds: [personal], actor: { ...actor('u5'), ...waits } }),
      told,
    ],
    [
      'does not agree to one (T48)',
      ticket(20, 21),
      agree,
      facts('u12', '14:10', { removals: [removal()], actor: { ...actor('u12'), ...waits } }),
      told,
    ],
    [
      'does not carry one out (T48)',
      ticket(20, 21),
      done,
      facts('u5', '14:12', {
        holds: [personal],
        removals: [approved()],
        actor: { ...actor('u5'), ...waits },
      }),
      told,
    ],
  ])('%s', (_what, from, event, given, text) => {
    const answer = advance(from, event, given)
    expect(answer.ok).toBe(false)
    expect(JSON.stringify(answer)).toContain(text)
  })

  test('whoever else joins a crew is not refused for him, and he may be replaced (T31)', () => {
    const given = facts('u5', '10:00', { persons: listed('u6') })
    expect(advance(ticket(20, 20), join, given).ok).toBe(true)
    expect(advance(ticket(20, 20), { ...join, replaces: 'u6' }, given).ok).toBe(true)
  })

  test('what makes safer stays his: he stops the work, is let out and takes nothing with him (T32, T29)', () => {
    const given = facts('u6', '10:00', { persons: [person('u6', { mustAck: true, onSite: true })] })
    const own = { ...given, actor: { ...given.actor, ...waits } }
    expect(advance(ticket(20, 20), { type: 'suspend', reason: '异响' }, own).ok).toBe(true)
    expect(advance(ticket(20, 20), { type: 'personOut', userId: 'u6' }, own).ok).toBe(true)
    // Who is inside, come in without network, is safer with his lock than without.
    expect(advance(ticket(20, 21), lockOn, own).ok).toBe(true)
  })
})

// T50, T51, T18

test('T50: the chain 0→1→2→4 is the duty manager’s, on site, for type 31, and not on his own ticket', () => {
  const submit = { type: 'emergencySubmit', reason: '泄漏', tagRead: true } as const
  const draft = ticket(0, 0, { workType: '31', baseTypes: ['10'] })
  expect(taken(draft, submit, facts('u4', '08:00')).ticket.status).toBe(1)
  expect(refusal(ticket(0, 0), submit, facts('u4', '08:00'))).toContain('抢修票')
  // A tick shows nothing: either a tag was read there, or his position is inside the fence.
  const untagged = { ...submit, tagRead: false }
  expect(taken(draft, untagged, facts('u4', '08:00', { insideFence: true })).ticket.status).toBe(1)
  const away = facts('u4', '08:00', { insideFence: false, fenceGap: '未取得您的位置' })
  expect(refusal(draft, untagged, away)).toContain('值班负责人须在现场批准：未取得您的位置')
  expect(refusal({ ...draft, applicantId: 'u4' }, submit, facts('u4', '08:00'))).toContain('不能批准自己的')
  // A ticket on the ordinary way is not carried on by this call.
  expect(
    refusal(ticket(1, 0, { workType: '31' }), { type: 'emergencyReview' }, facts('u4', '08:00')),
  ).toContain('没有值班负责人')
})

test('T50: the review afterwards is for somebody who had no part in it, once; late ones are escalated once', () => {
  const emergency = { byId: 'u4', reviewDue: at('12:00'), reviewed: false, escalated: false }
  const review = { type: 'afterReview', opinion: '必要' } as const
  const ended = ticket(30, 30, { closeFlag: true })
  expect(effectsOf(taken(ended, review, facts('u12', '10:00', { emergency })))).toEqual([
    'emergency.reviewed',
  ])
  expect(
    refusal(ended, review, facts('u12', '10:00', { emergency: { ...emergency, byId: 'u12' } })),
  ).toContain('未参与本票')
  const late = { type: 'afterReviewLate' } as const
  expect(effectsOf(taken(ended, late, facts('system', '12:00', { emergency })))).toContain(
    'emergency.escalate',
  )
  expect(refusal(ended, late, facts('system', '11:59', { emergency }))).toContain('未到期')
  expect(
    refusal(ended, late, facts('system', '13:00', { emergency: { ...emergency, escalated: true } })),
  ).toContain('未到期或已完成')
})

test('T51: what has ended is copied, never reopened', () => {
  for (const ended of [ticket(30, 30), ticket(40, 30, { closeFlag: true }), ticket(4, 0, { voidFlag: true })])
    expect(refusal(ended, { type: 'reopen' }, facts('u1', '10:00'))).toContain('请复制为新票')
})

test('T18 T53: an approved ticket that is given up ends as 未开工', () => {
  const given = facts('u4', '10:00')
  expect(taken(ticket(4, 0), { type: 'void', reason: '取消' }, given).ticket).toMatchObject({
    voidFlag: true,
    closeResult: '3',
  })
})
