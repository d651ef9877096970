import type { TicketEvent } from './events.ts'
import {
  decidedBy,
  openStage,
  passRow,
  votersWanted,
  type FlowStep,
  type NewStepRow,
  type StepRow,
} from './steps.ts'
import { stepStatus } from '../dictionaries/index.ts'

export interface MissingApprovals {
  /** Approvals nobody was asked for under the old level; they come after those there are. */
  rows: readonly NewStepRow[]
  /** Step numbers of the stricter flow for which the plant has nobody. */
  unmanned: readonly number[]
}

/**
 * What the stricter flow asks and the flow under way does not (T12): a step is there already when one of the round asks
 * the same post with the same quorum and, among others, the same people. Anything else is asked anew: more signatures
 * never hurt.
 */
export function missingApprovals(
  rows: readonly StepRow[],
  round: number,
  event: TicketEvent,
): MissingApprovals {
  if (event.type !== 'approve' || event.raised === undefined) return { rows: [], unmanned: [] }
  const { flow, assignees } = event.raised
  const asked = rows.filter(
    (row) => row.stage === 2 && row.round === round && row.addedBy === null && row.seatOf === null,
  )
  const free = new Set(asked.map(({ stepNo }) => stepNo))
  const wanted = flow.filter(({ stage }) => stage === 2).toSorted((a, b) => a.stepNo - b.stepNo)
  const peopleOf = (step: FlowStep) =>
    assignees.filter((person) => person.stage === 2 && person.stepNo === step.stepNo)
  const missing = wanted.filter((step) => {
    const twin = [...free].find((stepNo) => {
      const there = asked.filter((row) => row.stepNo === stepNo)
      const sameRule = there.every((row) => row.roleTag === step.roleTag && row.quorum === step.quorum)
      return sameRule && peopleOf(step).every(({ userId }) => there.some((row) => decidedBy(row, userId)))
    })
    if (twin === undefined) return true
    free.delete(twin)
    return false
  })
  const last = Math.max(0, ...asked.map(({ stepNo }) => stepNo))
  const nextIsAsked = passRow(rows, event.rowId).stageDone
  return {
    unmanned: missing
      .filter((step) => peopleOf(step).length < votersWanted(step.quorum))
      .map(({ stepNo }) => stepNo),
    rows: missing.flatMap((step, index) => {
      const stepNo = last + 1 + index
      const people = peopleOf(step).map((person) => ({ ...person, stepNo }))
      return openStage([{ ...step, stepNo }], people, 2, round).map((row) => ({
        ...row,
        status: index === 0 && nextIsAsked ? stepStatus.pending : stepStatus.waiting,
      }))
    }),
  }
}
