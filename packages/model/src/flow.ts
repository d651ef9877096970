import { stepStatus } from '@suoan/domain/dictionaries'
import type { FlowStep, SignerFact, StepAssignment, StepRow } from '@suoan/domain/work-ticket'
import { nameOf } from './people.ts'

const step = (stage: 1 | 2, stepNo: number, onSite: boolean): FlowStep => ({
  stage,
  stepNo,
  roleTag: stage === 1 ? 'REVIEW' : 'APPROVE',
  quorum: 'ALL',
  onSite,
  slaMin: null,
  escalateTo: null,
  allowDelegate: true,
  rejectMode: 'RESTART',
})

/** Two reviews (the first on site) and two approvals, so that every step is once not the last one. */
export const flow: readonly FlowStep[] = [
  step(1, 1, true),
  step(1, 2, false),
  step(2, 1, false),
  step(2, 2, false),
]

const deciders = { 1: ['rev1', 'rev2'], 2: ['apr1', 'apr2'] } as const

/** Who decides a stage, each in a step of his own. */
export function assignees(stage: 1 | 2): StepAssignment[] {
  return deciders[stage].map((userId, index) => ({
    stage,
    stepNo: index + 1,
    userId,
    userName: nameOf(userId),
    delegateFor: null,
  }))
}

export const rowId = (row: Pick<StepRow, 'stage' | 'stepNo' | 'round' | 'userId'>): string =>
  `${row.stage}.${row.stepNo}.${row.round}.${row.userId}`

/** What a new row carries beside its assignment: nobody has delegated, urged or added. */
export const untouched = { dueAt: null, escLevel: 0, urgedAt: null, flaggedAt: null } as const

/** All rows of a round, nobody asked yet. */
export function stepRows(round: number): StepRow[] {
  return flow.map(({ ...each }) => {
    const userId = assignees(each.stage)[each.stepNo - 1]?.userId ?? ''
    const row = { ...each, ...untouched, round, userId, userName: nameOf(userId), status: stepStatus.waiting }
    return { ...row, id: rowId(row), delegateFor: null, delegatePath: [], addedBy: null, seatOf: null }
  })
}

/** A colleague who may decide as well: somebody to delegate to, or to add as a signer (T15). */
export const colleague: SignerFact = {
  userId: 'sub',
  name: nameOf('sub'),
  certs: [],
  requiredCerts: [],
  isContractor: false,
  mayDecide: true,
}
