import type { TicketDetail, TicketStep } from '@suoan/contract'
import { stepStatus, workStatus, type StepStatus } from '@suoan/domain/dictionaries'
import type { Look } from '@suoan/console-base/status/StatusBadge.tsx'

export type Stage = TicketStep['stage']
export const stageNames: Readonly<Record<Stage, string>> = { review: '审核', examine: '审批' }

const statusTexts: Readonly<Record<StepStatus, string>> = { 0: '未到', 1: '待处理', 8: '通过', 9: '驳回' }

/** `lo_review_status` and `lo_approve_status` as the person of the step understands them. */
export const stepStatusText = (status: StepStatus): string => statusTexts[status]

/** How a step was signed, e.g. `登录密码签署`; '' while it is not. */
export const signedBy = ({ signType_dictText: how }: TicketStep): string => (how ? `${how}签署` : '')

/** Every row of a ticket, reviews first, in the order they were asked. */
export const stepsOf = ({ reviews, examines }: Pick<TicketDetail, 'reviews' | 'examines'>): TicketStep[] => [
  ...reviews,
  ...examines,
]

/** The step that waits for this person; null when none does. */
export const myStep = (detail: TicketDetail): TicketStep | null =>
  stepsOf(detail).find((step) => step.id === detail.myStepId) ?? null
/** Said where the step of a dialog is no longer one's own. */
export const stepGone = '这一步已由他人处理，或不再等待您的意见。请关闭后刷新。'

/** Rows of the present round that wait for somebody. */
export const waitingSteps = <S extends Pick<TicketStep, 'round' | 'status'>>(
  steps: readonly S[],
  round: number,
): S[] => steps.filter((step) => step.round === round && step.status === stepStatus.pending)

/** What sets a row apart: on behalf of whom, added by whom, how far it was escalated (T15, T16). */
export function stepMarks(
  step: Pick<TicketStep, 'delegatePath' | 'isOnSite' | 'escLevel'> & Partial<TicketStep>,
): Look[] {
  const delegators = step.delegatePath.map((each) => each.userName)
  const addedBy = step.addedByName ?? step.addedBy_dictText
  return [
    ...(delegators.length > 0
      ? [{ text: `代 ${delegators.join(' → ')}`, icon: 'send', tone: 'processing' } as const]
      : []),
    ...(addedBy ? [{ text: `加签（${addedBy}）`, icon: 'edit', tone: 'processing' } as const] : []),
    ...(step.seatOf ? [{ text: '升级代审', icon: 'alert', tone: 'warning' } as const] : []),
    ...(step.isOnSite ? [{ text: '须现场', icon: 'audit', tone: 'default' } as const] : []),
    ...(step.flagTime
      ? [{ text: '已上报管理员', icon: 'alert', tone: 'error' } as const]
      : step.escLevel > 0
        ? [{ text: `已升级 ${step.escLevel} 级`, icon: 'warn', tone: 'warning' } as const]
        : step.urgeTime
          ? [{ text: '已催办', icon: 'late', tone: 'warning' } as const]
          : []),
  ]
}

/** The latest approver who sent the ticket back to review, with his words, while it is reviewed again (T14). */
export function returnedBy({
  ticket,
  examines,
}: {
  readonly ticket: Pick<TicketDetail['ticket'], 'workStatus' | 'round'>
  readonly examines: readonly Pick<TicketStep, 'round' | 'status' | 'person' | 'opinion'>[]
}): { person: string; opinion: string } | null {
  if (ticket.workStatus !== workStatus.submitted) return null
  const step = examines.find(
    (each) => each.round === ticket.round && each.status === stepStatus.waiting && each.opinion,
  )
  return step ? { person: step.person, opinion: step.opinion ?? '' } : null
}
