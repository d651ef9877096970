import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { examiners, facts, flow, stepRow, ticket } from '../testing/plant.ts'
import { advance } from './advance.ts'
import {
  closeOpenRows,
  neededVotes,
  openStage,
  passRow,
  quorumReached,
  rejectRow,
  resumeStep,
  type StepAssignment,
} from './steps.ts'

const two = [...flow, { ...flow[0], stepNo: 2, rejectMode: 'RESUME_HERE' } as (typeof flow)[number]]
const asked: StepAssignment[] = [
  { stage: 1, stepNo: 1, userId: 'u2', userName: '李审', delegateFor: null },
  { stage: 1, stepNo: 2, userId: 'u12', userName: '褚安', delegateFor: null },
]

test('the first step of a stage is asked and later ones wait', () => {
  expect(openStage(two, asked, 1, 1).map((row) => [row.stepNo, row.status])).toEqual([
    [1, 1],
    [2, 0],
  ])
})

test('G09 quorum ALL, ANY and N:k count passes; a malformed N asks everyone', () => {
  expect([
    neededVotes('ALL', 3),
    neededVotes('ANY', 3),
    neededVotes('N:2', 3),
    neededVotes('N:9', 3),
    neededVotes('N:0', 3),
  ]).toEqual([3, 1, 2, 3, 3])
  expect(quorumReached([])).toBe(false)
})

test('with ANY the first pass closes the siblings and asks the next step', () => {
  const rows = [
    stepRow('a', 1, { quorum: 'ANY' }),
    stepRow('b', 1, { quorum: 'ANY', userId: 'u22' }),
    stepRow('c', 1, { stepNo: 2, status: 0 }),
  ]
  expect(passRow(rows, 'a')).toEqual({
    changes: [
      { rowId: 'a', status: 8 },
      { rowId: 'b', status: 0 },
      { rowId: 'c', status: 1 },
    ],
    stepDone: true,
    stageDone: false,
  })
})

test('one rejection rejects the step and closes its siblings (T08 T13)', () => {
  const rows = [
    stepRow('a', 1),
    stepRow('b', 1, { userId: 'u22' }),
    stepRow('c', 1, { stepNo: 2, status: 0 }),
  ]
  expect(rejectRow(rows, 'a').changes).toEqual([
    { rowId: 'a', status: 9 },
    { rowId: 'b', status: 0 },
  ])
})

test('withdrawal turns asked rows back to waiting and leaves decided ones (T05)', () => {
  expect(closeOpenRows([stepRow('a', 1, { status: 8 }), stepRow('b', 1)])).toEqual([
    { rowId: 'b', status: 0 },
  ])
})

test('T09 resumes at the rejecting step only with RESUME_HERE and unchanged core fields', () => {
  const rejected = [
    stepRow('a', 1, { status: 8 }),
    stepRow('b', 1, { stepNo: 2, status: 9, rejectMode: 'RESUME_HERE' }),
  ]
  expect([resumeStep(rejected, true), resumeStep(rejected, false)]).toEqual([2, 0])
  expect(resumeStep([stepRow('b', 1, { stepNo: 2, status: 9 })], true)).toBe(0)

  const steps = (hash: string) => {
    const given = facts('u1', '08:20', { flow: two, steps: rejected, contentHash: hash })
    const answer = advance(ticket(3, 0), { type: 'submit', assignees: [...asked, ...examiners] }, given)
    if (!answer.ok) throw new Error(answer.message)
    return answer.effects.flatMap((effect) =>
      effect.do === 'steps.create' ? effect.rows.map((row) => row.stepNo) : [],
    )
  }
  expect(steps('hash-1')).toEqual([2])
  expect(steps('hash-2')).toEqual([1, 2])
})

test('T12 an edit seals the hash of the edited content, not of the old one', () => {
  const given = facts('u3', '08:20', { steps: [stepRow('e1', 2)] })
  const answer = advance(
    ticket(2, 0),
    {
      type: 'approve',
      rowId: 'e1',
      contentHash: 'hash-1',
      opinion: '',
      editedHash: 'hash-2',
      edit: { planEnd: ticket(2, 0).planEnd + 3_600_000 },
      assignees: asked,
    },
    given,
  )
  expect(answer.ok && answer.ticket.contentHash).toBe('hash-2')
})

test('a stage is never done while a step lacks its quorum', () => {
  const quorum = fc.constantFrom('ALL' as const, 'ANY' as const, 'N:2' as const)
  const shape = fc.array(fc.record({ quorum, size: fc.integer({ min: 1, max: 4 }) }), {
    minLength: 1,
    maxLength: 3,
  })
  fc.assert(
    fc.property(shape, fc.integer({ min: 0, max: 20 }), (steps, votes) => {
      let rows = steps.flatMap((step, stepNo) =>
        Array.from({ length: step.size }, (_unused, index) =>
          stepRow(`${stepNo}-${index}`, 1, { stepNo, quorum: step.quorum, status: stepNo === 0 ? 1 : 0 }),
        ),
      )
      let done = false
      for (let vote = 0; vote < votes && !done; vote++) {
        const open = rows.find((row) => row.status === 1)
        if (!open) break
        const { changes, stageDone } = passRow(rows, open.id)
        done = stageDone
        const after = new Map(changes.map((change) => [change.rowId, change.status]))
        rows = rows.map((row) => ({ ...row, status: after.get(row.id) ?? row.status }))
      }
      const complete = steps.every(
        (step, stepNo) =>
          rows.filter((row) => row.stepNo === stepNo && row.status === 8).length >=
          neededVotes(step.quorum, step.size),
      )
      expect(done).toBe(complete)
    }),
  )
})
