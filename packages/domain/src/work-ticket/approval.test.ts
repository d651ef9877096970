import { expect, test } from 'vitest'
import { taken } from '../testing/advanced.ts'
import { at, examiners, facts, stepRow, ticket } from '../testing/plant.ts'
import { advance, type Advanced } from './advance.ts'
import type { TicketEvent } from './events.ts'
import type { SignerFact, TicketFacts } from './facts.ts'
import {
  countVotes,
  escalationRows,
  latenessAction,
  passRow,
  quorumReached,
  recalledRows,
  returnToReview,
} from './steps.ts'
import type { Ticket } from './ticket.ts'

const refusal = (before: Ticket, event: TicketEvent, given: TicketFacts): string => {
  const answer = advance(before, event, given)
  return answer.ok ? `taken by ${answer.transId}` : `${answer.code} ${answer.message}`
}

const signer = (userId: string, change: Partial<SignerFact> = {}): SignerFact => ({
  userId,
  name: `${userId}名`,
  certs: [],
  requiredCerts: [],
  isContractor: false,
  mayDecide: true,
  ...change,
})
const does = ({ effects }: Advanced) => effects.map((effect) => effect.do)
const asked = [stepRow('r1', 1)]

test('T14 returns to the chosen review step: approvals wait, later reviews wait, the round stays', () => {
  const steps = [
    stepRow('r1', 1, { status: 8 }),
    stepRow('r2', 1, { status: 8, stepNo: 2, userId: 'u12' }),
    stepRow('e1', 2, { status: 8 }),
    stepRow('e2', 2, { stepNo: 2, userId: 'u33' }),
  ]
  expect(returnToReview(steps, 1, 1)).toEqual([
    { rowId: 'r1', status: 1 },
    { rowId: 'r2', status: 0 },
    { rowId: 'e1', status: 0 },
    { rowId: 'e2', status: 0 },
  ])
  const event: TicketEvent = {
    type: 'returnReview',
    rowId: 'e2',
    contentHash: 'hash-1',
    opinion: '复核',
    stepNo: 2,
  }
  const given = facts('u33', '08:20', { steps })
  const answer = taken(ticket(2, 0), event, given)
  expect([answer.transId, answer.ticket.status, answer.ticket.round, answer.ticket.reviewStatus]).toEqual([
    'T14',
    1,
    1,
    1,
  ])
  expect(refusal(ticket(2, 0), { ...event, stepNo: 3 }, given)).toContain('LO-4240')
  expect(refusal(ticket(2, 0), { ...event, opinion: ' ' }, given)).toContain('LO-4000')
  expect(refusal(ticket(2, 0), { ...event, contentHash: 'old' }, given)).toContain('LO-4214')
})

test('T14 T07 reviewed again, the approvers of the round are asked again instead of being doubled', () => {
  const steps = [
    stepRow('r1', 1),
    stepRow('e1', 2, { status: 0 }),
    stepRow('e2', 2, { status: 0, stepNo: 2 }),
  ]
  const pass: TicketEvent = { type: 'reviewPass', rowId: 'r1', contentHash: 'hash-1', opinion: '', examiners }
  const answer = taken(ticket(1, 0), pass, facts('u2', '08:10', { steps }))
  expect(does(answer)).not.toContain('steps.create')
  expect(answer.effects).toContainEqual({
    do: 'steps.set',
    changes: [
      { rowId: 'e1', status: 1 },
      { rowId: 'e2', status: 0 },
    ],
  })
})

test('T15 a delegation moves the row and tells the delegate', () => {
  const answer = taken(
    ticket(1, 0),
    { type: 'delegate', rowId: 'r1', to: signer('u11') },
    facts('u2', '08:05', { steps: asked }),
  )
  expect([answer.transId, answer.ticket.status]).toEqual(['T15', 1])
  expect(answer.effects[0]).toEqual({
    do: 'step.delegate',
    rowId: 'r1',
    from: { userId: 'u2', userName: '李审' },
    to: { userId: 'u11', userName: 'u11名' },
  })
})

test('T15 is refused: not mine, not allowed, to myself, in a circle, without the post', () => {
  const to = signer('u11')
  const given = facts('u2', '08:05', { steps: asked })
  const ask = (target: SignerFact, change: Parameters<typeof stepRow>[2] = {}) =>
    refusal(
      ticket(1, 0),
      { type: 'delegate', rowId: 'r1', to: target },
      { ...given, steps: [stepRow('r1', 1, change)] },
    )
  expect(ask(to, { userId: 'u12' })).toContain('LO-4030')
  expect(ask(to, { status: 8 })).toContain('LO-4030')
  expect(ask(to, { allowDelegate: false })).toContain('不允许委托')
  expect(ask(signer('u2'))).toContain('不能选择本人')
  expect(ask(to, { delegatePath: [{ userId: 'u11', userName: '陈管' }] })).toContain('已在该步骤中')
  expect(ask(signer('u11', { mayDecide: false }))).toContain('没有审核岗位')
})

test('T15 G03 the delegate holds the certificates of the step, whatever the crew lacks', () => {
  const requiredCerts = [{ certType: '01', certName: '监护人证' }]
  const given = facts('u2', '08:05', { steps: asked, persons: [] })
  const event = (to: SignerFact): TicketEvent => ({ type: 'delegate', rowId: 'r1', to })
  expect(refusal(ticket(1, 0), event(signer('u11', { requiredCerts })), given)).toContain('LO-4206')
  const certs = [
    { certType: '01', certName: '监护人证', validFrom: at('00:00'), validTo: at('23:00'), revoked: false },
  ]
  expect(taken(ticket(1, 0), event(signer('u11', { requiredCerts, certs })), given).ok).toBe(true)
})

test('G04 expands a chain of delegations: nobody in it may approve what passed through his hands', () => {
  const path = [
    { userId: 'u3', userName: '王批' },
    { userId: 'u11', userName: '陈管' },
  ]
  const steps = [
    stepRow('r1', 1, { status: 8, userId: 'u12', delegateFor: 'u11', delegatePath: path }),
    stepRow('e1', 2),
  ]
  const approve: TicketEvent = { type: 'approve', rowId: 'e1', contentHash: 'hash-1', opinion: '' }
  expect(refusal(ticket(2, 0), approve, facts('u3', '08:20', { steps }))).toContain('LO-4207')
  const through11 = [
    stepRow('r1', 1, { status: 8, userId: 'u12', delegatePath: [{ userId: 'u11', userName: '陈管' }] }),
    stepRow('e1', 2),
  ]
  const to11: TicketEvent = { type: 'delegate', rowId: 'e1', to: signer('u11') }
  expect(refusal(ticket(2, 0), to11, facts('u3', '08:20', { steps: through11 }))).toContain('LO-4207')
  const toApplicant: TicketEvent = { type: 'delegate', rowId: 'r1', to: signer('u1') }
  expect(refusal(ticket(1, 0), toApplicant, facts('u2', '08:05', { steps: asked }))).toContain('LO-4207')
})

test('T15 G09 an added signer must pass beside the quorum', () => {
  const base = stepRow('r1', 1, { quorum: 'ANY' })
  const answer = taken(
    ticket(1, 0),
    { type: 'addSigner', rowId: 'r1', to: signer('u11') },
    facts('u2', '08:05', { steps: [base] }),
  )
  const created = answer.effects.find((effect) => effect.do === 'steps.create')
  expect(created?.rows).toMatchObject([{ userId: 'u11', addedBy: 'u2', status: 1, quorum: 'ANY', stepNo: 1 }])
  const added = stepRow('r2', 1, { quorum: 'ANY', userId: 'u11', addedBy: 'u2' })
  expect(quorumReached([{ ...base, status: 8 }, added])).toBe(false)
  expect(quorumReached([base, { ...added, status: 8 }])).toBe(false)
  expect(
    countVotes([
      { ...base, status: 8 },
      { ...added, status: 8 },
    ]),
  ).toEqual({ passes: 2, asked: 2, missing: 0 })
})

test('T16 urges, escalates three levels and then tells the administrator; it never decides', () => {
  const late = { escalateTo: 'SAFETY' as const }
  expect([0, 1, 2, 3, 4].map((nth) => latenessAction(late, nth))).toEqual([
    'urge',
    'escalate',
    'escalate',
    'escalate',
    'flag',
  ])
  expect(latenessAction({ escalateTo: null }, 1)).toBe('flag')
  const superiors = [
    { stage: 1 as const, stepNo: 1, userId: 'u12', userName: '褚安', delegateFor: null },
    { stage: 1 as const, stepNo: 1, userId: 'u1', userName: '张签', delegateFor: null },
  ]
  const look = (nth: number, time: string, change: Parameters<typeof stepRow>[2] = {}) => {
    const steps = [stepRow('r1', 1, { dueAt: at('09:00'), ...change })]
    return advance(
      ticket(1, 0),
      { type: 'stepOverdue', rowId: 'r1', nth, superiors },
      facts('system', time, { steps }),
    )
  }
  const seen = (answer: ReturnType<typeof look>) =>
    answer.ok ? answer.effects.map((effect) => effect.do) : answer.message
  expect(seen(look(0, '08:59'))).toContain('尚未超时')
  expect(seen(look(0, '09:00'))).toEqual(['step.urge', 'notice.notify'])
  expect(seen(look(0, '09:05', { urgedAt: at('09:00') }))).toContain('已处理')
  expect(seen(look(1, '10:00'))).toEqual(['step.escalate', 'steps.create', 'notice.notify'])
  expect(seen(look(1, '10:00', { escLevel: 1 }))).toContain('已处理')
  expect(seen(look(4, '13:00', { escLevel: 3 }))).toEqual(['step.flag', 'notice.notify'])
  expect(seen(look(1, '10:00', { status: 8 }))).toContain('已处理')
  for (const nth of [0, 1, 2, 3, 4]) {
    const answer = look(nth, '23:00')
    expect(answer.ok && [answer.ticket.status, answer.ticket.reviewStatus]).toEqual([1, 1])
    if (answer.ok) expect(does(answer)).not.toContain('steps.set')
  }
  // The applicant is never asked to decide his own ticket.
  const first = look(1, '10:00')
  expect(
    first.ok &&
      first.effects.flatMap((effect) =>
        effect.do === 'steps.create' ? effect.rows.map((row) => row.userId) : [],
      ),
  ).toEqual(['u12'])
})

test('T16 G09 a superior decides in the place of the late one: together they are one vote', () => {
  const rows = [stepRow('a', 1), stepRow('b', 1, { userId: 'u22' })]
  const [seat] = escalationRows(rows, stepRow('a', 1), [
    { stage: 1, stepNo: 1, userId: 'u12', userName: '褚安', delegateFor: null },
  ])
  const superior = stepRow('s', 1, { ...seat, userId: 'u12' })
  expect(superior.seatOf).toBe('a')
  const all = [...rows, superior]
  expect(passRow(all, 's')).toMatchObject({
    stepDone: false,
    changes: [
      { rowId: 's', status: 8 },
      { rowId: 'a', status: 0 },
    ],
  })
  const both = all.map((row) => (row.id === 'b' ? row : { ...row, status: 8 as const }))
  expect(countVotes(both)).toEqual({ passes: 1, asked: 2, missing: 1 })
  expect(
    escalationRows(all, stepRow('a', 1), [
      { stage: 1, stepNo: 1, userId: 'u22', userName: '二', delegateFor: null },
    ]),
  ).toEqual([])
})

test('T16 by hand: those who wait may urge, not twice in ten minutes', () => {
  const urge: TicketEvent = { type: 'urge', rowId: 'r1' }
  expect(does(taken(ticket(1, 0), urge, facts('u1', '08:30', { steps: asked })))).toEqual([
    'step.urge',
    'notice.notify',
  ])
  const again = [stepRow('r1', 1, { urgedAt: at('08:25') })]
  expect(refusal(ticket(1, 0), urge, facts('u1', '08:30', { steps: again }))).toContain('刚被催办')
  expect(taken(ticket(1, 0), urge, facts('u1', '08:35', { steps: again })).transId).toBe('T16')
  expect(refusal(ticket(1, 0), urge, facts('u6', '08:30', { steps: asked }))).toContain('LO-4030')
})

test('T19 turns the approval of who recalls to 9 and takes the end of validity back', () => {
  const steps = [
    stepRow('e1', 2, { status: 8 }),
    stepRow('e2', 2, {
      status: 8,
      stepNo: 2,
      userId: 'u33',
      delegatePath: [{ userId: 'u34', userName: '原' }],
    }),
  ]
  expect(recalledRows(steps, 1, 'u3')).toEqual([{ rowId: 'e1', status: 9 }])
  expect(recalledRows(steps, 1, 'u34')).toEqual([{ rowId: 'e2', status: 9 }])
  expect(recalledRows(steps, 1, 'u12')).toEqual([{ rowId: 'e2', status: 9 }])
  const recall: TicketEvent = { type: 'recall', reason: '风大' }
  const answer = taken(
    ticket(4, 0),
    recall,
    facts('u3', '08:30', { steps, actor: { ...facts('u3', '08:30').actor, roleTags: [] } }),
  )
  expect([answer.transId, answer.ticket.status, answer.ticket.validEnd]).toEqual(['T19', 5, null])
  const other = facts('u9', '08:30', { steps })
  expect(refusal(ticket(4, 0), recall, other)).toContain('LO-4030')
})

test('G08 an on-site step is refused outside the fence, with the reason that is known', () => {
  const steps = [stepRow('r1', 1, { onSite: true })]
  const pass: TicketEvent = { type: 'reviewPass', rowId: 'r1', contentHash: 'hash-1', opinion: '', examiners }
  const given = facts('u2', '08:10', { steps, insideFence: false })
  expect(refusal(ticket(1, 0), pass, given)).toContain('您不在作业区域围栏内')
  expect(refusal(ticket(1, 0), pass, { ...given, fenceGap: '未取得您的位置' })).toContain('未取得您的位置')
  expect(taken(ticket(1, 0), pass, { ...given, insideFence: true }).transId).toBe('T07')
})
