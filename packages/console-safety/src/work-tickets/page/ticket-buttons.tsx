import {
  emergencyEndpoints as emergencies,
  recallEndpoints,
  workExecutionEndpoints as execution,
  workTicketEndpoints as tickets,
  type TicketActionKey,
  type TicketDetail,
} from '@suoan/contract'
import type { StopCause } from '@suoan/domain/dictionaries'
import type { ComponentType } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { HandOnDialog } from '../approval/HandOnDialog.tsx'
import { ReturnDialog } from '../approval/ReturnDialog.tsx'
import { UrgeDialog } from '../approval/UrgeDialog.tsx'
import { DecisionDialog } from '../decisions/DecisionDialog.tsx'
import { CloseOutDialog } from '../emergency/CloseOutDialog.tsx'
import { EmergencyStartDialog } from '../emergency/EmergencyStartDialog.tsx'
import { RenewDialog } from '../emergency/RenewDialog.tsx'
import { RescueDialog } from '../emergency/RescueDialog.tsx'
import type { TicketDialogProps } from '../move/ticket-dialog.ts'
import type { Press } from '../use-move.ts'
import { CauseCloseDialog } from './CauseCloseDialog.tsx'
import { ExtendDecideDialog } from './ExtendDecideDialog.tsx'
import { FinishDialog } from './FinishDialog.tsx'
import { GroupReleaseDialog } from './GroupReleaseDialog.tsx'
import { HandoverDialog } from './HandoverDialog.tsx'
import { ReleaseDialog } from './ReleaseDialog.tsx'
import { TestRunDialog } from './TestRunDialog.tsx'
import { TimeDialog } from './TimeDialog.tsx'

/** One press at a ticket. */
interface TicketPress extends Press {
  readonly workId: string
}

/** What a press of a button leads to. */
type Way =
  | { readonly way: 'editor' }
  /** Said before it is done. */
  | {
      readonly way: 'confirm'
      readonly question: string
      send(press: TicketPress): Promise<unknown>
      /** On such a ticket a word is asked for instead. */
      readonly instead?: {
        when(detail: TicketDetail): boolean
        readonly asks: string
        readonly question: string
        send(press: TicketPress & { readonly reason: string }): Promise<unknown>
      }
    }
  | {
      readonly way: 'reason'
      readonly question?: string
      /** What is to be written where that is not the reason of something that stops work. */
      readonly asks?: string
      /** Asks what kind of reason it is, which decides who answers for it (T55). */
      readonly asksCause?: true
      send(press: TicketPress & { readonly reason: string; readonly cause: StopCause }): Promise<unknown>
    }
  | { readonly way: 'dialog'; readonly Dialog: ComponentType<TicketDialogProps> }

export type TicketButton = Way & {
  readonly label: string
  readonly primary?: true
  readonly danger?: true
  /** Waits for nothing that is under way. */
  readonly urgent?: true
}

const quiet = { quiet: true } as const
const dialog = (Dialog: ComponentType<TicketDialogProps>) => ({ way: 'dialog', Dialog }) as const

/**
 * Every action of a ticket as a button, with what it asks and what it calls. What happens to one point, one person or one
 * handover has its place in the tabs (`pointActions`, `personActions`, `handoverActions` of the contract).
 */
export const ticketButtons: Readonly<Record<TicketActionKey, TicketButton>> = {
  edit: { label: '编辑', way: 'editor' },
  submit: {
    label: '提交',
    way: 'confirm',
    primary: true,
    question: '提交后进入审核，内容不能再修改（可在审核前撤回）。确定提交吗？',
    send: (press) => call(tickets.submit, press, quiet),
    instead: {
      when: ({ rejection }) => rejection?.isUnchanged === true,
      asks: '对驳回意见的说明',
      question: '内容与被驳回时相同。改了什么，或者为什么不用改？审核人会看到您的说明。',
      send: ({ reason, ...press }) => call(tickets.submit, { ...press, answer: reason }, quiet),
    },
  },
  withdraw: {
    label: '撤回',
    way: 'confirm',
    question: '撤回后回到草稿，已有的审核意见作废，需要重新提交。确定撤回吗？',
    send: (press) => call(tickets.withdraw, press, quiet),
  },
  review: {
    label: '审核',
    primary: true,
    ...dialog((props) => <DecisionDialog {...props} stage="review" />),
  },
  examine: {
    label: '审批',
    primary: true,
    ...dialog((props) => <DecisionDialog {...props} stage="examine" />),
  },
  returnReview: { label: '退回审核', ...dialog(ReturnDialog) },
  delegate: { label: '委托', ...dialog((props) => <HandOnDialog {...props} way="delegate" />) },
  addSigner: { label: '加签', ...dialog((props) => <HandOnDialog {...props} way="addSigner" />) },
  urge: { label: '催办', ...dialog(UrgeDialog) },
  isolateStart: {
    label: '开始隔离',
    way: 'confirm',
    primary: true,
    question: '开始后隔离人员可以到现场逐点操作、上锁、挂牌。确定开始隔离吗？',
    send: (press) => call(tickets.isolateStart, press, quiet),
  },
  start: {
    label: '开工',
    way: 'confirm',
    primary: true,
    question: '确认所有人员已交底、隔离已验证、可以开工？',
    send: (press) => call(tickets.start, press, quiet),
  },
  causeClose: { label: '关闭中断原因', primary: true, ...dialog(CauseCloseDialog) },
  resume: {
    label: '恢复作业',
    way: 'confirm',
    primary: true,
    question: '确认中断原因均已关闭、隔离完好、监护人在岗、可以恢复作业？',
    send: (press) => call(tickets.resume, press, quiet),
  },
  testEnd: {
    label: '结束试运行',
    way: 'confirm',
    primary: true,
    question: '确认已重新断开能量？结束后由原上锁人恢复上锁，再由验证人重新验证。',
    send: (press) => call(execution.testEnd, { ...press, deEnergised: true }, quiet),
  },
  relocked: {
    label: '恢复上锁完成',
    way: 'confirm',
    primary: true,
    question: '确认临时解除的隔离点均已恢复上锁、挂牌并重新验证？确认后恢复作业。',
    send: (press) => call(execution.relocked, press, quiet),
  },
  extendDecide: { label: '延期审批', primary: true, ...dialog(ExtendDecideDialog) },
  deadline: { label: '延长收尾期限', ...dialog((props) => <TimeDialog {...props} kind="deadline" />) },
  releaseBegin: { label: '作业完成，解除隔离', primary: true, ...dialog(ReleaseDialog) },
  finish: { label: '完工', primary: true, ...dialog(FinishDialog) },
  accept: {
    label: '属地验收',
    way: 'confirm',
    primary: true,
    question: '确认现场已清理、防护已恢复，验收通过？',
    send: (press) => call(tickets.accept, press, quiet),
  },
  handover: { label: '交接班', ...dialog(HandoverDialog) },
  extend: { label: '申请延期', ...dialog((props) => <TimeDialog {...props} kind="extend" />) },
  testBegin: { label: '试运行', ...dialog(TestRunDialog) },
  groupRelease: { label: '部分解除', ...dialog(GroupReleaseDialog) },
  suspend: {
    label: '中断作业',
    way: 'reason',
    asksCause: true,
    question: '中断后全体人员须离开作业点，锁保持上锁。',
    send: (press) => call(tickets.suspend, press, quiet),
  },
  recall: {
    label: '撤销批准',
    way: 'reason',
    danger: true,
    question: '撤销后工作票回到“审批驳回”，授权收回、占用释放，须修改后重新提交。',
    send: (press) => call(recallEndpoints.recall, press, quiet),
  },
  emergencyStart: { label: '抢修现场批准', primary: true, danger: true, ...dialog(EmergencyStartDialog) },
  renew: { label: '办理续票', ...dialog(RenewDialog) },
  closeExpired: { label: '过期收尾', primary: true, ...dialog(CloseOutDialog) },
  acceptExpired: {
    label: '属地验收',
    way: 'confirm',
    primary: true,
    question: '确认现场已清理、防护已恢复，同意过期收尾？',
    send: (press) => call(tickets.accept, press, quiet),
  },
  isolateCancel: {
    label: '取消隔离',
    way: 'confirm',
    question: '不再开工：个人锁由本人摘除，隔离点按相反顺序恢复，之后可重新隔离或作废。确定取消隔离吗？',
    send: (press) => call(tickets.isolateCancel, { ...press, notified: true }, quiet),
  },
  afterReview: {
    label: '补做事后审查',
    way: 'reason',
    primary: true,
    asks: '审查意见',
    question: '请审查抢修的必要性、隔离与措施是否到位，意见写入本票。',
    send: ({ reason, ...press }) => call(emergencies.afterReview, { ...press, opinion: reason }, quiet),
  },
  void: {
    label: '作废',
    way: 'reason',
    danger: true,
    question: '作废后不能恢复。',
    send: (press) => call(tickets.void, press, quiet),
  },
  remove: {
    label: '删除草稿',
    way: 'confirm',
    danger: true,
    question: '草稿删除后不能恢复。确定删除吗？',
    send: (press) => call(tickets.remove, press, quiet),
  },
  rescue: { label: '救援开锁', danger: true, urgent: true, ...dialog(RescueDialog) },
  stop: {
    label: '紧急停止',
    way: 'reason',
    asksCause: true,
    danger: true,
    urgent: true,
    send: (press) => call(tickets.stop, press, quiet),
  },
}
