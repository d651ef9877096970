import { workers } from './people.ts'
import { execPhase, itemState, stopCause, workStatus } from '@suoan/domain/dictionaries'
import type { Effect } from '@suoan/domain/work-ticket'
import type { Invariant, Seen } from './seen.ts'
import { causeIdOf, onlySafety } from './running-facts.ts'
import { momentOf, type Removal } from './world.ts'

/** Everything that lets somebody in or gives something free while work goes on. */
const opensAtWork: readonly string[] = [
  'start',
  'personIn',
  'crewChange',
  'lockAdd',
  'testBegin',
  'groupRelease',
  'resume',
]

const does = ({ answer }: Seen, test: (effect: Effect) => boolean): boolean => answer.effects.some(test)
const tells = (step: Seen): boolean =>
  does(step, (effect) => effect.do === 'notice.send' && effect.roles.includes('SAFETY'))
const ordersToLeave = (step: Seen): boolean =>
  does(step, (effect) => effect.do === 'notice.send' && effect.evacuate === true)

/** Faults of the world that leave a planned place without a good sample. */
const isBadAir = (fault: Seen['environmentFault']): boolean =>
  ['noGas', 'badGas', 'oneGasPlace'].includes(fault?.id ?? '')

const removalIn = ({ old, event }: Seen): Removal | undefined =>
  'removalId' in event ? old.running.removals.find((each) => each.removalId === event.removalId) : undefined

/** From the beginning of isolation on a terminal may tell that somebody is inside (T28). */
const mayHoldPeople = ({ ticket }: Seen['old']): boolean => ticket.phase !== execPhase.none

/** What a person, or the plant, is told about a step; a notice is no state, so the step itself must carry it. */
function untold(step: Seen): string | null {
  const { event, old, now, outcomes, environmentFault } = step
  switch (event.type) {
    case 'suspend':
    case 'pointFail':
    case 'presenceReported':
      return ordersToLeave(step) ? null : '须停止作业，却没有通知撤离'
    case 'gasRepeat':
      if (event.pass) return does(step, (effect) => effect.do === 'timers.gas') ? null : '没有安排下次检测'
      return now.ticket.phase !== old.ticket.phase && !ordersToLeave(step)
        ? '须停止作业，却没有通知撤离'
        : null
    case 'removalAsk':
    case 'removalApprove':
    case 'removalDo':
      return tells(step) ? null : '应急拆锁没有通知安全管理人员'
    case 'emergencyApprove':
      return tells(step) ? null : '抢修没有通知安全管理人员'
    case 'pointVerify':
      return now.ticket.phase !== execPhase.working || does(step, (effect) => effect.do === 'timers.proof')
        ? null
        : '作业中复验零能量，却没有安排下次复验'
    case 'handoverAsk':
      return does(step, (effect) => effect.do === 'notice.person') ? null : '申请交接没有通知接班人'
    case 'personOut':
      return old.ticket.onSiteCount > 0 &&
        now.ticket.onSiteCount === 0 &&
        !does(step, (effect) => effect.do === 'alarm.recover' && effect.alarmType === 'A18')
        ? '最后一人离场，到期仍在现场的报警没有恢复'
        : null
    case 'expire':
      if (
        (now.ticket.onSiteCount > 0 || (environmentFault?.id === 'miscount' && mayHoldPeople(old))) &&
        !does(step, (effect) => effect.do === 'alarm.raise' && effect.alarmType === 'A18')
      )
        return '到期仍有人在现场，没有报警'
      break
    default:
  }
  const stops =
    outcomes.includes('close') || (outcomes.includes('expire') && now.ticket.phase !== execPhase.closed)
  const handsOver = outcomes.includes('transfer')
  return stops && !handsOver && !does(step, (effect) => effect.do === 'timers.stop')
    ? '票已到期或收尾，提醒没有停止'
    : null
}

/** Emergency removal: in which state each step finds the request, and by whom (T48, T49, G23). */
function removalOutOfOrder(step: Seen): string | null {
  const { event, actor, now, environmentFault } = step
  const removal = removalIn(step)
  // At another time the same request is late, or no longer is.
  if (environmentFault?.id === 'tooEarly' || environmentFault?.id === 'tooLate') return null
  if (!('removalId' in event)) return null
  if (removal === undefined) return '应急拆锁申请不存在'
  const { state, late, requestBy, ownerId, removerId } = removal
  const isOpen = now.running.removals.some((each) => each.removalId === event.removalId)
  switch (event.type) {
    case 'removalApprove':
      if (state !== 0 || late) return '已处理或超时的应急拆锁申请被批准'
      return [requestBy, ownerId].includes(actor) ? '申请人或锁主批准了应急拆锁' : null
    case 'removalReject':
      if (state !== 0 || requestBy === actor) return '已处理的或自己的应急拆锁申请被驳回'
      return isOpen ? '应急拆锁申请被驳回，却还在' : null
    case 'removalDo':
      return state === 1 && !late && removerId === actor ? null : '未批准、超时或由他人登记的应急拆锁'
    case 'removalExpire':
      if (state > 1 || !late) return '没有超时的应急拆锁申请失效'
      return isOpen ? '应急拆锁申请已超时，却还在' : null
    case 'removalAck': {
      if (state !== 2 || ownerId !== actor) return '没有被拆锁的人确认知悉'
      const owner = actor === 'w1' || actor === 'w2' ? step.after.workers[actor] : null
      const others = now.running.removals.some((each) => each.state === 2 && each.ownerId === actor)
      return isOpen || (owner !== null && owner.mustAck !== others) ? '锁主已确认知悉，仍被要求确认' : null
    }
    default:
      return null
  }
}

/** Handover: each step by whom it is about, one handover of a tag at a time (T34). */
function handoverOutOfOrder({ event, actor, old, now }: Seen): string | null {
  if (event.type === 'handoverAsk') {
    const mine = old.running.handovers.filter((deal) => deal.from === actor)
    return mine.length > 0 || now.running.handovers.some((deal) => deal.from === actor) === false
      ? '同一人有两项交接，或申请没有留下'
      : null
  }
  if (!('handoverId' in event)) return null
  const find = (each: typeof old) =>
    each.running.handovers.find((deal) => deal.handoverId === event.handoverId)
  const deal = find(old)
  if (deal === undefined) return '交接不存在'
  switch (event.type) {
    case 'handoverAccept':
      if (deal.to !== actor || deal.state !== 0) return '交接由他人或重复接收'
      return find(now)?.state === 1 ? null : '交接已接收，却没有记下'
    case 'handoverDone':
      return deal.from === actor ? null : '交接由他人完成'
    case 'handoverCancel':
      if (deal.from !== actor && deal.to !== actor) return '交接由他人取消'
      return find(now) === undefined ? null : '交接已取消，却还在'
    default:
      return null
  }
}

/** Promises about what was done: said of the event, where no later state shows it. */
export const stepProperties: Readonly<Record<string, Invariant>> = {
  P48: (step) => (step.answer.waitingFor === null ? untold(step) : null),
  P64: removalOutOfOrder,
  P65: handoverOutOfOrder,
  P49: ({ event, now }) => {
    if (event.type !== 'pointFail' && event.type !== 'pointLock') return null
    const item = now.items.find((each) => each.pointId === event.pointId)
    if (event.type === 'pointLock')
      return item?.state === itemState.locked ? null : '上锁被接受，隔离点却没有上锁'
    return item?.state === itemState.abnormal && item.proof === 'none'
      ? null
      : '隔离点异常被接受，隔离点却没有变，或旧的验证还算数'
  },
  P58: ({ event, before, now: { ticket } }) =>
    event.type === 'isolationRestored' &&
    Object.values(before.locks).some((lock) => lock.boundTo === ticket.id && lock.state !== 'closed')
      ? '锁具开着即认为隔离已恢复'
      : null,
  P63: ({ event, after, environmentFault, now: { ticket } }) =>
    environmentFault === null &&
    event.type === 'presenceReported' &&
    (event.userId === 'w1' || event.userId === 'w2') &&
    after.workers[event.userId].insideOf !== ticket.id
      ? '离线进场的人没有计入'
      : null,
  P66: ({ event, old, now }) =>
    event.type === 'stepOverdue' && JSON.stringify(old.steps) === JSON.stringify(now.steps)
      ? '同一次超时被处理两次'
      : null,
  P67: ({ outcomes, now: { ticket } }) =>
    outcomes.includes('isolate') && !ticket.needIsolation ? '不需要隔离的票开始隔离' : null,
  P68: ({ event }) => (event.type === 'pointAdd' ? '执行中增补隔离点被接受' : null),
  P69: ({ event, old, before, environmentFault }) =>
    event.type === 'afterReviewLate' &&
    (old.running.emergency !== 'open' || (before.clock < 2 && environmentFault?.id !== 'tooLate'))
      ? '事后审查没有逾期即上报，或重复上报'
      : null,
  P70: ({ outcomes, after, now: { ticket } }) =>
    outcomes.includes('lift') && Object.values(after.workers).some((worker) => worker.lockOn === ticket.id)
      ? '个人锁还在即临时解除隔离'
      : null,
  P71: ({ event, now }) =>
    event.type === 'relocked' && now.running.test !== null ? '恢复上锁完成，试运行方案仍在' : null,
  P72: (step) => {
    const { event } = step
    if (event.type !== 'crewChange') return null
    const comes = does(step, (effect) => effect.do === 'crew.set' && effect.userId === event.userId)
    const leaves = does(step, (effect) => effect.do === 'crew.remove' && effect.userId === event.replaces)
    return comes && (leaves || !event.replaces) ? null : '人员变更被接受，名单却没有变'
  },
  P74: ({ event, actor }) =>
    (event.type === 'personIn' || event.type === 'personalLockOn') &&
    (actor === 'w1' || actor === 'w2') &&
    event.userId !== actor
      ? '作业人替别人进场或上个人锁'
      : null,
  P80: ({ outcomes, before, now: { ticket } }) => {
    if (!outcomes.includes('begin')) return null
    const parent = before.tickets.find((other) => other.ticket.id === ticket.parentWorkId)
    return parent?.items.some((item) => item.state === itemState.abnormal) && parent.ticket.realEnd === null
      ? '续票接收了原票异常的隔离点'
      : null
  },
  P76: ({ outcomes, now: { ticket, items }, after }) => {
    if (!outcomes.includes('submit') || ticket.parentWorkId === null) return null
    const held = after.holds.filter((hold) => hold.workId === ticket.parentWorkId)
    return held.some((hold) => !items.some((item) => item.pointId === hold.pointId))
      ? '续票漏掉了原票仍锁着的隔离点'
      : null
  },
  P81: ({ event, now }) =>
    now.keys.length > 0 &&
    (event.type === 'suspend' ||
      event.type === 'isolateCancel' ||
      event.type === 'presenceReported' ||
      (event.type === 'pointFail' && now.ticket.status !== 40) ||
      (event.type === 'gasRepeat' && !event.pass))
      ? '停止之前提出的申请还能被确认'
      : null,
  P82: ({ event, old, environmentFault, before }) => {
    // The state may not say so yet: the end has come when the clock says so.
    const end = old.ticket.validEnd ?? old.ticket.planEnd
    return opensAtWork.includes(event.type) && environmentFault === null && momentOf[before.clock] >= end
      ? '有效时段已过，仍有人进入或放开'
      : null
  },
  P83: ({ outcomes, old, before }) => {
    if (!outcomes.includes('resume') && !outcomes.includes('begin')) return null
    const parent = before.tickets.find((each) => each.ticket.id === old.ticket.parentWorkId)
    return [old, parent].some((each) => (each?.running.stops.length ?? 0) > 0)
      ? '中断原因没有关闭即开工或恢复作业'
      : null
  },
  P84: ({ event, old, now, actor, environmentFault }) => {
    if (event.type !== 'causeClose') return null
    const kind = old.running.stops.find((each) => causeIdOf(each) === event.causeId)
    if (kind === undefined || now.running.stops.includes(kind))
      return '关闭中断原因被接受，它却还在，或本来就没有'
    if (onlySafety.includes(kind) && actor !== 'saf')
      return '人身伤害、气体异常或没有说明的原因不由安全员关闭'
    if (kind === stopCause.injury && event.hasFile !== true) return '没有照片，人身伤害已关闭'
    const isBad = old.badGas.length > 0 || isBadAir(environmentFault)
    return kind === stopCause.gas && isBad ? '停止之后没有合格的气体检测，原因已关闭' : null
  },
  P85: ({ event, old, now }) => {
    const isStop =
      event.type === 'suspend' ||
      event.type === 'pointFail' ||
      event.type === 'presenceReported' ||
      (event.type === 'gasRepeat' && !event.pass)
    const atWork = [execPhase.working, execPhase.suspended, execPhase.testRun, execPhase.relocking]
    return isStop &&
      old.ticket.status === workStatus.executing &&
      atWork.some((phase) => phase === old.ticket.phase) &&
      now.running.stops.length === 0
      ? '作业被停止，却没有留下须关闭的原因'
      : null
  },
  P86: ({ outcomes, now: { ticket }, after }) =>
    outcomes.some((outcome) => outcome === 'begin' || outcome === 'resume' || outcome === 'relock') &&
    ticket.needIsolation &&
    Object.values(after.workers).some(
      (worker) => worker.insideOf === ticket.id && worker.lockOn !== ticket.id,
    )
      ? '有人在现场而没有自己的个人锁，作业即开始或继续'
      : null,
  // A planned place without a good sample is enough, however many others have one (G14).
  P87: ({ outcomes, now, environmentFault }) =>
    (outcomes.some((outcome) => outcome === 'begin' || outcome === 'resume' || outcome === 'relock') &&
      isBadAir(environmentFault)) ||
    (now.ticket.phase === execPhase.working && now.badGas.length > 0)
      ? '计划的检测部位没有合格的气体检测，作业即开始或继续'
      : null,
  P75: ({ event, before, now: { ticket } }) =>
    event.type === 'renew' &&
    before.tickets.some((other) => other.ticket.parentWorkId === ticket.id && !other.ticket.voidFlag)
      ? '已有续票，又办理一张'
      : null,
  P89: ({ event, now: { ticket }, after }) => {
    // What an offline report makes known has happened already (T28).
    if (event.type === 'presenceReported' || !('userId' in event)) return null
    const id = workers.find((each) => each === event.userId)
    if (id === undefined || event.type !== 'personIn') return null
    const { insideOf, lockOn } = after.workers[id]
    if (insideOf !== ticket.id) return null
    if (!after.traits[id].briefed) return '没有交底的人进入现场'
    return ticket.needIsolation && lockOn !== ticket.id ? '没有上个人锁的人进入现场' : null
  },
  P90: ({ event, outcomes, now: { running } }) =>
    // An offline report makes known what has happened already (T28).
    event.type !== 'presenceReported' &&
    running.guard !== 'here' &&
    outcomes.some((outcome) => ['begin', 'resume', 'relock', 'enter'].includes(outcome))
      ? '监护人不在岗，有人进入，或作业开始、继续'
      : null,
  P91: ({ event, before }) => {
    const id = event.type === 'personIn' ? workers.find((each) => each === event.userId) : undefined
    return id !== undefined && before.workers[id].passOver ? '通行证已到期的人进入现场' : null
  },
  P88: ({ event, actor, after }) => {
    const id = 'userId' in event ? workers.find((each) => each === event.userId) : undefined
    if (id === undefined || !after.traits[id].external) return null
    if (event.type === 'personIn' && event.badgeShown !== true) return '没有账号的人未出示通行码即进入'
    return event.type === 'personalLockOn' && event.confirmed !== true && actor !== id
      ? '没有账号的人未经本人确认即被挂上个人锁'
      : null
  },
}
