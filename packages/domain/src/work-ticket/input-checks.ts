import { domainDictionaries } from '../dictionaries/index.ts'
import type { TicketEvent } from './events.ts'
import type { TicketFacts } from './facts.ts'

const reasonCodes = domainDictionaries.find((each) => each.code === 'lo_reject_reason')?.items ?? []

/** What is wrong with the event itself, whatever the ticket; null when nothing (first in the order of §4.5.9). */
export function inputGap(event: TicketEvent): string | null {
  switch (event.type) {
    case 'reviewReject':
    case 'approveReject':
      if (event.opinion.trim() === '') return '驳回须填写意见'
      return reasonCodes.some((item) => item.value === event.reasonCode) ? null : '请选择驳回原因'
    case 'pointFail':
      return event.reason.trim() === '' ? '请填写异常说明' : null
    case 'suspend':
      return event.reason.trim() === '' ? '请填写停止原因' : null
    case 'pointVerify':
      return event.proof.value === null || Number.isFinite(event.proof.value) ? null : '验证数值须为数字'
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
  const speaksOfPoint = 'pointId' in event && event.type !== 'personalLockOn'
  if (speaksOfPoint && !facts.points.some((point) => point.pointId === event.pointId))
    return '未找到对应的隔离点'
  return null
}
