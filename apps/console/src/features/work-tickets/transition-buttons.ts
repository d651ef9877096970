import type { Endpoint, TicketDetail } from '@suoan/contract'
import { examineStepEndpoints, recallEndpoints, reviewStepEndpoints } from '@suoan/contract'
import {
  workExamineEndpoints,
  workExecutionEndpoints as execution,
  workReviewEndpoints,
  workTicketEndpoints as tickets,
} from '@suoan/contract'
import { emergencyEndpoints as emergencies, lockEndpoints as locks } from '@suoan/contract'
import { emergencyType } from '@suoan/domain/work-ticket'
import { askedOf, keysOf } from './asked.ts'
import { mayRescue } from './rescue-doors.ts'

/** What a press on a button of the ticket page leads to. */
export type ButtonKind =
  | 'edit'
  | 'decide'
  | 'handOn'
  | 'return'
  | 'urge'
  | 'closeOut'
  | 'renew'
  | 'emergency'
  | 'confirm'
  | 'reason'
  | 'release'
  | 'finish'
  | 'stop'
  | 'handover'
  | 'testBegin'
  | 'groupRelease'
  | 'extend'
  | 'extendDecide'
  | 'deadline'
  | 'rescue'

export interface TicketButton {
  readonly key: string
  readonly event: string
  readonly label: string
  readonly kind: ButtonKind
  readonly permission: string | null
  readonly primary?: true
  readonly danger?: true
  /** Said before it is done. */
  readonly question?: string
  /** What its dialog asks to be written where that is not the reason of something that stops work. */
  readonly asks?: string
}

const permissionOf = ({ access }: Endpoint) => (typeof access === 'object' ? access.permission : null)

/**
 * Events of the transition table as buttons, in the order they stand. What happens to one point or one person has its
 * place in the tabs, not here.
 */
const rows: readonly TicketButton[] = [
  { key: 'edit', event: 'edit', label: '编辑', kind: 'edit', permission: permissionOf(tickets.saveDraft) },
  {
    key: 'submit',
    event: 'submit',
    label: '提交',
    kind: 'confirm',
    primary: true,
    permission: permissionOf(tickets.submit),
    question: '提交后进入审核，内容不能再修改（可在审核前撤回）。确定提交吗？',
  },
  {
    key: 'withdraw',
    event: 'withdraw',
    label: '撤回',
    kind: 'confirm',
    permission: permissionOf(tickets.withdraw),
    question: '撤回后回到草稿，已有的审核意见作废，需要重新提交。确定撤回吗？',
  },
  {
    key: 'review',
    event: 'reviewPass',
    label: '审核',
    kind: 'decide',
    primary: true,
    permission: permissionOf(workReviewEndpoints.decide),
  },
  {
    key: 'examine',
    event: 'approve',
    label: '审批',
    kind: 'decide',
    primary: true,
    permission: permissionOf(workExamineEndpoints.decide),
  },
  {
    key: 'returnReview',
    event: 'returnReview',
    label: '退回审核',
    kind: 'return',
    permission: permissionOf(examineStepEndpoints.returnReview),
  },
  {
    key: 'delegate',
    event: 'delegate',
    label: '委托',
    kind: 'handOn',
    permission: permissionOf(reviewStepEndpoints.delegate),
  },
  {
    key: 'addSigner',
    event: 'addSigner',
    label: '加签',
    kind: 'handOn',
    permission: permissionOf(reviewStepEndpoints.addSigner),
  },
  {
    key: 'urge',
    event: 'urge',
    label: '催办',
    kind: 'urge',
    permission: permissionOf(reviewStepEndpoints.urge),
  },
  {
    key: 'isolateStart',
    event: 'isolateStart',
    label: '开始隔离',
    kind: 'confirm',
    primary: true,
    permission: permissionOf(tickets.isolateStart),
    question: '开始后隔离人员可以到现场逐点操作、上锁、挂牌。确定开始隔离吗？',
  },
  {
    key: 'start',
    event: 'start',
    label: '开工',
    kind: 'confirm',
    primary: true,
    permission: permissionOf(tickets.start),
    question: '确认所有人员已交底、隔离已验证、可以开工？',
  },
  {
    key: 'resume',
    event: 'resume',
    label: '恢复作业',
    kind: 'confirm',
    primary: true,
    permission: permissionOf(tickets.resume),
    question: '确认中断原因已消除、隔离完好、可以恢复作业？',
  },
  {
    key: 'testEnd',
    event: 'testEnd',
    label: '结束试运行',
    kind: 'confirm',
    primary: true,
    permission: permissionOf(execution.testEnd),
    question: '确认已重新断开能量？结束后由原上锁人恢复上锁，再由验证人重新验证。',
  },
  {
    key: 'relocked',
    event: 'relocked',
    label: '恢复上锁完成',
    kind: 'confirm',
    primary: true,
    permission: permissionOf(execution.relocked),
    question: '确认临时解除的隔离点均已恢复上锁、挂牌并重新验证？确认后恢复作业。',
  },
  {
    key: 'extendDecide',
    event: 'extendApprove',
    label: '延期审批',
    kind: 'extendDecide',
    primary: true,
    permission: permissionOf(execution.extendDecide),
  },
  {
    key: 'deadline',
    event: 'closeDeadlineMove',
    label: '延长收尾期限',
    kind: 'deadline',
    permission: permissionOf(execution.closeDeadlineMove),
  },
  {
    key: 'releaseBegin',
    event: 'releaseBegin',
    label: '作业完成，解除隔离',
    kind: 'release',
    primary: true,
    permission: permissionOf(tickets.releaseBegin),
  },
  {
    key: 'finish',
    event: 'finish',
    label: '完工',
    kind: 'finish',
    primary: true,
    permission: permissionOf(tickets.finish),
  },
  {
    key: 'accept',
    event: 'finish',
    label: '属地验收',
    kind: 'confirm',
    primary: true,
    permission: permissionOf(tickets.accept),
    question: '确认现场已清理、防护已恢复，验收通过？',
  },
  {
    key: 'handover',
    event: 'handoverAsk',
    label: '交接班',
    kind: 'handover',
    permission: permissionOf(execution.handoverAsk),
  },
  {
    key: 'extend',
    event: 'extendAsk',
    label: '申请延期',
    kind: 'extend',
    permission: permissionOf(execution.extendAsk),
  },
  {
    key: 'testBegin',
    event: 'testBegin',
    label: '试运行',
    kind: 'testBegin',
    permission: permissionOf(execution.testBegin),
  },
  {
    key: 'groupRelease',
    event: 'groupRelease',
    label: '部分解除',
    kind: 'groupRelease',
    permission: permissionOf(execution.groupRelease),
  },
  {
    key: 'suspend',
    event: 'suspend',
    label: '中断作业',
    kind: 'reason',
    permission: permissionOf(tickets.suspend),
    question: '中断后全体人员须离开作业点，锁保持上锁。',
  },
  {
    key: 'recall',
    event: 'recall',
    label: '撤销批准',
    kind: 'reason',
    danger: true,
    permission: permissionOf(recallEndpoints.recall),
    question: '撤销后作业票回到“审批驳回”，授权收回、占用释放，须修改后重新提交。',
  },
  {
    key: 'emergencyStart',
    event: 'emergencySubmit',
    label: '抢修现场批准',
    kind: 'emergency',
    primary: true,
    danger: true,
    permission: permissionOf(emergencies.start),
  },
  {
    key: 'renew',
    event: 'renew',
    label: '办理续票',
    kind: 'renew',
    permission: permissionOf(emergencies.renew),
  },
  {
    key: 'closeExpired',
    event: 'closeExpired',
    label: '过期收尾',
    kind: 'closeOut',
    primary: true,
    permission: permissionOf(tickets.closeExpired),
  },
  {
    key: 'acceptExpired',
    event: 'closeExpired',
    label: '属地验收',
    kind: 'confirm',
    primary: true,
    permission: permissionOf(tickets.accept),
    question: '确认现场已清理、防护已恢复，同意过期收尾？',
  },
  {
    key: 'isolateCancel',
    event: 'isolateCancel',
    label: '取消隔离',
    kind: 'confirm',
    permission: permissionOf(tickets.isolateCancel),
    question: '不再开工：个人锁由本人摘除，隔离点按相反顺序恢复，之后可重新隔离或作废。确定取消隔离吗？',
  },
  {
    key: 'afterReview',
    event: 'afterReview',
    label: '补做事后审查',
    kind: 'reason',
    primary: true,
    asks: '审查意见',
    permission: permissionOf(emergencies.afterReview),
    question: '请审查抢修的必要性、隔离与措施是否到位，意见写入本票。',
  },
  {
    key: 'void',
    event: 'void',
    label: '作废',
    kind: 'reason',
    danger: true,
    permission: permissionOf(tickets.void),
    question: '作废后不能恢复。',
  },
  {
    key: 'remove',
    event: 'deleteDraft',
    label: '删除草稿',
    kind: 'confirm',
    danger: true,
    permission: permissionOf(tickets.remove),
    question: '草稿删除后不能恢复。确定删除吗？',
  },
  // No event of the table: whoever is saved goes first, and the stop follows (L7). It stands wherever a stop is possible.
  {
    key: 'rescue',
    event: 'suspend',
    label: '救援开锁',
    kind: 'rescue',
    danger: true,
    permission: permissionOf(locks.open),
  },
  { key: 'stop', event: 'suspend', label: '紧急停止', kind: 'stop', danger: true, permission: null },
]

/** Handing a step on is a right of its stage: the review's while the ticket is reviewed, the approval's afterwards. */
function permissionAt(row: TicketButton, status: number): string | null {
  if (row.kind !== 'handOn' || status !== 2) return row.permission
  return permissionOf(row.key === 'delegate' ? examineStepEndpoints.delegate : examineStepEndpoints.addSigner)
}

/**
 * The buttons a person sees on a ticket: events the server offers him, for which he holds the permission. Where several
 * must sign, the button is there only for whose turn it is, and says whether he asks or confirms.
 */
export function buttonsFor(
  detail: TicketDetail,
  may: (permission: string) => boolean,
  now: number,
): TicketButton[] {
  const asked = askedOf(detail.ticket, now)
  return rows.flatMap((row) => {
    if (!detail.events.includes(row.event)) return []
    const permission = permissionAt(row, Number(detail.ticket.workStatus))
    if (permission !== null && !may(permission)) return []
    // A place that is not of the kind its door is for: the server would say so anyway.
    if (row.key === 'emergencyStart' && detail.ticket.workType !== emergencyType) return []
    if (row.key === 'afterReview' && ![1, 3].includes(Number(detail.ticket['afterReviewState']))) return []
    if (row.key === 'suspend' && Number(detail.ticket.execPhase) !== 20) return []
    if (!fits(row.key, detail)) return []
    const order = keysOf(row.event, detail.ticket)
    const isAccepting = row.key === 'accept' || row.key === 'acceptExpired'
    if (!order) return isAccepting ? [] : [row]
    const isPending = asked?.event === row.event
    const turn = isPending ? asked.next : (order[0] ?? [])
    if (!turn.some((role) => detail.myRoles.includes(role))) return []
    // The dialog of an extension says itself who decides.
    if (row.kind === 'extendDecide') return [row]
    const isAcceptance = turn.includes('DEPT')
    if (isAcceptance !== isAccepting) return []
    return [{ ...row, label: isAcceptance ? row.label : `${isPending ? '确认' : '申请'}${row.label}` }]
  })
}

/** What an event's name does not say: whether there is anything for it on this ticket. */
function fits(key: string, detail: TicketDetail): boolean {
  const { extensions, points, ticket } = detail
  const isAsked = extensions.some((row) => Number(row['result']) === 0)
  switch (key) {
    case 'extend':
      return !isAsked
    case 'extendDecide':
      return isAsked
    case 'rescue':
      return mayRescue(detail)
    case 'deadline':
      return ticket.workStatus === 40
    case 'testBegin':
      return points.some((row) => Number(row['state']) === 5 || Number(row['state']) === 6)
    case 'groupRelease':
      return (
        new Set(points.filter((row) => Number(row['state']) !== 8).map((row) => row['releaseGroup'])).size > 1
      )
    default:
      return true
  }
}
