import { execPhase as phases, labelOf, workStatus as statuses } from '@suoan/domain/dictionaries'
import type { Look } from '@suoan/console-base/status/StatusBadge.tsx'

/** The two axes of a ticket's state and its two flags. */
export interface TicketStateOf {
  readonly workStatus?: unknown
  readonly execPhase?: unknown
  readonly voidFlag?: unknown
  readonly closeFlag?: unknown
}

const looks: Readonly<Record<number, Omit<Look, 'text'>>> = {
  [statuses.draft]: { icon: 'edit', tone: 'default' },
  [statuses.submitted]: { icon: 'send', tone: 'processing' },
  [statuses.reviewed]: { icon: 'audit', tone: 'processing' },
  [statuses.reviewRejected]: { icon: 'reject', tone: 'error' },
  [statuses.approved]: { icon: 'approved', tone: 'success' },
  [statuses.approveRejected]: { icon: 'reject', tone: 'error' },
  [statuses.executing]: { icon: 'run', tone: 'warning' },
  [statuses.finished]: { icon: 'done', tone: 'success' },
  [statuses.expired]: { icon: 'late', tone: 'error' },
}

/** Status and phase as one sign: `执行中 · 作业中`. A void ticket says only that. */
export function ticketLook({ workStatus, execPhase, voidFlag }: TicketStateOf): Look {
  if (Number(voidFlag) === 1) return { text: '已作废', icon: 'void', tone: 'default' }
  const status = Number(workStatus)
  const phase = Number(execPhase ?? 0)
  const text = labelOf('lo_work_status', status)
  const look = looks[status] ?? { icon: 'unknown', tone: 'default' }
  if (phase === phases.none) return { text, ...look }
  const paused = phase === phases.suspended || phase === phases.heldExpired
  return {
    text: `${text} · ${labelOf('lo_exec_phase', phase)}`,
    ...(paused ? { icon: 'pause', tone: 'error' } : look),
  }
}
