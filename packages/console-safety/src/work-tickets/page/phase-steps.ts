import type { TicketDetail } from '@suoan/contract'
import { execPhase, type ExecPhase, type WorkStatus } from '@suoan/domain/dictionaries'

const steps = ['草稿', '审核', '审批', '隔离', '上锁', '验证', '作业', '解除', '完成'] as const

const byPhase: Readonly<Record<Exclude<ExecPhase, 0>, number>> = {
  10: 3,
  11: 5,
  12: 6,
  20: 6,
  21: 6,
  22: 6,
  23: 6,
  24: 7,
  25: 7,
  30: 8,
}
const byStatus: Readonly<Record<WorkStatus, number>> = {
  0: 0,
  1: 1,
  2: 2,
  3: 1,
  4: 3,
  5: 2,
  20: 6,
  30: 8,
  40: 8,
}

/** Where a ticket stands on its way, for the steps of its head. */
export function phaseSteps({ workStatus: status, execPhase: phase }: TicketDetail['ticket']): {
  steps: readonly string[]
  current: number
} {
  // A test with lifted locks stands in the place of the work it interrupts.
  const instead = { [execPhase.testRun]: '试运行', [execPhase.relocking]: '恢复上锁' }
  const work = phase === execPhase.testRun || phase === execPhase.relocking ? instead[phase] : '作业'
  return {
    steps: steps.map((step) => (step === '作业' ? work : step)),
    current: phase === execPhase.none ? byStatus[status] : byPhase[phase],
  }
}
