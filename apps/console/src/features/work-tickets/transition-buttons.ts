import type { Endpoint, TicketDetail } from '@suoan/contract'
import { workExamineEndpoints, workReviewEndpoints, workTicketEndpoints as tickets } from '@suoan/contract'
import { askedOf, keysOf } from './asked.ts'

/** What a press on a button of the ticket page leads to. */
export type ButtonKind = 'edit' | 'decide' | 'confirm' | 'reason' | 'release' | 'finish' | 'stop'

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
    key: 'suspend',
    event: 'suspend',
    label: '中断作业',
    kind: 'reason',
    permission: permissionOf(tickets.suspend),
    question: '中断后全体人员须离开作业点，锁保持上锁。',
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
  { key: 'stop', event: 'suspend', label: '紧急停止', kind: 'stop', danger: true, permission: null },
]

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
    if (row.permission !== null && !may(row.permission)) return []
    if (row.key === 'suspend' && Number(detail.ticket.execPhase) !== 20) return []
    const order = keysOf(row.event, detail.ticket)
    if (!order) return row.key === 'accept' ? [] : [row]
    const isPending = asked?.event === row.event
    const turn = isPending ? asked.next : (order[0] ?? [])
    if (!turn.some((role) => detail.myRoles.includes(role))) return []
    const isAcceptance = turn.includes('DEPT')
    if (isAcceptance !== (row.key === 'accept')) return []
    return [{ ...row, label: isAcceptance ? row.label : `${isPending ? '确认' : '申请'}${row.label}` }]
  })
}
