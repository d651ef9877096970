import { execPhase, grantStatus, workStatus } from '@suoan/domain/dictionaries'
import { eventNames, isTerminal } from '@suoan/domain/work-ticket'
import type { Outcome } from './outcomes.ts'
import { outcomesOf } from './outcomes.ts'
import type { PersonId } from './people.ts'
import { tagsOn } from './people-facts.ts'
import { stepProperties } from './step-properties.ts'
import { stateInvariants } from './state-invariants.ts'
import type { AcceptedStep, Invariant, Seen } from './seen.ts'
import { hashOf, type Item, type TicketWorld, type World } from './world.ts'

/** Who may sign what only together with somebody else (§4.4: LEAD asks, PERMIT confirms; the territory accepts). */
const signers: Readonly<Partial<Record<Outcome, number>>> = {
  begin: 2,
  resume: 2,
  lift: 2,
  partRelease: 2,
  extend: 2,
  close: 3,
}

/** Events a person without any duty may cause: only what makes things safer (§0.2). */
const safeForAll: readonly string[] = ['suspend', 'personOut']
const byWorkers: readonly string[] = [
  ...safeForAll,
  'pointFail',
  'personalLockOn',
  'personalLockOff',
  'personIn',
  // A handover of one's own tag, and knowing of one's own removed lock.
  'handoverAsk',
  'handoverAccept',
  'handoverDone',
  'handoverCancel',
  'removalAck',
]
const bySystem: readonly string[] = [
  ...safeForAll,
  'pointFail',
  'gasRepeat',
  'personIn',
  'expire',
  'isolationRecheck',
  'isolationRestored',
  'handOver',
  'stepOverdue',
  'removalExpire',
  'afterReviewLate',
  'presenceReported',
]
const allowedTo: Readonly<Partial<Record<PersonId, readonly string[]>>> = {
  stranger: safeForAll,
  w1: byWorkers,
  w2: byWorkers,
  system: bySystem,
}

const secured = (item: Item) => item.state === 5 && (item.kind === 'residual' || item.tagHung)
const inside = (each: TicketWorld) => each.ticket.onSiteCount > 0
const people = (world: World, workId: string) =>
  Object.values(world.workers).filter((worker) => worker.insideOf === workId).length

const othersOn = ({ holds }: World, { ticket }: TicketWorld, pointId: string) =>
  holds.some((hold) => hold.pointId === pointId && hold.workId !== ticket.id)

/** Review and approval as they stand when a ticket comes to a status: [review, approval]. */
const decisionsIn: Readonly<Partial<Record<number, readonly (readonly [number, number])[]>>> = {
  0: [[0, 0]],
  // Sent back to review (T14), an approval waits; a ticket of a new round has none.
  1: [[1, 0]],
  2: [[8, 1]],
  3: [[9, 0]],
  4: [[8, 8]],
  5: [[8, 9]],
}
const crewTags = ['LEAD', 'WORK'] as const

/** What may still be answered for on a ticket that has ended (T48–T50): it moves nothing. */
const afterEnd: readonly string[] = ['removalExpire', 'removalAck', 'afterReview', 'afterReviewLate']

/** Promises about a step, beside I1–I8: Chinese text when broken, null when kept. */
const invariants: Readonly<Record<string, Invariant>> = {
  ...stateInvariants,
  ...stepProperties,
  P01: ({ environmentFault, outcomes, old, answer, event, before }) => {
    if (environmentFault?.onlyIsolation && !old.ticket.needIsolation) return null
    // He went in already; the report only makes it known (T28).
    if (event.type === 'presenceReported') return null
    // The duty manager submits, reviews and approves in one call: its submission and approval are judged.
    if (
      event.type === 'emergencyReview' ||
      (event.type === 'emergencyApprove' &&
        ['duty', 'oneForTwo', 'changed', 'notCut', 'stopped'].includes(environmentFault?.id ?? ''))
    )
      return null
    if (environmentFault?.onlyAlone && event.type === 'pointRestore' && othersOn(before, old, event.pointId))
      return null
    const done = environmentFault?.forbids.find((outcome) => outcomes.includes(outcome))
    if (environmentFault?.refuses?.includes(answer.event))
      return `${environmentFault.text}，仍然${eventNames[answer.event]}`
    return done === undefined ? null : `${environmentFault?.text}，仍然${outcomeText[done]}`
  },
  P02: ({ actor, answer, event }) => {
    const allowed = allowedTo[actor]
    // Bad air is reported by anybody, good air by the tester and the guardian alone.
    const isBadAir = event.type === 'gasRepeat' && !event.pass
    return allowed === undefined || isBadAir || allowed.includes(answer.event)
      ? null
      : '没有相应职责的人做成了不属于安全方向的事'
  },
  P03: ({ old, actor, outcomes }) => {
    const needed = Math.max(0, ...outcomes.map((outcome) => signers[outcome] ?? 0))
    const given = new Set([...old.keys.map((key) => key.userId), actor])
    return given.size >= needed ? null : `须 ${needed} 人签认，只有 ${given.size} 人`
  },
  P04: ({ old, now, outcomes, event }) =>
    outcomes.includes('enter') &&
    event.type !== 'presenceReported' &&
    !(
      old.ticket.status === workStatus.executing &&
      old.ticket.phase === execPhase.working &&
      now.ticket.phase === execPhase.working
    )
      ? '作业没有进行时有人进入'
      : null,
  P05: ({ now, outcomes }) =>
    outcomes.some((outcome) => outcome === 'begin' || outcome === 'resume' || outcome === 'relock') &&
    !now.items.every((item) => secured(item) || (item.state === 8 && now.items.some(secured)))
      ? '隔离点没有全部上锁挂牌并验证即开工'
      : null,
  P06: ({ now }) =>
    inside(now) &&
    (now.ticket.phase === execPhase.suspended || now.ticket.phase === execPhase.heldExpired) &&
    !now.evacuation
      ? '作业停止但没有通知现场人员撤离'
      : null,
  P07: ({ now, after, outcomes }) =>
    outcomes.some((outcome) => outcome === 'restore' || outcome === 'release' || outcome === 'close') &&
    people(after, now.ticket.id) > 0
      ? '人员在现场即解除隔离'
      : null,
  P08: ({ now, after, outcomes }) =>
    outcomes.some((outcome) => outcome === 'restore' || outcome === 'close') &&
    Object.values(after.workers).some((worker) => worker.lockOn === now.ticket.id)
      ? '个人锁还在即恢复隔离点'
      : null,
  P09: ({ old, now }) =>
    now.ticket.voidFlag && !old.ticket.voidFlag && (old.ticket.status === workStatus.executing || inside(old))
      ? '执行中的票被作废'
      : null,
  P10: ({ old, now, answer }) =>
    isTerminal(old.ticket) &&
    !(afterEnd.includes(answer.event) && JSON.stringify(old.ticket) === JSON.stringify(now.ticket))
      ? '已终结的票又发生变化'
      : null,
  P11: ({ now, after }) =>
    isTerminal(now.ticket) && after.holds.some((hold) => hold.workId === now.ticket.id)
      ? '票已终结，仍占用隔离点'
      : null,
  P12: ({ before, environmentFault, outcomes }) =>
    outcomes.includes('expire') &&
    !outcomes.includes('transfer') &&
    before.clock < 2 &&
    environmentFault?.id !== 'tooLate'
      ? '没有到期即过期'
      : null,
  P13: ({ now }) =>
    now.grants.crew === grantStatus.active && now.ticket.phase !== execPhase.working
      ? '作业没有进行，作业人的开锁授权仍有效'
      : null,
  P14: ({ now }) =>
    isTerminal(now.ticket) && (now.grants.crew ?? 4) !== grantStatus.revoked
      ? '票已终结，开锁授权没有撤销'
      : null,
  P15: ({ answer, before, now }) => {
    const opened = answer.effects.find((effect) => effect.do === 'lock.open' || effect.do === 'lock.return')
    const pointId = opened?.do === 'lock.open' ? opened.pointId : null
    return pointId !== null &&
      before.holds.some((hold) => hold.pointId === pointId && hold.workId !== now.ticket.id)
      ? '其他工作票仍占用的隔离点被放开'
      : null
  },
  P16: ({ old, now, trail, event }) =>
    // A group is given back, and holds pass to a renewal, from other phases (P38, P39).
    event.type !== 'groupRelease' &&
    trail.releases.some((release) => !release.personal) &&
    old.ticket.phase !== execPhase.releasing &&
    now.ticket.phase !== execPhase.closed
      ? '不在解除隔离阶段即解除隔离占用'
      : null,
  P17: ({ now }) =>
    now.steps.some(
      (row) =>
        row.status === 1 &&
        (row.round !== now.ticket.round || now.ticket.voidFlag || ![1, 2].includes(now.ticket.status)),
    )
      ? '票不在审批中，仍有待处理的审批步骤'
      : null,
  P18: ({ old, now }) =>
    old.ticket.onSiteCount > now.ticket.onSiteCount + 1 || now.ticket.onSiteCount < 0 ? '在场人数不对' : null,
  P19: ({ after, now }) =>
    people(after, now.ticket.id) === now.ticket.onSiteCount ? null : '在场人数与名单不符',
  P20: ({ now, answer }) =>
    now.ticket.status === workStatus.expired &&
    !now.ticket.closeFlag &&
    now.ticket.closeDeadline === null &&
    answer.ok
      ? '已过期的票没有收尾期限'
      : null,
  P21: ({ now }) =>
    now.ticket.status === workStatus.approved && now.ticket.validEnd === null
      ? '已批准的票没有有效截止时间'
      : null,
  P22: ({ old, now }) => {
    const sealed =
      now.ticket.contentHash !== old.ticket.contentHash && now.sealedHashes.at(-1) !== now.ticket.contentHash
    return sealed ? '内容摘要变化而没有封存' : null
  },
  P23: ({ old, now }) => {
    const stage = now.ticket.status === workStatus.submitted ? 1 : 2
    const isAsked = [workStatus.submitted, workStatus.reviewed].some((status) => status === now.ticket.status)
    // The duty manager's word stands for an emergency ticket; nobody else is asked (T50).
    return isAsked &&
      now.running.emergency === 'none' &&
      old.ticket.status !== now.ticket.status &&
      !now.steps.some((row) => row.status === 1 && row.round === now.ticket.round && row.stage === stage)
      ? '票在审批中，却没有人被要求处理'
      : null
  },
  P28: ({ now, answer, environmentFault }) => {
    if (environmentFault?.id === 'changed') return null
    const sealed = [workStatus.submitted, workStatus.reviewed, workStatus.approved, workStatus.executing]
    const isSealed = sealed.some((status) => status === now.ticket.status)
    return isSealed && answer.waitingFor === null && now.ticket.contentHash !== hashOf(now.ticket)
      ? '送审或已批准的内容没有封存，或与封存的不同'
      : null
  },
  P29: ({ now, outcomes }) =>
    outcomes.includes('submit') && now.steps.some((row) => row.round === now.ticket.round && row.status > 1)
      ? '再次提交没有开始新的一轮，上一轮的意见仍然算数'
      : null,
  P31: ({ now }) =>
    new Set(now.steps.map((row) => row.id)).size < now.steps.length ? '同一轮里同一步骤出现两次' : null,
  P30: ({ old, now, answer }) => {
    if (answer.event === 'edit' && now.ticket.content === old.ticket.content)
      return '修改被接受，内容却没有变'
    return answer.event === 'deleteDraft' && !now.ticket.voidFlag ? '删除被接受，草稿却还在' : null
  },
  P33: ({ event, now, answer }) => {
    const rowId = 'rowId' in event ? event.rowId : null
    if (event.type !== 'urge' && event.type !== 'stepOverdue') return null
    const asked = now.steps.find((row) => row.id === rowId)
    const told = answer.effects.some(
      (effect) =>
        effect.do === 'notice.notify' &&
        (effect.posts.length > 0 || effect.userIds.includes(asked?.userId ?? '')),
    )
    return told ? null : '催办被接受，却没有通知任何人'
  },
  P34: ({ old, now }) => {
    const { status, reviewStatus, approveStatus } = now.ticket
    if (status === old.ticket.status || now.running.emergency !== 'none') return null
    const expected = decisionsIn[status]
    return expected === undefined ||
      expected.some(([review, approve]) => review === reviewStatus && approve === approveStatus)
      ? null
      : '审核、审批结论与票的状态不符'
  },
  P35: ({ event, now }) =>
    (event.type === 'reviewPass' ||
      (event.type === 'approve' && now.ticket.status !== workStatus.submitted)) &&
    now.steps.find((row) => row.id === event.rowId)?.status !== 8
      ? '同意被接受，该步骤却没有通过'
      : null,
  P36: ({ outcomes, now, after, before }) => {
    if (!outcomes.includes('approve')) return null
    if (now.grants.crew === null || now.grants.isolators === null) return '批准后没有开锁授权'
    const loose = now.items.find(
      ({ plannedLockId }) =>
        plannedLockId !== null &&
        before.locks[plannedLockId]?.boundTo === null &&
        after.locks[plannedLockId]?.boundTo !== now.ticket.id,
    )
    return loose === undefined ? null : '批准后票面锁具没有预留'
  },
  P37: ({ now, outcomes, answer, actor, event, old }) => {
    if (answer.event === 'void' && !now.ticket.voidFlag) return '作废被接受，票却没有作废'
    if (event.type === 'delegate' && now.steps.find((row) => row.id === event.rowId)?.userId === actor)
      return '委托被接受，仍由原处理人处理'
    if (event.type === 'addSigner' && now.steps.length <= old.steps.length)
      return '加签被接受，却没有增加签署人'
    if (outcomes.includes('submit') && !now.running.planned && now.ticket.needIsolation)
      return '送审的票没有标明计划占用'
    const isOff = isTerminal(now.ticket) || [0, 3, 5].includes(now.ticket.status)
    return isOff && now.running.planned ? '票不在审批与执行中，仍标明计划占用' : null
  },
  P38: ({ event, answer, before, after, now }) => {
    if (event.type !== 'groupRelease' || answer.waitingFor !== null) return null
    const group = now.items.filter((item) => item.group === event.group)
    if (Object.values(after.workers).some((worker) => worker.lockOn === now.ticket.id))
      return '个人锁还在即解除一组隔离点'
    if (group.some((item) => othersOn(before, now, item.pointId))) return '其他工作票仍占用的隔离点被放开'
    const kept = now.items.some((item) => item.kind === 'isolate' && item.state !== 8)
    if (!kept) return '部分解除后没有任何隔离'
    const undone = group.some(
      (item) =>
        item.state !== 8 ||
        item.tagHung ||
        after.holds.some((hold) => hold.workId === now.ticket.id && hold.pointId === item.pointId),
    )
    return undone ? '部分解除被接受，隔离点却没有放开' : null
  },
  P39: ({ event, answer, before, after, now, outcomes }) => {
    if (outcomes.includes('transfer')) {
      const left = after.holds.some((hold) => hold.workId === now.ticket.id)
      if (left || Object.values(after.workers).some((worker) => worker.lockOn === now.ticket.id))
        return '原票已由续票收尾，仍有占用'
    }
    if (event.type !== 'start' || answer.waitingFor !== null) return null
    const gap = before.holds.find((hold) => !after.holds.some((other) => other.pointId === hold.pointId))
    return gap === undefined ? null : `续票开工时隔离点 ${gap.pointId} 没有占用`
  },
  P40: ({ event, answer, now, after }) => {
    if (event.type !== 'removalDo') return null
    const removal = now.running.removals.find((each) => each.removalId === event.removalId)
    const { requestBy, approveBy, ownerId } = removal ?? { requestBy: '', approveBy: null, ownerId: '' }
    if (approveBy === null || approveBy === requestBy || [requestBy, approveBy].includes(ownerId))
      return '应急拆锁没有两名授权人员同意'
    const isOwner = ownerId === 'w1' || ownerId === 'w2'
    if (isOwner && after.workers[ownerId].insideOf !== null) return '锁主在现场，其个人锁被拆除'
    if (isOwner && after.workers[ownerId].lockOn !== null) return '应急拆锁被接受，占用却还在'
    return isOwner && !after.workers[ownerId].mustAck && answer.ok ? '锁主没有被要求确认知悉' : null
  },
  P41: ({ event, before, outcomes }) =>
    event.type === 'personIn' &&
    outcomes.includes('enter') &&
    (event.userId === 'w1' || event.userId === 'w2') &&
    before.workers[event.userId].mustAck
      ? '未确认被拆锁的人员进入'
      : null,
  P42: ({ now, outcomes, after }) => {
    if (outcomes.includes('lift') && (people(after, now.ticket.id) > 0 || inside(now)))
      return '人员在现场即试运行'
    if (now.ticket.phase !== execPhase.testRun && now.running.test?.on) return '试运行已结束，操作授权仍有效'
    const lifted = now.items.some((item) => item.state === 6)
    return lifted && now.ticket.phase !== execPhase.testRun ? '试运行已结束，隔离点仍为临时解除' : null
  },
  P43: ({ now, outcomes }) =>
    outcomes.some((outcome) => outcome === 'relock' || outcome === 'resume' || outcome === 'begin') &&
    now.running.test !== null
      ? '恢复作业时试运行方案仍在'
      : null,
  P44: ({ event, now, old, answer }) => {
    if (answer.waitingFor !== null) return null
    const { validEnd, closeDeadline } = now.ticket
    if (event.type === 'extendApprove')
      return validEnd === old.running.extension &&
        now.running.extension === null &&
        (closeDeadline ?? 0) > (old.ticket.closeDeadline ?? 0)
        ? null
        : '同意延期，期限却没有改变'
    if (event.type === 'extendReject' && now.running.extension !== null) return '不同意延期，申请却还在'
    if (event.type === 'closeDeadlineMove' && (closeDeadline ?? 0) <= (old.ticket.closeDeadline ?? 0))
      return '收尾期限没有延长'
    return now.ticket.status === workStatus.expired && now.running.extension !== null
      ? '到期后延期申请仍待批'
      : null
  },
  P45: ({ event, old, now, before, after }) => {
    if (event.type !== 'handoverDone') return null
    const deal = old.running.handovers.find((each) => each.handoverId === event.handoverId)
    if (deal === undefined || deal.state !== 1) return '没有接收即完成交接'
    const { from, to, tag } = deal
    const has = (id: PersonId) => tagsOn(now, id).includes(tag)
    if (has(from) || !has(to)) return '交接完成，职责却没有转移'
    if (tag !== 'WORK' || (from !== 'w1' && from !== 'w2') || (to !== 'w1' && to !== 'w2')) {
      return now.ticket.leaderId === to ? null : '交接完成，负责人没有变'
    }
    if (before.workers[from].insideOf !== null) return '交班人仍在现场'
    return after.workers[to].lockOn === now.ticket.id ? null : '接班人没有上个人锁即接班'
  },
  P46: ({ now }) =>
    (Object.keys(now.running.tags) as PersonId[]).length > 0 && // keys of a closed record
    ![...crewTags].every((tag) =>
      (Object.keys(now.running.tags) as PersonId[]).some((id) => tagsOn(now, id).includes(tag)),
    )
      ? '票上没有负责人或没有作业人'
      : null,
  P47: ({ event, now, old }) => {
    const { emergency } = now.running
    if (event.type === 'emergencySubmit' && emergency !== 'open') return '抢修提交没有记下须补的审查'
    if (event.type === 'afterReview' && (emergency !== 'reviewed' || old.running.emergency === 'none'))
      return '事后审查没有记录'
    return event.type === 'afterReviewLate' && emergency !== 'escalated' ? '事后审查逾期没有上报' : null
  },
}

const outcomeText: Readonly<Record<Outcome, string>> = {
  submit: '提交',
  reviewed: '通过审核',
  approve: '批准',
  sign: '签署',
  rework: '退回重审',
  withdraw: '撤回',
  isolate: '开始隔离',
  operate: '操作隔离点',
  lock: '上锁',
  tag: '挂牌',
  verify: '验证',
  begin: '开工',
  resume: '恢复作业',
  enter: '进入现场',
  release: '开始解除隔离',
  restore: '恢复隔离点',
  partRelease: '部分解除隔离',
  close: '收尾',
  expire: '过期',
  void: '作废',
  delete: '删除',
  lift: '临时解除隔离',
  relock: '重新上锁后恢复作业',
  extend: '延期',
  handOver: '交接',
  remove: '应急拆锁',
  transfer: '转移占用',
  escalate: '升级',
}

export interface BrokenInvariant {
  id: string
  text: string
}

/** What an accepted step broke; empty when all is well. */
export function brokenBy(step: AcceptedStep): BrokenInvariant[] {
  const old = step.before.tickets[step.index]
  const now = step.after.tickets[step.index]
  if (old === undefined || now === undefined) return []
  const seen: Seen = { ...step, old, now, outcomes: outcomesOf(old, now) }
  return Object.entries(invariants).flatMap(([id, invariant]) => {
    const text = invariant(seen)
    return text === null ? [] : [{ id, text }]
  })
}
