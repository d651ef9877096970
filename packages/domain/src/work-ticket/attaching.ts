import { isTicketIn } from './ticket-sets.ts'
import type { ActorFact } from './facts.ts'
import type { Ticket } from './ticket.ts'

/** What is asked of a ticket to judge its files. */
type Attachable = Parameters<typeof isTicketIn>[1] & Pick<Ticket, 'applicantId'>

const writes = (ticket: Attachable, actor: ActorFact): boolean =>
  actor.userId === ticket.applicantId || actor.isDepartmentEditor

/** Why somebody may not add a file to a ticket; null when he may (decision 0938). */
export function attachGap(ticket: Attachable, actor: ActorFact): string | null {
  if (isTicketIn('withApplicant', ticket))
    return writes(ticket, actor) ? null : '草稿和被驳回的工作票，由申请人或本部门编制人上传附件'
  if (!isTicketIn('notEnded', ticket)) return '工作票已结束或作废，不能再上传附件'
  return writes(ticket, actor) || actor.roleTags.length > 0 ? null : '只有申请人和票上人员可以上传附件'
}

/** Why somebody may not take a file away; null when he may. What was submitted once is part of what others decided on. */
export function detachGap(ticket: Attachable, actor: ActorFact): string | null {
  if (!isTicketIn('withApplicant', ticket))
    return '工作票提交以后附件是证据，不能删除；可以再上传新的并在说明中写清'
  return writes(ticket, actor) ? null : '草稿和被驳回的工作票，由申请人或本部门编制人删除附件'
}
