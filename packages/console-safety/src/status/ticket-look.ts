import { labelOf } from '@suoan/domain/dictionaries'
import type { Look } from '@suoan/console-base/status/StatusBadge.tsx'

/** The two axes of a ticket's state and its two flags. */
export interface TicketStateOf {
  readonly workStatus?: unknown
  readonly execPhase?: unknown
  readonly voidFlag?: unknown
  readonly closeFlag?: unknown
}

const looks: Readonly<Record<number, Omit<Look, 'text'>>> = {
  0: { icon: 'edit', tone: 'default' },
  1: { icon: 'send', tone: 'processing' },
  2: { icon: 'audit', tone: 'processing' },
  3: { icon: 'reject', tone: 'error' },
  4: { icon: 'approved', tone: 'success' },
  5: { icon: 'reject', tone: 'error' },
  20: { icon: 'run', tone: 'warning' },
  30: { icon: 'done', tone: 'success' },
  40: { icon: 'late', tone: 'error' },
}

/** Status and phase as one sign: `执行中 · 作业中`. A void ticket says only that. */
export function ticketLook({ workStatus, execPhase, voidFlag }: TicketStateOf): Look {
  if (Number(voidFlag) === 1) return { text: '已作废', icon: 'void', tone: 'default' }
  const status = Number(workStatus)
  const phase = Number(execPhase ?? 0)
  const text = labelOf('lo_work_status', status)
  const look = looks[status] ?? { icon: 'unknown', tone: 'default' }
  if (phase === 0) return { text, ...look }
  const paused = phase === 21 || phase === 25
  return {
    text: `${text} · ${labelOf('lo_exec_phase', phase)}`,
    ...(paused ? { icon: 'pause', tone: 'error' } : look),
  }
}
