import type { TicketRow } from '@suoan/contract'
import { execPhase, workStatus } from '@suoan/domain/dictionaries'

/** Statuses in which points are worked on; before them the plan has only a length. */
const inField: readonly number[] = [workStatus.approved, workStatus.executing, workStatus.expired]

/** How many points of a ticket are done, in the sense of its phase: proven to be dead before and at work, given back after. */
export function pointsDone({
  workStatus: status,
  execPhase: phase,
  voidFlag,
  progress,
}: Pick<TicketRow, 'workStatus' | 'execPhase' | 'voidFlag' | 'progress'>): {
  readonly word: string
  readonly count: number
  readonly total: number
} | null {
  const { total, verified, restored } = progress
  if (total === 0 || voidFlag === 1) return null
  if (status === workStatus.finished) return { word: '恢复', count: restored, total }
  if (!inField.includes(status)) return null
  return phase === execPhase.releasing || restored > 0
    ? { word: '恢复', count: restored, total }
    : { word: '验证', count: verified, total }
}
