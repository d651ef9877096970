import type { TicketDetail } from '@suoan/contract'
import type { Look } from '../../../marks/Mark.tsx'
import type { Stage } from '../decisions/pending-row.ts'

export type StepRow = Readonly<Record<string, unknown>>

const columns = {
  review: { rows: 'reviews', person: 'reviewerName', status: 'reviewStatus' },
  examine: { rows: 'examines', person: 'approverName', status: 'approveStatus' },
} as const

/** One row of review or approval as people speak of it. */
export interface Step {
  readonly id: string
  readonly stage: Stage
  readonly person: string
  readonly status: number
  readonly stepNo: number
  readonly round: number
  readonly row: StepRow
}

const statusTexts: Readonly<Record<number, string>> = { 0: '未到', 1: '待处理', 8: '通过', 9: '驳回' }

/** `lo_review_status` and `lo_approve_status` as the person of the step understands them. */
export const stepStatusText = (status: number): string => statusTexts[status] ?? '—'

/** Every row of a ticket, reviews first, in the order they were asked. */
export function stepsOf(detail: Pick<TicketDetail, 'reviews' | 'examines'>): Step[] {
  return (['review', 'examine'] as const).flatMap((stage) =>
    detail[columns[stage].rows].map((row) => ({
      id: String(row['id']),
      stage,
      person: String(row[columns[stage].person] ?? '—'),
      status: Number(row[columns[stage].status]),
      stepNo: Number(row['stepNo']),
      round: Number(row['round']),
      row,
    })),
  )
}

/** Rows of the present round that wait for somebody. */
export function waitingSteps(detail: TicketDetail): Step[] {
  const round = Number(detail.ticket['round'] ?? 1)
  return stepsOf(detail).filter((step) => step.round === round && step.status === 1)
}

/** Names a decision came through, first asked first. */
function delegatorsOf(row: StepRow): string[] {
  const path = row['delegatePath']
  if (!Array.isArray(path)) return []
  return path.flatMap((each: unknown) =>
    typeof each === 'object' && each !== null && 'userName' in each ? [String(each.userName)] : [],
  )
}

/** What sets a row apart: on behalf of whom, added by whom, how far it was escalated (T15, T16). */
export function stepMarks(row: StepRow): Look[] {
  const delegators = delegatorsOf(row)
  const level = Number(row['escLevel'] ?? 0)
  const addedBy = row['addedByName'] ?? row['addedBy_dictText']
  return [
    ...(delegators.length > 0
      ? [{ text: `代 ${delegators.join(' → ')}`, icon: 'send', tone: 'processing' } as const]
      : []),
    ...(addedBy ? [{ text: `加签（${String(addedBy)}）`, icon: 'edit', tone: 'processing' } as const] : []),
    ...(row['seatOf'] ? [{ text: '升级代审', icon: 'alert', tone: 'warning' } as const] : []),
    ...(Number(row['onSite'] ?? 0) === 1
      ? [{ text: '须现场', icon: 'audit', tone: 'default' } as const]
      : []),
    ...(row['flagTime']
      ? [{ text: '已上报管理员', icon: 'alert', tone: 'error' } as const]
      : level > 0
        ? [{ text: `已升级 ${level} 级`, icon: 'warn', tone: 'warning' } as const]
        : row['urgeTime']
          ? [{ text: '已催办', icon: 'late', tone: 'warning' } as const]
          : []),
  ]
}

/** The latest approver who sent the ticket back to review, with his words, while it is reviewed again (T14). */
export function returnedBy(detail: TicketDetail): { person: string; opinion: string } | null {
  if (detail.ticket.workStatus !== 1) return null
  const round = Number(detail.ticket['round'] ?? 1)
  const step = stepsOf(detail)
    .filter((each) => each.stage === 'examine' && each.round === round && each.status === 0)
    .find((each) => each.row['opinion'])
  return step ? { person: step.person, opinion: String(step.row['opinion']) } : null
}
