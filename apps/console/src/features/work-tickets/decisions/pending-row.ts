import type { TicketDetail } from '@suoan/contract'

export type Stage = 'review' | 'examine'

const columns = {
  review: { rows: 'reviews', person: 'reviewerId', status: 'reviewStatus' },
  examine: { rows: 'examines', person: 'approverId', status: 'approveStatus' },
} as const

/** Id of the row that waits for this person in the present round; null when none does. */
export function pendingRow(detail: TicketDetail, stage: Stage, userId: string): string | null {
  const { rows, person, status } = columns[stage]
  const row = detail[rows].find(
    (each) =>
      each[person] === userId &&
      Number(each[status]) === 1 &&
      Number(each['round']) === Number(detail.ticket['round'] ?? 1),
  )
  return row ? String(row['id']) : null
}
