import { raisesLevel, scaleOf, type KindOfWork } from '@suoan/domain/work-ticket'

/** What an approver may change while approving. */
export interface ApprovalEdit {
  readonly planEnd?: string
  readonly workLevel?: string
  readonly content?: string
}

interface Before extends KindOfWork {
  readonly planEnd: string
  readonly workLevel: string
  readonly content: string
}

/** The fields that really change; null when nothing does. */
export function realEdit(edit: ApprovalEdit, before: Before): ApprovalEdit | null {
  const changed: ApprovalEdit = {
    ...(edit.planEnd && edit.planEnd !== before.planEnd ? { planEnd: edit.planEnd } : {}),
    ...(edit.workLevel && edit.workLevel !== before.workLevel ? { workLevel: edit.workLevel } : {}),
    ...(edit.content !== undefined && edit.content !== before.content ? { content: edit.content } : {}),
  }
  return Object.keys(changed).length > 0 ? changed : null
}

/**
 * What follows from approving with this edit (T12): a longer time, a lower level or other content void the reviews and
 * the ticket goes round again; a raised level or a shorter time does not.
 */
export function editConsequence(
  edit: ApprovalEdit | null,
  before: Before,
): { isCore: boolean; text: string } | null {
  if (!edit) return null
  const core = [
    ...(edit.content !== undefined ? ['修改作业内容'] : []),
    ...(edit.planEnd && edit.planEnd > before.planEnd ? ['延长计划时间'] : []),
    ...(edit.workLevel && !raisesLevel(scaleOf(before), before.workLevel, edit.workLevel)
      ? ['降低作业级别']
      : []),
  ]
  return core.length > 0
    ? {
        isCore: true,
        text: `${core.join('、')}属于核心变更：已有审核作废，工作票退回重新审核，本次不会直接批准。`,
      }
    : { isCore: false, text: '此修改不影响已有审核，将随本次审批一并生效并记录差异。' }
}
