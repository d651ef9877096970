import { stepStatus, type RoleTag, type StepStatus } from '../dictionaries/index.ts'

/** ALL, ANY, or at least k (`N:2`). */
export type Quorum = 'ALL' | 'ANY' | `N:${number}`
export type RejectMode = 'RESTART' | 'RESUME_HERE'
/** 1 review, 2 approval. */
export type Stage = 1 | 2

/** `lo_flow_step` that applies to the ticket (its `condition` already evaluated). */
export interface FlowStep {
  stage: Stage
  stepNo: number
  roleTag: RoleTag
  quorum: Quorum
  onSite: boolean
  slaMin: number | null
  rejectMode: RejectMode
}

/** Who is asked at a step; `delegateFor` when he stands in for another. */
export interface StepAssignment {
  stage: Stage
  stepNo: number
  userId: string
  userName: string
  delegateFor: string | null
}

/** `lo_work_review` (stage 1) or `lo_work_examine` (stage 2) of one person. */
export interface StepRow extends StepAssignment {
  id: string
  round: number
  roleTag: RoleTag
  quorum: Quorum
  onSite: boolean
  rejectMode: RejectMode
  status: StepStatus
}

/** A row to insert; the caller gives the id, arrival and due times. */
export type NewStepRow = Omit<StepRow, 'id'> & { slaMin: number | null }

export interface RowChange {
  rowId: string
  status: StepStatus
}

/** What a decision does to the rows of its stage. */
export interface StepOutcome {
  changes: readonly RowChange[]
  /** The step reached its quorum (G09). */
  stepDone: boolean
  /** It was the last step of the stage. */
  stageDone: boolean
}

/** Rows of one stage for a new round: the first step is asked (1), later ones wait (0). T04, T07, T09, T12. */
export function openStage(
  flow: readonly FlowStep[],
  assignees: readonly StepAssignment[],
  stage: Stage,
  round: number,
  fromStep = 0,
): NewStepRow[] {
  const steps = flow
    .filter((step) => step.stage === stage && step.stepNo >= fromStep)
    .toSorted((a, b) => a.stepNo - b.stepNo)
  const first = steps[0]?.stepNo
  return steps.flatMap((step) =>
    assignees
      .filter((person) => person.stage === stage && person.stepNo === step.stepNo)
      .map((person) => ({
        ...person,
        round,
        roleTag: step.roleTag,
        quorum: step.quorum,
        onSite: step.onSite,
        rejectMode: step.rejectMode,
        slaMin: step.slaMin,
        status: step.stepNo === first ? stepStatus.pending : stepStatus.waiting,
      })),
  )
}

/** How many of `asked` must pass. */
export function neededVotes(quorum: Quorum, asked: number): number {
  if (quorum === 'ALL') return asked
  if (quorum === 'ANY') return Math.min(1, asked)
  const wanted = Number(quorum.slice(2))
  // A malformed or excessive number must never let a step pass with fewer votes: it asks everyone.
  return Number.isInteger(wanted) && wanted >= 1 && wanted <= asked ? wanted : asked
}

/** Has the step of `row` enough passes? An empty step never has. */
export function quorumReached(rows: readonly Pick<StepRow, 'status' | 'quorum'>[]): boolean {
  const first = rows[0]
  if (!first) return false
  const passes = rows.filter((row) => row.status === stepStatus.passed).length
  return passes >= neededVotes(first.quorum, rows.length)
}

function sameStep(a: StepRow, b: StepRow): boolean {
  return a.stage === b.stage && a.round === b.round && a.stepNo === b.stepNo
}

/** Adoption of one row: 1→8; at quorum open siblings close (→0) and the next step is asked (0→1). T06, T07, T10, T11. */
export function passRow(rows: readonly StepRow[], rowId: string): StepOutcome {
  const row = rows.find((each) => each.id === rowId)
  if (!row) return { changes: [], stepDone: false, stageDone: false }
  const after = rows.map((each) => (each.id === rowId ? { ...each, status: stepStatus.passed } : each))
  const step = after.filter((each) => sameStep(each, row))
  const changes: RowChange[] = [{ rowId, status: stepStatus.passed }]
  if (!quorumReached(step)) return { changes, stepDone: false, stageDone: false }

  for (const sibling of step) {
    if (sibling.status === stepStatus.pending) changes.push({ rowId: sibling.id, status: stepStatus.waiting })
  }
  const later = after.filter(
    (each) => each.stage === row.stage && each.round === row.round && each.stepNo > row.stepNo,
  )
  const nextNo = Math.min(...later.map((each) => each.stepNo))
  for (const next of later) {
    if (next.stepNo === nextNo) changes.push({ rowId: next.id, status: stepStatus.pending })
  }
  return { changes, stepDone: true, stageDone: later.length === 0 }
}

/** Rejection: 1→9, and every other open row of the stage closes; one rejection rejects the step. T08, T13. */
export function rejectRow(rows: readonly StepRow[], rowId: string): StepOutcome {
  const row = rows.find((each) => each.id === rowId)
  if (!row) return { changes: [], stepDone: false, stageDone: false }
  const changes: RowChange[] = rows
    .filter(
      (each) => each.stage === row.stage && each.round === row.round && each.status === stepStatus.pending,
    )
    .map((each) => ({ rowId: each.id, status: each.id === rowId ? stepStatus.rejected : stepStatus.waiting }))
  return { changes, stepDone: true, stageDone: true }
}

/** Withdrawal: asked rows go back to waiting. T05. */
export function closeOpenRows(rows: readonly StepRow[]): RowChange[] {
  return rows
    .filter((row) => row.status === stepStatus.pending)
    .map((row) => ({ rowId: row.id, status: stepStatus.waiting }))
}

/**
 * Where a resubmitted ticket enters its reviews (T09): at the rejecting step when that step says RESUME_HERE and the
 * core fields are unchanged, else at the first step. Returns the step number to start from, 0 = the first.
 */
export function resumeStep(previous: readonly StepRow[], coreUnchanged: boolean): number {
  const rejected = previous.find((row) => row.status === stepStatus.rejected && row.stage === 1)
  return rejected && coreUnchanged && rejected.rejectMode === 'RESUME_HERE' ? rejected.stepNo : 0
}
