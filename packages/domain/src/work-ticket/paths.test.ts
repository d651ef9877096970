import { expect, test } from 'vitest'
import { stateOf, taken } from '../testing/advanced.ts'
import type { ItemState } from '../dictionaries/index.ts'
import {
  at,
  examiners,
  facts,
  hold,
  person,
  point,
  points,
  reviewers,
  signers,
  stepRow,
  ticket,
} from '../testing/plant.ts'
import { advance, possibleEvents, type Advanced } from './advance.ts'
import { factsReadBy } from './facts-read.ts'
import type { TicketEvent } from './events.ts'
import type { PointFact } from './facts.ts'
import { guards } from './guards.ts'
import { transitions } from './transitions.ts'

const does = ({ effects }: Advanced) => effects.map((effect) => effect.do)

test('SC04: T08 rejects, T02 opens round 2 as a draft, T09 submits again', () => {
  const reject: TicketEvent = {
    type: 'reviewReject',
    rowId: 'r1',
    contentHash: 'hash-1',
    opinion: '措施不全请补充完整',
    reasonCode: '01',
  }
  const rejected = taken(ticket(1, 0), reject, facts('u2', '08:10', { steps: [stepRow('r1', 1)] }))
  expect([stateOf(rejected), rejected.transId, rejected.ticket.reviewStatus]).toEqual(['3/0', 'T08', 9])
  expect(does(rejected)).toEqual(['steps.set', 'holds.freeTentative', 'notice.send'])

  const edited = taken(
    rejected.ticket,
    { type: 'edit', edit: { content: '更换机械密封并复核' } },
    facts('u1', '08:15'),
  )
  expect([stateOf(edited), edited.transId, edited.ticket.round]).toEqual(['0/0', 'T02', 2])
  const old = [stepRow('r1', 1, { status: 9 })]
  const again = taken(
    edited.ticket,
    { type: 'submit', assignees: signers },
    facts('u1', '08:20', { steps: old }),
  )
  expect([stateOf(again), again.transId, again.ticket.round]).toEqual(['1/0', 'T09', 2])
  const created = again.effects.find((effect) => effect.do === 'steps.create')
  expect(created?.rows.map((row) => [row.stage, row.round, row.status])).toEqual([[1, 2, 1]])
})

test('T09 straight from a rejection opens the next round', () => {
  const answer = taken(ticket(3, 0), { type: 'submit', assignees: signers }, facts('u1', '08:20'))
  expect([answer.transId, answer.ticket.round]).toEqual(['T09', 2])
})

test('T05 withdraws, closes the open rows and leaves the next round to the next submission', () => {
  const answer = taken(
    ticket(1, 0),
    { type: 'withdraw' },
    facts('u1', '08:10', { steps: [stepRow('r1', 1)] }),
  )
  expect([stateOf(answer), answer.ticket.round, answer.ticket.reviewStatus]).toEqual(['0/0', 2, 0])
  expect(answer.effects[0]).toEqual({ do: 'steps.set', changes: [{ rowId: 'r1', status: 0 }] })
})

const approve = (change: Partial<Extract<TicketEvent, { type: 'approve' }>>): TicketEvent => ({
  type: 'approve',
  rowId: 'e1',
  contentHash: 'hash-1',
  opinion: '',
  assignees: reviewers,
  ...change,
})

test('SC05: T12 a longer time is core, so reviews are void and the ticket goes back to 1', () => {
  const given = facts('u3', '08:20', {
    steps: [stepRow('r1', 1, { status: 8 }), stepRow('e1', 2)],
    contentHash: 'hash-1',
  })
  const answer = taken(ticket(2, 0), approve({ edit: { planEnd: at('19:00') } }), given)
  expect([
    stateOf(answer),
    answer.transId,
    answer.ticket.round,
    answer.ticket.reviewStatus,
    answer.ticket.approveStatus,
  ]).toEqual(['1/0', 'T12', 2, 1, 0])
  expect(answer.ticket.planEnd).toBe(at('19:00'))
  expect(answer.effects[0]).toEqual({ do: 'diff.record', fields: ['planEnd'] })
})

test('SC05: T12 raising only the level lets the approval go on', () => {
  const given = facts('u3', '08:20', { steps: [stepRow('r1', 1, { status: 8 }), stepRow('e1', 2)] })
  const answer = taken(ticket(2, 0), approve({ edit: { workLevel: '1' } }), given)
  expect([stateOf(answer), answer.ticket.workLevel]).toEqual(['4/0', '1'])
  const first = facts('u3', '08:20', {
    steps: [stepRow('e1', 2), stepRow('e2', 2, { stepNo: 2, status: 0 })],
  })
  const more = taken(ticket(2, 0), approve({ edit: { workLevel: '1' } }), first)
  expect([stateOf(more), more.transId]).toEqual(['2/0', 'T12'])
})

test('T12 T11 a raised level brings the approvals of its own flow: nobody is left unasked', () => {
  const steps = [stepRow('r1', 1, { status: 8 }), stepRow('e1', 2)]
  const given = facts('u3', '08:20', { steps })
  const same = { ...stepRow('e1', 2), stepNo: 1 }
  const safety = { ...same, stepNo: 2, roleTag: 'SAFETY', quorum: 'ALL' } as const
  const asks = (stepNo: number, userId: string) =>
    ({ stage: 2, stepNo, userId, userName: userId, delegateFor: null }) as const
  const raise = (assignees: ReturnType<typeof asks>[]) =>
    approve({ edit: { workLevel: '1' }, raised: { flow: [same, safety], assignees } })

  const answer = taken(ticket(2, 0), raise([asks(1, 'u3'), asks(2, 'u12')]), given)
  expect([stateOf(answer), answer.transId]).toEqual(['2/0', 'T12'])
  expect(answer.effects).toContainEqual({
    do: 'steps.create',
    rows: [expect.objectContaining({ stage: 2, stepNo: 2, userId: 'u12', status: 1, quorum: 'ALL' })],
  })
  // The stricter flow asks another person at the same post: he is asked too.
  const other = taken(ticket(2, 0), raise([asks(1, 'u30'), asks(2, 'u12')]), given)
  expect(other.effects).toContainEqual({
    do: 'steps.create',
    rows: [
      expect.objectContaining({ stepNo: 2, userId: 'u30', status: 1 }),
      expect.objectContaining({ stepNo: 3, userId: 'u12', status: 0 }),
    ],
  })
  const nobody = advance(ticket(2, 0), raise([asks(1, 'u3')]), given)
  expect(nobody).toMatchObject({ ok: false, message: expect.stringContaining('没有符合条件的处理人') })
})

test('T30 A14 failing gas raises its alarm; only when every newest reading is good does it end', () => {
  const test = (gasCode: string, pass: boolean, time: string) => ({
    gasCode,
    position: '上部',
    pass,
    sampleTime: at(time),
    calibValidTo: at('23:00'),
  })
  const repeat = (pass: boolean): TicketEvent => ({ type: 'gasRepeat', pass, sampleTime: at('10:00') })
  const by = (tests: ReturnType<typeof test>[]) =>
    facts('u8', '10:00', { gas: { required: true, needed: [], tests } })
  const failed = taken(ticket(20, 20), repeat(false), by([test('O2', false, '10:00')]))
  expect(failed.effects).toContainEqual(
    expect.objectContaining({ do: 'alarm.raise', alarmType: 'A14', level: 3 }),
  )
  const half = taken(
    ticket(20, 21),
    repeat(true),
    by([test('O2', false, '10:00'), test('CO', true, '10:05')]),
  )
  expect(half.effects.some((effect) => effect.do === 'alarm.recover')).toBe(false)
  const good = taken(
    ticket(20, 21),
    repeat(true),
    by([test('O2', false, '10:00'), test('O2', true, '10:05')]),
  )
  expect(good.effects).toContainEqual({ do: 'alarm.recover', alarmType: 'A14' })
})

test('T12 lowering the level is core', () => {
  const given = facts('u3', '08:20', { steps: [stepRow('e1', 2)] })
  expect(stateOf(taken(ticket(2, 0), approve({ edit: { workLevel: '3' } }), given))).toBe('1/0')
})

test('T06 and T10 ask the next step and leave the status', () => {
  const two = [stepRow('r1', 1), stepRow('r2', 1, { stepNo: 2, status: 0, userId: 'u12' })]
  const pass: TicketEvent = { type: 'reviewPass', rowId: 'r1', contentHash: 'hash-1', opinion: '', examiners }
  const reviewed = taken(ticket(1, 0), pass, facts('u2', '08:10', { steps: two }))
  expect([stateOf(reviewed), reviewed.transId]).toEqual(['1/0', 'T06'])
  expect(reviewed.effects[0]).toEqual({
    do: 'steps.set',
    changes: [
      { rowId: 'r1', status: 8 },
      { rowId: 'r2', status: 1 },
    ],
  })
  const exam = [stepRow('e1', 2), stepRow('e2', 2, { stepNo: 2, status: 0, userId: 'u12' })]
  const approved = taken(ticket(2, 0), approve({}), facts('u3', '08:20', { steps: exam }))
  expect([stateOf(approved), approved.transId]).toEqual(['2/0', 'T10'])
})

test('T13 an approver rejects', () => {
  const event: TicketEvent = {
    type: 'approveReject',
    rowId: 'e1',
    contentHash: 'hash-1',
    opinion: '时间冲突',
    reasonCode: '03',
  }
  const answer = taken(ticket(2, 0), event, facts('u3', '08:20', { steps: [stepRow('e1', 2)] }))
  expect([stateOf(answer), answer.ticket.approveStatus]).toEqual(['5/0', 9])
})

test('T03 deletes a draft that was never submitted; T18 voids; T19 recalls', () => {
  expect(does(taken(ticket(0, 0), { type: 'deleteDraft' }, facts('u1', '08:00')))).toEqual(['draft.delete'])
  const voided = taken(ticket(1, 0), { type: 'void', reason: '计划取消' }, facts('u1', '08:10'))
  expect([voided.ticket.voidFlag, voided.ticket.status]).toEqual([true, 1])
  const recalled = taken(ticket(4, 0), { type: 'recall', reason: '条件变化' }, facts('u12', '08:30'))
  expect([stateOf(recalled), recalled.ticket.approveStatus]).toEqual(['5/0', 9])
})

test('T23 a later confirmation completes phase 10 without a person', () => {
  const waiting = facts('system', '08:56', { points: points(3).map((each) => ({ ...each, closure: null })) })
  expect(stateOf(taken(ticket(4, 10), { type: 'isolationRecheck' }, waiting))).toBe('4/10')
  expect(
    stateOf(
      taken(ticket(4, 10), { type: 'isolationRecheck' }, facts('system', '08:56', { points: points(3) })),
    ),
  ).toBe('4/11')
})

test('T25 T23 a point that failed is locked and tagged anew before phase 11: its old lock and tag prove nothing', () => {
  const [first, ...others] = points(3)
  const seen = (state: ItemState) =>
    facts('u9', '08:56', { points: [{ ...(first as PointFact), state }, ...others] })
  const operate: TicketEvent = { type: 'pointOperate', pointId: 'PT1', presenceProof: true }
  const recheck: TicketEvent = { type: 'isolationRecheck' }
  expect(stateOf(taken(ticket(4, 10), operate, seen(9)))).toBe('4/10')
  expect(stateOf(taken(ticket(4, 10), recheck, seen(1)))).toBe('4/10')
  expect(stateOf(taken(ticket(4, 10), recheck, seen(2)))).toBe('4/10')
  expect(stateOf(taken(ticket(4, 10), { type: 'pointTag', pointId: 'PT1' }, seen(2)))).toBe('4/11')
})

test('T17 L4 R06 isolation that expires keeps the grants of those who must open its locks again', () => {
  const given = facts('system', '19:00', { points: points(3), holds: [hold('PT1')] })
  const answer = taken(ticket(4, 10), { type: 'expire' }, given)
  expect(stateOf(answer)).toBe('40/24')
  expect(does(answer)).not.toContain('grants.revoke')
  expect(answer.effects).toContainEqual({ do: 'grants.activate', roles: ['ISO', 'VERIFY'] })
  expect(answer.effects).toContainEqual({ do: 'grants.suspend', roles: ['WORK', 'GUARD', 'CONTR'] })
})

test('T25 T23 a drain that failed is released anew before phase 11', () => {
  const [first, second, third, drain] = points(3)
  const failed = { ...(drain as PointFact), state: 9 as const }
  const locked = [first, second, { ...(third as PointFact), state: 2 as const }, failed] as PointFact[]
  const given = facts('u9', '08:56', { points: locked })
  expect(failed.residualDone).toBe(1)
  expect(stateOf(taken(ticket(4, 10), { type: 'pointTag', pointId: 'PT3' }, given))).toBe('4/10')
})

test('T25 an unexpected change sends isolation back to 10 and stops work in 20', () => {
  const event: TicketEvent = { type: 'pointFail', pointId: 'PT2', reason: '锁被强开' }
  const before = taken(ticket(4, 12), event, facts('system', '08:59', { points: points(5) }))
  expect([stateOf(before), does(before)]).toEqual([
    '4/10',
    ['point.set', 'verifications.void', 'alarm.raise', 'notice.send'],
  ])
  const during = taken(ticket(20, 20), event, facts('system', '11:02', { points: points(5) }))
  expect([stateOf(during), during.ticket.suspendedAt]).toEqual(['20/21', at('11:02')])
  expect(does(during)).toContain('grants.suspend')
})

test('T30 a failed gas test suspends by itself', () => {
  const event: TicketEvent = { type: 'gasRepeat', pass: false, sampleTime: at('10:00') }
  const failed = taken(ticket(20, 20), event, facts('u8', '10:00'))
  expect([stateOf(failed), failed.ticket.gasState]).toEqual(['20/21', 3])
  const passed = taken(ticket(20, 20), { ...event, pass: true }, facts('u8', '10:00'))
  expect([stateOf(passed), passed.ticket.gasState]).toEqual(['20/20', 1])
})

test('T31 the leader adds a worker', () => {
  const event: TicketEvent = { type: 'crewChange', userId: 'u11', roleTag: 'WORK', changesScope: false }
  expect(does(taken(ticket(20, 20), event, facts('u5', '10:00')))).toContain('crew.set')
})

test('T32 stop is accepted from anyone in every live state', () => {
  const stop: TicketEvent = { type: 'suspend', reason: '异味' }
  for (const [status, phase] of [
    [20, 20],
    [20, 22],
    [20, 23],
  ] as const) {
    expect(stateOf(taken(ticket(status, phase), stop, facts('u99', '10:00')))).toBe('20/21')
  }
  for (const [status, phase] of [
    [4, 10],
    [4, 12],
    [20, 21],
    [20, 24],
    [40, 24],
    [40, 25],
  ] as const) {
    expect(stateOf(taken(ticket(status, phase), stop, facts('u99', '10:00')))).toBe(`${status}/${phase}`)
  }
})

test('T33 asked by the leader and confirmed by the permitter, work goes on', () => {
  const fresh = points(5).map((each) => ({
    ...each,
    closure: each.closure && { ...each.closure, confirmedAt: at('10:15') },
  }))
  const event: TicketEvent = { type: 'resume' }
  const asked = taken(ticket(20, 21), event, facts('u5', '10:18', { points: fresh }))
  expect(asked.waitingFor).toEqual(['PERMIT'])
  const keys = [{ event: 'resume', index: 0, userId: 'u5', userName: '钱工', at: at('10:18') }]
  const resumed = taken(ticket(20, 21), event, facts('u4', '10:20', { points: fresh, keys }))
  expect([stateOf(resumed), resumed.ticket.suspendedAt]).toEqual(['20/20', null])
})

test('T17 T40 T54 the end of the window leads to 40 with holds untouched', () => {
  const late = facts('system', '17:00')
  const idle = taken(ticket(4, 0), { type: 'expire' }, late)
  expect([stateOf(idle), idle.transId, idle.ticket.closeFlag]).toEqual(['40/30', 'T17', true])
  const locked = taken(ticket(4, 12), { type: 'expire' }, { ...late, holds: [hold('PT1')] })
  expect([stateOf(locked), locked.transId, locked.ticket.closeFlag]).toEqual(['40/24', 'T17', false])
  const working = taken(ticket(20, 20), { type: 'expire' }, { ...late, holds: [hold('PT1')] })
  expect([stateOf(working), working.transId, working.ticket.closeDeadline]).toEqual([
    '40/25',
    'T40',
    at('17:00') + 86_400_000,
  ])
  expect(does(working)).not.toContain('hold.release')
  expect(taken(ticket(20, 24), { type: 'expire' }, late).transId).toBe('T54')
  const again = advance(idle.ticket, { type: 'expire' }, late)
  expect(again.ok).toBe(false)
})

test('T45 T52 T53 close after expiry and cancel isolation before start', () => {
  const key = (index: number, userId: string) => ({
    event: 'closeExpired',
    index,
    userId,
    userName: userId,
    at: at('18:00'),
  })
  const given = facts('u4', '18:00', { points: points(8), locks: [], keys: [key(0, 'u5'), key(1, 'u3')] })
  const closed = taken(ticket(40, 24), { type: 'closeExpired' }, given)
  expect([stateOf(closed), closed.ticket.closeFlag, closed.ticket.closeResult]).toEqual(['40/30', true, '4'])
  expect(stateOf(taken(ticket(4, 12), { type: 'isolateCancel' }, facts('u4', '08:50')))).toBe('4/24')
  const back = facts('system', '09:10', { points: points(8), locks: [] })
  expect(stateOf(taken(ticket(4, 24), { type: 'isolationRestored' }, back))).toBe('4/0')
})

test('SC10: T22 T23 T24 a broken point is locked, tagged and proven again while work stands still', () => {
  const locking: TicketEvent = { type: 'pointLock', pointId: 'PT2', lockId: 'LK2', substituteReason: '' }
  const given = facts('u9', '11:20', {
    points: [point('PT1', 5), point('PT2', 1), point('PT3', 5), point('PT4', 5)],
  })
  expect(stateOf(taken(ticket(20, 21), locking, given))).toBe('20/21')
})

test('possible events follow the state and the roles', () => {
  expect(possibleEvents(ticket(0, 0), ['APPLICANT', 'ANYONE'])).toEqual([
    'edit',
    'deleteDraft',
    'submit',
    'void',
  ])
  expect(possibleEvents(ticket(1, 0), ['ASSIGNEE'])).toEqual([
    'reviewPass',
    'reviewReject',
    'delegate',
    'addSigner',
  ])
  expect(possibleEvents(ticket(4, 12), ['PERMIT'])).toEqual([
    'pointFail',
    'isolateCancel',
    'start',
    'causeClose',
    'handoverAsk',
    'removalAsk',
    'removalApprove',
    'removalReject',
    'removalDo',
  ])
  expect(possibleEvents(ticket(20, 20), ['GUARD', 'ANYONE'])).toContain('suspend')
  expect(possibleEvents(ticket(30, 30), ['APPLICANT', 'PERMIT', 'ANYONE'])).toEqual([])
})

test('every guard a row names exists, and the facts of an event are what its guards declare', () => {
  for (const row of transitions) {
    for (const id of [...row.guards, ...(row.notes ?? [])]) expect(guards[id].id).toBe(id)
  }
  expect(factsReadBy('isolateStart')).toEqual(
    expect.arrayContaining(['alarms', 'conflicts', 'locks', 'persons', 'policy', 'stopOrder']),
  )
  // Leaving is never refused and needs nothing of the plan, the plant or the papers.
  expect(factsReadBy('personOut')).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(policy|energy|conflicts|gas|alarms|locks|flow)$/)]),
  )
})

test('the rows the issue names are all in the table', () => {
  const ids = new Set(transitions.map((row) => row.id))
  const numbers = [...range(1, 13), 18, ...range(20, 45), 52, 53, 54]
  for (const number of numbers) expect(ids).toContain(`T${String(number).padStart(2, '0')}`)
})

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_unused, index) => from + index)
}

test('T29 never refuses somebody who leaves, even under an alarm', () => {
  const given = facts('u6', '11:00', {
    alarms: [{ alarmType: 'A14', level: 3, source: '区域' }],
    persons: [person('u6', { onSite: true })],
  })
  expect(
    taken(ticket(20, 21, { onSiteCount: 1 }), { type: 'personOut', userId: 'u6' }, given).ticket.onSiteCount,
  ).toBe(0)
})

test('T28 somebody found inside whom nobody let in stops the work, and is counted wherever the ticket stands', () => {
  const found: TicketEvent = { type: 'presenceReported', userId: 'u6' }
  const outside = { persons: [person('u6'), person('u7')] }
  const stopped = taken(ticket(20, 20), found, facts('system', '10:00', outside))
  expect(stopped.ticket).toMatchObject({ status: 20, phase: 21, onSiteCount: 1 })
  const counted = taken(ticket(4, 12), found, facts('system', '10:00', outside))
  expect(counted.ticket).toMatchObject({ status: 4, phase: 12, onSiteCount: 1 })
  const inside = { persons: [person('u6', { onSite: true })] }
  const known = taken(ticket(20, 21, { onSiteCount: 1 }), found, facts('system', '10:00', inside))
  expect(known.ticket.onSiteCount).toBe(1)
})
