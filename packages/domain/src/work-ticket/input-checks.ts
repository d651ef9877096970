import { domainDictionaries } from '../dictionaries/index.ts'
import type { TicketEvent } from './events.ts'
import type { TicketFacts } from './facts.ts'

const reasonCodes = domainDictionaries.find((each) => each.code === 'lo_reject_reason')?.items ?? []

/** Fewest characters that can say what was done about the cause of a stop (T55). */
export const minEvidence = 5

/** What is wrong with the event itself, whatever the ticket; null when nothing (first in the order of §4.5.9). */
export function inputGap(event: TicketEvent): string | null {
  switch (event.type) {
    case 'reviewReject':
    case 'approveReject':
      if (event.opinion.trim() === '') return '驳回须填写意见'
      return reasonCodes.some((item) => item.value === event.reasonCode) ? null : '请选择驳回原因'
    case 'returnReview':
      return event.opinion.trim() === '' ? '退回审核须填写意见' : null
    case 'causeClose':
      return [...event.evidence.trim()].length < minEvidence
        ? `请写明原因如何消除、如何确认，至少 ${minEvidence} 个字`
        : null
    case 'extendReject':
      return event.reason.trim() === '' ? '请填写不同意延期的原因' : null
    case 'pointVerify':
      return event.proof.value === null || Number.isFinite(event.proof.value) ? null : '验证数值须为数字'
    case 'removalAsk':
      if (event.reason.trim() === '') return '请填写拆锁原因'
      return event.contacts.every((each) => Number.isFinite(each.at)) ? null : '联系时间须为有效时间'
    case 'removalReject':
    case 'afterReview':
      return event.opinion.trim() === '' ? '请填写意见' : null
    case 'emergencySubmit':
      return event.reason.trim() === '' ? '请填写抢修原因' : null
    default:
      return null
  }
}

/** The thing an event speaks of that is not on this ticket; null when all is there. */
export function missingTarget(event: TicketEvent, facts: TicketFacts): string | null {
  if ('rowId' in event && !facts.steps.some((row) => row.id === event.rowId)) return '未找到对应的审批步骤'
  if (event.type === 'personalLockOff') {
    return facts.holds.some((hold) => hold.holdId === event.holdId) ? null : '未找到对应的个人锁占用'
  }
  if ('handoverId' in event && !facts.handovers.some((each) => each.handoverId === event.handoverId))
    return '未找到待办的交接'
  // A request brings its own row; a decision speaks of one that waits.
  const decides = event.type === 'extendApprove' || event.type === 'extendReject'
  if (decides && facts.extension?.extendId !== event.extendId) return '未找到待批的延期申请'
  if (event.type === 'causeClose' && !facts.stopCauses.some((each) => each.causeId === event.causeId))
    return '未找到对应的中断原因，请刷新后重试'
  if (event.type === 'removalAsk') {
    return facts.holds.some((hold) => hold.holdId === event.holdId) ? null : '未找到对应的个人锁占用'
  }
  if ('removalId' in event && !facts.removals.some((each) => each.removalId === event.removalId))
    return '未找到对应的应急拆锁申请'
  const speaksOfPoint = 'pointId' in event && event.type !== 'personalLockOn'
  if (speaksOfPoint && !facts.points.some((point) => point.pointId === event.pointId))
    return '未找到对应的隔离点'
  return null
}
