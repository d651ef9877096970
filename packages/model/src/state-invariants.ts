import { execPhase, gasState, grantStatus, itemState, workStatus } from '@suoan/domain/dictionaries'
import { isTerminal } from '@suoan/domain/work-ticket'
import type { Invariant, Seen } from './seen.ts'

const { active, revoked } = grantStatus

/** Phases in which isolators act at points, and so must be able to open the locks they placed (legs L2, L4). */
const isolatorsAct: readonly number[] = [
  execPhase.isolating,
  execPhase.locked,
  execPhase.verified,
  execPhase.relocking,
  execPhase.releasing,
]
/** Before the isolation and after the end nothing hangs anywhere. */
const nothingHangs: readonly number[] = [execPhase.none, execPhase.closed]
const mayHoldGrants: readonly number[] = [workStatus.approved, workStatus.executing, workStatus.expired]

const lockedOn = ({ after, now }: Seen): boolean =>
  Object.values(after.workers).some((worker) => worker.lockOn === now.ticket.id)

/** Promises about how a ticket stands after a step, whatever the step was. */
export const stateInvariants: Readonly<Record<string, Invariant>> = {
  P50: ({ now: { ticket, grants } }) =>
    ticket.phase === execPhase.working && grants.crew !== null && grants.crew !== active
      ? '作业进行中，作业人的开锁授权没有生效'
      : null,
  P51: ({ now: { ticket, grants } }) =>
    isolatorsAct.includes(ticket.phase) && grants.isolators !== null && grants.isolators !== active
      ? '隔离或解除隔离中，隔离人的开锁授权没有生效'
      : null,
  P52: ({ now: { ticket, grants } }) =>
    (isTerminal(ticket) || !mayHoldGrants.includes(ticket.status)) &&
    [grants.crew, grants.isolators].some((each) => each !== null && each !== revoked)
      ? '没有批准的票仍有开锁授权'
      : null,
  P53: ({ now: { ticket } }) => {
    const { phase, suspendedAt } = ticket
    if (phase === execPhase.working && suspendedAt !== null) return '作业进行中，仍记着中断'
    return phase === execPhase.suspended && suspendedAt === null ? '作业中断，却没有记下中断时间' : null
  },
  P54: ({ now: { ticket } }) =>
    ticket.status === workStatus.executing && ticket.realStart === null ? '执行中的票没有实际开工时间' : null,
  P55: ({ now: { ticket } }) => {
    if (ticket.phase !== execPhase.closed) return null
    if (!ticket.closeFlag || ticket.closeResult === null) return '票已收尾，却没有收尾结论'
    return ticket.realStart !== null && ticket.realEnd === null ? '票已收尾，却没有实际完工时间' : null
  },
  P56: ({ now: { ticket, items } }) => {
    if (ticket.status !== workStatus.approved) return null
    const secured: readonly number[] = [itemState.tagged, itemState.residualReleased, itemState.verified]
    const mayVerify = ticket.phase === execPhase.locked || ticket.phase === execPhase.verified
    if (mayVerify && items.some((item) => !secured.includes(item.state)))
      return '隔离点没有全部上锁挂牌即转入验证'
    return ticket.phase === execPhase.verified && items.some((item) => item.state !== itemState.verified)
      ? '隔离点没有全部验证即转入已验证'
      : null
  },
  P57: (step) =>
    nothingHangs.includes(step.now.ticket.phase) && lockedOn(step) ? '票不在执行中，个人锁还挂着' : null,
  P59: ({ now: { ticket, items, running } }) => {
    const testing = ticket.phase === execPhase.testRun || ticket.phase === execPhase.relocking
    const others = items.filter((item) => !running.test?.pointIds.includes(item.pointId))
    return testing &&
      ticket.suspendedAt === null &&
      others.some((item) => item.state !== itemState.verified && item.state !== itemState.restored)
      ? '试运行中，没有解除的隔离点也不再可靠'
      : null
  },
  P61: ({ now: { ticket } }) =>
    ticket.status === workStatus.approved && ticket.closeDeadline === null ? '已批准的票没有收尾期限' : null,
  P62: ({ now: { ticket, running } }) => {
    if (running.emergency === 'none') return null
    if (ticket.status === workStatus.reviewed && ticket.reviewStatus !== 8) return '抢修票没有审核结论'
    return ticket.status === workStatus.approved && ticket.approveStatus !== 8 ? '抢修票没有审批结论' : null
  },
  P73: ({ now: { ticket }, after }) =>
    isTerminal(ticket) && Object.values(after.locks).some((lock) => lock.boundTo === ticket.id)
      ? '票已终结，锁具仍为它预留'
      : null,
  P77: ({ old, now }) =>
    old.ticket.phase !== execPhase.none &&
    ![workStatus.approved, workStatus.executing, workStatus.finished, workStatus.expired].some(
      (status) => status === now.ticket.status,
    )
      ? '已开始隔离或作业的票退回到批准之前'
      : null,
  P78: ({ old, now }) =>
    now.ticket.phase === execPhase.working &&
    old.ticket.status === workStatus.executing &&
    [execPhase.testRun, execPhase.releasing].some((phase) => phase === old.ticket.phase)
      ? '试运行或解除隔离中直接恢复作业'
      : null,
  P79: ({ old, now, outcomes }) => {
    if (now.ticket.phase !== execPhase.closed || old.ticket.phase === execPhase.closed) return null
    if (now.ticket.status === workStatus.finished)
      return old.ticket.status === workStatus.executing && old.ticket.phase === execPhase.releasing
        ? null
        : '没有解除隔离、验收即完工'
    return old.ticket.phase === execPhase.heldExpired && !outcomes.includes('transfer')
      ? '到期的票没有解除隔离即收尾'
      : null
  },
  P60: ({ event, now: { ticket, badGas }, environmentFault }) => {
    if (event.type !== 'gasRepeat') return null
    // One good sample does not make the air good while another is bad.
    const isGood = event.pass && environmentFault?.id !== 'badGas' && badGas.length === 0
    return ticket.gasState === (isGood ? gasState.valid : gasState.failed) ? null : '气体检测结果没有记入本票'
  },
}
