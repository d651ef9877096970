import type { ExamineColumns, ReviewColumns, TicketExamine, TicketReview, TicketStep } from '@suoan/contract'
import { stepStatus } from '@suoan/domain/dictionaries'
import { z } from 'zod'

const path = z.array(z.object({ userId: z.string(), userName: z.string() }))
/** Through whose hands a step came; what cannot be read is nobody's. */
export const readPath = (stored: unknown): TicketStep['delegatePath'] => path.catch([]).parse(stored ?? [])

/** A review row as every step is shown. */
export const presentReview = (row: ReviewColumns): TicketReview => ({
  ...row,
  stage: 'review',
  personId: row.reviewerId,
  person: row.reviewerName ?? '—',
  status: row.reviewStatus,
  delegatePath: readPath(row.delegatePath),
  isOnSite: row.onSite === 1,
})

/** An approval row as every step is shown. */
export const presentExamine = (row: ExamineColumns): TicketExamine => ({
  ...row,
  stage: 'examine',
  personId: row.approverId,
  person: row.approverName ?? '—',
  status: row.approveStatus,
  delegatePath: readPath(row.delegatePath),
  isOnSite: row.onSite === 1,
})

/** Steps of the present round that wait for somebody. */
export const waitingSteps = <S extends Pick<TicketStep, 'round' | 'status'>>(
  steps: readonly S[],
  round: number,
): S[] => steps.filter((step) => step.round === round && step.status === stepStatus.pending)
