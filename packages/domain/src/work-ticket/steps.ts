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
  /** Who is asked in his place when the time has passed (T16); null = the administrator is told at once. */
  escalateTo: RoleTag | null
  allowDelegate: boolean
  rejectMode: RejectMode
}

/** Somebody who handed his decision on, oldest first in a chain. */
export interface Delegator {
  userId: string
  userName: string
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
  slaMin: number | null
  escalateTo: RoleTag | null
  allowDelegate: boolean
  /** Everybody through whose hands the decision came, first asked first; the last is `delegateFor` (T15). */
  delegatePath: readonly Delegator[]
  /** Who added this signer (T15); an added signer must pass too, whatever the quorum. */
  addedBy: string | null
  /** The late row in whose place this one may decide (T16 escalation): both together are one vote. */
  seatOf: string | null
  /** When the step is late, epoch ms; null = no limit. */
  dueAt: number | null
  /** 0 to `maxEscalation`. */
  escLevel: number
  urgedAt: number | null
  /** When the administrator was told that nobody decides (T16). */
  flaggedAt: number | null
}

/** A row to insert; the caller gives the id, arrival and due times. */
export type NewStepRow = Omit<StepRow, 'id' | 'dueAt' | 'escLevel' | 'urgedAt' | 'flaggedAt'>

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
        escalateTo: step.escalateTo,
        allowDelegate: step.allowDelegate,
        delegatePath: [],
        addedBy: null,
        seatOf: null,
        status: step.stepNo === first ? stepStatus.pending : stepStatus.waiting,
      })),
  )
}

/** How many people a step needs to be asked at all (T04, T07): with fewer its quorum could never be reached as meant. */
export function votersWanted(quorum: Quorum): number {
  const wanted = quorum.startsWith('N:') ? Number(quorum.slice(2)) : 1
  return Number.isInteger(wanted) && wanted >= 1 ? wanted : 1
}

/** How many of `asked` must pass (G09). */
export function neededVotes(quorum: Quorum, asked: number): number {
  if (quorum === 'ALL') return asked
  if (quorum === 'ANY') return Math.min(1, asked)
  const wanted = Number(quorum.slice(2))
  // A malformed or excessive number must never let a step pass with fewer votes: it asks everyone.
  return Number.isInteger(wanted) && wanted >= 1 && wanted <= asked ? wanted : asked
}

type Vote = Pick<StepRow, 'id' | 'status' | 'quorum' | 'addedBy' | 'seatOf'>

/** Votes of one step: those asked by the flow count towards its quorum, those added (T15) must all pass. */
export function countVotes(rows: readonly Vote[]): { passes: number; asked: number; missing: number } {
  const passed = (seat: Vote): boolean =>
    rows.some((row) => (row.seatOf ?? row.id) === seat.id && row.status === stepStatus.passed)
  const seats = rows.filter((row) => row.seatOf === null)
  const asked = seats.filter((row) => row.addedBy === null)
  const added = seats.filter((row) => row.addedBy !== null)
  const passes = asked.filter(passed).length
  const needed = neededVotes(asked[0]?.quorum ?? 'ALL', asked.length)
  return {
    passes: passes + added.filter(passed).length,
    asked: seats.length,
    missing: Math.max(0, needed - passes) + added.filter((row) => !passed(row)).length,
  }
}

/** Has a step enough passes (G09)? An empty step never has. */
export function quorumReached(rows: readonly Vote[]): boolean {
  return rows.some((row) => row.seatOf === null && row.addedBy === null) && countVotes(rows).missing === 0
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
  if (!quorumReached(step)) {
    // The seat has its vote: whoever shares it need not decide any more.
    const seat = row.seatOf ?? row.id
    for (const other of step) {
      if ((other.seatOf ?? other.id) === seat && other.status === stepStatus.pending)
        changes.push({ rowId: other.id, status: stepStatus.waiting })
    }
    return { changes, stepDone: false, stageDone: false }
  }

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

/** Return to review (T14): approvals of the round wait again, the chosen review step is asked, later ones wait. */
export function returnToReview(rows: readonly StepRow[], round: number, stepNo: number): RowChange[] {
  return rows
    .filter((row) => row.round === round && (row.stage === 2 || row.stepNo >= stepNo))
    .map((row) => ({
      rowId: row.id,
      status: row.stage === 1 && row.stepNo === stepNo ? stepStatus.pending : stepStatus.waiting,
    }))
}

/** Approvals of a round that was sent back to review (T14) and is reviewed again: the first step is asked anew. */
export function reopenApprovals(rows: readonly StepRow[], round: number): RowChange[] {
  const approvals = rows.filter((row) => row.stage === 2 && row.round === round)
  const first = Math.min(...approvals.map((row) => row.stepNo))
  return approvals.map((row) => ({
    rowId: row.id,
    status: row.stepNo === first ? stepStatus.pending : stepStatus.waiting,
  }))
}

/** Did this person give the row its decision: himself, or through whom he delegated it to? */
export function decidedBy(row: StepRow, userId: string): boolean {
  return row.userId === userId || row.delegatePath.some((each) => each.userId === userId)
}

/** Recall (T19): the approval of who recalls turns to 9; where he gave none (SAFETY), those of the last step do. */
export function recalledRows(rows: readonly StepRow[], round: number, userId: string): RowChange[] {
  const passed = rows.filter(
    (row) => row.stage === 2 && row.round === round && row.status === stepStatus.passed,
  )
  const own = passed.filter((row) => decidedBy(row, userId))
  const last = Math.max(...passed.map((row) => row.stepNo))
  const taken = own.length > 0 ? own : passed.filter((row) => row.stepNo === last)
  return taken.map((row) => ({ rowId: row.id, status: stepStatus.rejected }))
}

/** Levels of escalation before the administrator is told (T16). */
const maxEscalation = 3

/** What lateness leads to the `nth` time it is looked at, 0 when the step becomes due (T16). It never decides. */
export function latenessAction(row: Pick<StepRow, 'escalateTo'>, nth: number): 'urge' | 'escalate' | 'flag' {
  if (nth === 0) return 'urge'
  return row.escalateTo !== null && nth <= maxEscalation ? 'escalate' : 'flag'
}

/** Rows by which superiors may decide in the place of a late one (T16). Who is in the step already is not asked twice. */
export function escalationRows(
  rows: readonly StepRow[],
  late: StepRow,
  superiors: readonly StepAssignment[],
): NewStepRow[] {
  const inStep = rows.filter((row) => sameStep(row, late))
  return superiors
    .filter((person) => !inStep.some((row) => decidedBy(row, person.userId)))
    .map(({ userId, userName }) => ({
      stage: late.stage,
      stepNo: late.stepNo,
      round: late.round,
      userId,
      userName,
      delegateFor: null,
      roleTag: late.escalateTo ?? late.roleTag,
      quorum: late.quorum,
      onSite: late.onSite,
      rejectMode: late.rejectMode,
      slaMin: null,
      escalateTo: null,
      allowDelegate: false,
      delegatePath: [],
      addedBy: null,
      seatOf: late.seatOf ?? late.id,
      status: stepStatus.pending,
    }))
}

/** The flow of the level an approver raises the ticket to (T12), and whom its approvals ask. */
export interface RaisedFlow {
  flow: readonly FlowStep[]
  assignees: readonly StepAssignment[]
}
