import type { TicketDetail } from '@suoan/contract'

const steps = ['草稿', '审核', '审批', '隔离', '上锁', '验证', '作业', '解除', '完成'] as const

const byPhase: Readonly<Record<number, number>> = {
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
const byStatus: Readonly<Record<number, number>> = { 0: 0, 1: 1, 2: 2, 3: 1, 4: 3, 5: 2, 20: 6, 30: 8, 40: 8 }

/** Where a ticket stands on its way, for the steps of its head; broken means rejected, stopped, late or void. */
export function phaseSteps(ticket: Pick<TicketDetail['ticket'], 'workStatus' | 'execPhase' | 'voidFlag'>): {
  steps: readonly string[]
  current: number
  isBroken: boolean
} {
  const { workStatus, execPhase, voidFlag } = ticket
  // A test with lifted locks stands in the place of the work it interrupts.
  const named = steps.map((step, index) =>
    index === 6 && execPhase === 22 ? '试运行' : index === 6 && execPhase === 23 ? '恢复上锁' : step,
  )
  return {
    steps: named,
    current: byPhase[execPhase] ?? byStatus[workStatus] ?? 0,
    isBroken: voidFlag === 1 || [3, 5, 40].includes(workStatus) || [21, 22].includes(execPhase),
  }
}
