import { execPhase, workStatus } from '../dictionaries/index.ts'
import { isPastEnd } from './past-end.ts'
import type { Ticket } from './ticket.ts'

/** What is known of a printed ticket and of the ticket now. */
export interface PaperStanding {
  /** Null where the ticket was deleted. */
  readonly now:
    | (Pick<Ticket, 'status' | 'phase' | 'voidFlag' | 'closeFlag' | 'planEnd' | 'validEnd'> & {
        readonly contentHash: string
      })
    | null
  /** Epoch ms of the look. */
  readonly at: number
  /** Hash of the content that stands on the paper. */
  readonly printedHash: string
  /** Whether the evidence chain of the ticket verifies. */
  readonly isChainWhole: boolean
}

export interface PaperVerdict {
  /** Whether the paper still says what is true and work may be based on it. */
  readonly isGood: boolean
  readonly text: string
}

const no = (text: string): PaperVerdict => ({ isGood: false, text })
const yes = (text: string): PaperVerdict => ({ isGood: true, text })

const waiting: Readonly<Record<number, string>> = {
  [workStatus.draft]: '此票是草稿，尚未批准，不得据此作业',
  [workStatus.submitted]: '此票在审核中，尚未批准，不得据此作业',
  [workStatus.reviewed]: '此票在审批中，尚未批准，不得据此作业',
  [workStatus.reviewRejected]: '此票审核被驳回，不得据此作业',
  [workStatus.approveRejected]: '此票审批被驳回，不得据此作业',
  [workStatus.finished]: '此票已完工，不得再据此作业',
  [workStatus.expired]: '此票已过期，不得再据此作业',
}

/**
 * Whether somebody who holds a printed ticket may rely on it (3-domain.md §6.3 Print): a ticket that ended or changed says
 * so before anything else, and what holds says in what state the work is.
 */
export function paperVerdict({ now, at, printedHash, isChainWhole }: PaperStanding): PaperVerdict {
  if (now === null) return no('此票已删除，此纸无效')
  if (now.voidFlag) return no('此票已作废，不得据此作业')
  if (!isChainWhole) return no('记录链校验不通过，此票的记录可能被改动，不得据此作业；请立即联系安全管理人员')
  const notNow = waiting[now.status]
  if (notNow !== undefined) return no(notNow)
  // Whatever has been written down so far: whoever stands at the vessel reads the clock.
  if (isPastEnd(now, at)) return no('此票的有效期已过，不得再据此作业')
  if (now.contentHash !== printedHash) return no('票面内容在打印后有变化，此纸作废；请打印新的票面')
  if (now.status === workStatus.approved)
    return now.phase === execPhase.releasing
      ? no('此票正在取消隔离，不得据此作业')
      : yes('此纸与系统一致：已批准，尚未开工')
  if (now.phase === execPhase.working) return yes('此纸与系统一致：正在作业')
  if (now.phase === execPhase.suspended) return no('此纸与系统一致，但作业已中断，现在不得作业')
  if (now.phase === execPhase.releasing) return no('作业已结束，正在解除隔离，不得据此作业')
  return no('此纸与系统一致，但正在试运行或恢复隔离，现在不得作业')
}
