import { holdState, holdType, itemState, labelOf, lockStatus, stepStatus } from '../dictionaries/index.ts'
import { restingHolds } from '../isolation/index.ts'
import { dateTimeText, refusalText } from '../verdict/index.ts'
import { removalGap, unacknowledged } from './acknowledged.ts'
import { changedFields } from './core-fields.ts'
import type { TicketEvent } from './events.ts'
import type { PointFact, TicketFacts } from './facts.ts'
import { findings, guard, no, ok } from './guard.ts'
import { reportsShut } from './guards-isolation.ts'
import { personalHolds } from './guards-people.ts'
import { missingApprovals } from './raised-level.ts'
import { openStage, votersWanted, type FlowStep } from './steps.ts'

// Conditions the table words inside a single row; each bears the row's id.

/** T03: only a draft that was never submitted may vanish; others are voided. */
export const neverSubmitted = guard({
  id: 'T03',
  code: 'LO-4201',
  stage: 'state',
  reads: [],
  check: (_facts, ticket) =>
    ticket.round === 1 && ticket.contentHash === null
      ? ok('从未提交')
      : no('已提交过的工作票不能删除', { round: ticket.round }, ['改为作废']),
})

/** T04, T09: every step of the flow, the approvals too, has people to ask, otherwise the ticket could never move. */
export const reviewersNamed = guard({
  id: 'T04',
  code: 'LO-4216',
  reads: ['flow'],
  check({ flow }, _ticket, event) {
    const asked = event.type === 'submit' ? event.assignees : []
    return stageCovered(flow, asked, 1) ?? stageCovered(flow, asked, 2) ?? ok('审核人、批准人已确定')
  },
})

/** T07: the approval has people to ask. */
export const approversNamed = guard({
  id: 'T07',
  code: 'LO-4216',
  reads: ['flow'],
  check: ({ flow }, _ticket, event) =>
    stageCovered(flow, event.type === 'reviewPass' ? event.examiners : [], 2) ?? ok('批准人已确定'),
})

function stageCovered(flow: TicketFacts['flow'], assignees: Parameters<typeof openStage>[1], stage: 1 | 2) {
  const steps = flow.filter((step) => step.stage === stage)
  const name = stage === 1 ? '审核' : '审批'
  if (steps.length === 0) return no(`审批流程没有${name}步骤`, {}, ['由管理员补全审批流程'])
  const rows = openStage(flow, assignees, stage, 1)
  const gaps = steps.flatMap(({ stepNo, roleTag, quorum }) => {
    const people = new Set(rows.filter((row) => row.stepNo === stepNo).map((row) => row.userId)).size
    const gap = quorumGap(quorum, people)
    return gap === null ? [] : [`第 ${stepNo} 步（角色“${labelOf('lo_role_tag', roleTag)}”）${gap}`]
  })
  if (gaps.length === 0) return null
  return no(`${name}${gaps.join('、')}`, {}, [
    '由管理员在“用户管理”中为人员分配该角色（属地、作业单位范围的步骤还须在该部门），或在审批流程中指定人员',
  ])
}

/** What a step lacks with so many people to ask; null when its quorum can be reached. */
function quorumGap(quorum: FlowStep['quorum'], people: number): string | null {
  if (people === 0) return '没有符合条件的处理人'
  const wanted = votersWanted(quorum)
  return people < wanted ? `须 ${wanted} 人通过，只有 ${people} 名符合条件的处理人` : null
}

/** T05: no step decided yet, or policy allows. */
export const notYetDecided = guard({
  id: 'T05',
  code: 'LO-4201',
  stage: 'state',
  reads: ['steps', 'policy'],
  check({ steps, policy }, ticket) {
    const decided = steps.filter((row) => row.round === ticket.round && row.status === stepStatus.passed)
    if (decided.length === 0 || policy.withdrawAfterDecision) return ok('尚无人审核')
    return no(`${decided.map((row) => row.userName).join('、')} 已审核，不能撤回`, {}, ['请审核人驳回后修改'])
  },
})

/** T12: the approver changed only what the policy lets him. */
export const editAllowed = guard({
  id: 'T12',
  code: 'LO-4030',
  stage: 'permission',
  reads: ['policy', 'flow', 'steps'],
  beforeEdit: true,
  check({ policy, flow, steps }, ticket, event) {
    if (event.type !== 'approve') return ok('未修改')
    const touched = [...changedFields(ticket, event.edit ?? {}), ...(event.editedParts ?? [])]
    const foreign = touched.filter((field) => !policy.editableFields.includes(field))
    if (foreign.length > 0) {
      return no(`批准人不能修改：${foreign.join('、')}`, { fields: foreign }, ['驳回工作票，由申请人修改'])
    }
    const { unmanned } = missingApprovals(steps, ticket.round, event)
    if (unmanned.length > 0) {
      const list = unmanned.map((stepNo) => `第 ${stepNo} 步`).join('、')
      return no(`提高级别后的审批${list}没有符合条件的处理人`, {}, ['由管理员在审批流程中指定人员'])
    }
    const gap = event.assignees === undefined ? null : stageCovered(flow, event.assignees, 1)
    return gap ?? ok(touched.length === 0 ? '未修改' : `修改 ${touched.length} 项`, { fields: touched })
  },
})

/** T17, T40, T54: the time has really come; a timer that fires twice or early changes nothing. */
export const timeHasCome = guard({
  id: 'T17',
  code: 'LO-4218',
  reads: ['now'],
  check({ now }, ticket) {
    const end = ticket.validEnd ?? ticket.planEnd
    return now >= end
      ? ok(`已于 ${dateTimeText(end)} 到期`)
      : no(refusalText('LO-4218', { reason: `${dateTimeText(end)} 才到期` }), { end: dateTimeText(end) })
  },
})

/** Holds that really rest on plant (not the planned ones). */
function realHolds(holds: TicketFacts['holds'], workId: string) {
  return restingHolds(holds).filter((hold) => hold.workId === workId)
}

/** T18: void only while nothing is locked and nothing is open. */
export const nothingHeld = guard({
  id: 'T18',
  code: 'LO-4201',
  stage: 'state',
  reads: ['holds', 'sessions'],
  check({ holds, sessions }, ticket, event) {
    const own = realHolds(holds, ticket.id)
    if (event.type === 'void' && event.reason.trim() === '') return no('请填写作废原因')
    const wrong = [
      own.length > 0 ? `仍有 ${own.length} 处隔离占用` : '',
      sessions.length > 0 ? `锁具 ${sessions.map((each) => each.lockCode).join('、')} 仍开启` : '',
    ].filter((text) => text !== '')
    return findings(wrong, '无占用，锁具均已关闭', (list) => `不能作废：${list}`, ['先解除隔离并关闭锁具'])
  },
})

/** T19: recall only before any hold was placed. */
export const noHoldPlaced = guard({
  id: 'T19',
  code: 'LO-4201',
  stage: 'state',
  reads: ['holds'],
  check({ holds }, ticket, event) {
    if (event.type === 'recall' && event.reason.trim() === '') return no('请填写撤销批准的原因')
    const own = realHolds(holds, ticket.id)
    return own.length === 0
      ? ok('尚未上锁')
      : no(`已有 ${own.length} 处上锁，不能撤销批准`, {}, ['先取消隔离'])
  },
})

/** T20: there is something to isolate. */
export const isolationPlanned = guard({
  id: 'T20',
  code: 'LO-4201',
  stage: 'state',
  reads: [],
  check: (_facts, ticket) =>
    ticket.needIsolation ? ok('本票需要隔离') : no('本票不需要能量隔离，可直接申请开工'),
})

function pointOf(points: readonly PointFact[], event: TicketEvent): PointFact | undefined {
  return 'pointId' in event ? points.find((point) => point.pointId === event.pointId) : undefined
}

/** T21: predecessors are locked (done), the isolator proves he stands there, and a residual point is released. */
export const mayOperate = guard({
  id: 'T21',
  code: 'LO-4229',
  reads: ['points'],
  check({ points }, _ticket, event) {
    const point = pointOf(points, event)
    if (!point || event.type !== 'pointOperate') return no('不在本票隔离点中')
    const redoable: readonly number[] = [itemState.waiting, itemState.abnormal, itemState.awaitingRelock]
    if (!redoable.includes(point.state))
      return no(`${point.pointCode} 已操作，无须重复`, { state: point.state })
    const waiting = points.filter(
      (other) => point.predecessors.includes(other.pointId) && other.state === itemState.waiting,
    )
    if (waiting.length > 0) {
      const list = waiting.map((other) => other.pointCode).join('、')
      return no(refusalText('LO-4229', { reason: `${point.pointCode} 须在 ${list} 之后操作` }), {
        waitingFor: list,
      })
    }
    if (!event.presenceProof)
      return no(`请在 ${point.pointCode} 现场扫码或碰触点位标签`, {}, [
        '扫描点位二维码或 NFC 标签，或在现场拍照；该点还没有标签的，请锁具保管人或系统管理员在“隔离点”页面签发现场标签',
      ])
    if (point.kind === 'residual' && event.residualDone !== true)
      return no(`${point.pointCode} 残余能量未释放`)
    return ok(`${point.pointCode} 可以操作`)
  },
})

/** A hold rests on a closed lock; one that has reported nothing may still be on its way to a report (G11 waits for it). */
const reportedOpen: readonly number[] = [lockStatus.open, lockStatus.notFullyLocked, lockStatus.tampered]

/**
 * T22: the point is in its safe position, the lock is the planned one or the substitute has a reason, and no report says
 * that it stands open.
 */
export const lockMatchesPlan = guard({
  id: 'T22',
  code: 'LO-4229',
  reads: ['points', 'locks', 'actor'],
  check({ points, locks, actor }, _ticket, event) {
    const point = pointOf(points, event)
    if (!point || event.type !== 'pointLock') return no('不在本票隔离点中')
    const gap = removalGap(actor)
    if (gap !== null) return no(gap)
    if (point.kind === 'residual') return no(`${point.pointCode} 为排放点，无须上锁`)
    if (point.state !== itemState.operated) {
      return no(refusalText('LO-4229', { reason: `${point.pointCode} 须先操作到安全位` }), {
        state: point.state,
      })
    }
    const lock = locks.find((each) => each.lockId === event.lockId)
    if (!lock)
      return no('该锁具不在本票锁具中', { lockId: event.lockId }, ['使用票面锁具，或由负责人增补锁具'])
    const elsewhere = points.find((other) => other !== point && other.closure?.lockId === event.lockId)
    if (elsewhere) return no(`锁具 ${lock.lockCode} 已锁在 ${elsewhere.pointCode}`)
    if (reportedOpen.includes(lock.lockStatus)) {
      const state = labelOf('lo_lock_status', lock.lockStatus)
      return no(`锁具 ${lock.lockCode} 报告${state}，未锁住 ${point.pointCode}`, { state }, [
        '关闭锁具后再登记上锁',
      ])
    }
    if (lock.lockId !== point.plannedLockId && event.substituteReason.trim() === '') {
      return no(`${lock.lockCode} 不是 ${point.pointCode} 的计划锁具`, {}, ['使用计划锁具，或填写代用原因'])
    }
    return ok(`${point.pointCode} 使用锁具 ${lock.lockCode}`, {
      substitute: lock.lockId !== point.plannedLockId,
    })
  },
})

/** T23: the tag was printed for this ticket and the lock is on. */
export const tagMatchesTicket = guard({
  id: 'T23',
  code: 'LO-4229',
  reads: ['points'],
  check({ points }, _ticket, event) {
    const point = pointOf(points, event)
    if (!point) return no('不在本票隔离点中')
    if (point.state !== itemState.locked)
      return no(refusalText('LO-4229', { reason: `${point.pointCode} 须先上锁` }))
    return point.tagPrinted
      ? ok(`${point.pointCode} 标牌属于本票`)
      : no(`${point.pointCode} 的标牌未打印`, {}, ['打印标牌'])
  },
})

/** T24: a point is proven only after it is locked and tagged, or released; one that is proven may be proven again. */
export const readyToVerify = guard({
  id: 'T24',
  code: 'LO-4229',
  reads: ['points'],
  check({ points }, _ticket, event) {
    const point = pointOf(points, event)
    if (!point) return no('不在本票隔离点中')
    const ready: readonly number[] = [itemState.tagged, itemState.residualReleased, itemState.verified]
    return ready.includes(point.state)
      ? ok(`${point.pointCode} 可以验证`)
      : no(refusalText('LO-4229', { reason: `${point.pointCode} 须先上锁挂牌` }), { state: point.state })
  },
})

/** Has this person of the ticket no account, so that others hold the screen for him? */
const isExternal = (persons: TicketFacts['persons'], userId: string): boolean =>
  persons.some((person) => person.userId === userId && person.external !== null)

/** T26: one's own lock, and one's name on the ticket. */
export const ownLock = guard({
  id: 'T26',
  code: 'LO-4030',
  stage: 'permission',
  reads: ['persons', 'handovers', 'actor'],
  check({ persons, handovers, actor }, _ticket, event) {
    if (event.type !== 'personalLockOn') return no('缺少个人锁')
    // Who has accepted a handover locks on before the other takes his off (SC15).
    const takingOver = handovers.find((deal) => deal.toUserId === event.userId && deal.state === 1)?.incoming
    const listed = persons.find((person) => person.userId === event.userId)
    const owner = listed ?? takingOver
    if (!owner) return no('您不在本票人员名单中', {}, ['由工作负责人增加人员'])
    // Whoever is inside is safer with his lock than without.
    const gap = owner.onSite ? null : removalGap(owner)
    if (gap !== null) return no(gap)
    if (event.userId !== actor.userId && !isExternal(persons, event.userId))
      return no('有账号的人员须本人登录挂锁', {}, ['由本人在自己的终端挂锁'])
    if (event.ownerId !== event.userId) return no('只能使用本人的个人锁', {}, ['换用您本人的个人锁'])
    if (event.pointId === null && event.boxId === null) return no('请选择隔离点或锁箱')
    return ok('本人使用本人的个人锁')
  },
})

/** T28: on the list, not in already, here or elsewhere, not at a guardian's post elsewhere, and room left in the area. */
export const roomToEnter = guard({
  id: 'T28',
  code: 'LO-4219',
  reads: ['persons', 'areaCapacity', 'areaOnSite'],
  check({ persons, areaCapacity, areaOnSite }, _ticket, event) {
    const person =
      event.type === 'personIn' ? persons.find((each) => each.userId === event.userId) : undefined
    if (!person) return no('该人员不在本票名单中', {}, ['由工作负责人增加人员'])
    const gap = removalGap(person)
    if (gap !== null) return no(gap, { userId: person.userId })
    if (person.onSite) return no(`${person.name} 已在现场`)
    const { inside, guarding } = person.busyOn
    if (inside !== null)
      return no(`${person.name} 仍登记在工作票 ${inside} 的现场`, { inside }, ['先在该工作票登记离场'])
    if (guarding !== null)
      return no(`${person.name} 正在工作票 ${guarding} 监护，不得离开岗位进入其他作业现场`, { guarding }, [
        '由该工作票负责人先更换监护人',
      ])
    if (person.external !== null && !(event.type === 'personIn' && event.badgeShown === true))
      return no(`${person.name} 未出示通行码`, {}, ['扫描或输入其当日通行证上的通行码'])
    if (areaCapacity !== null && areaOnSite >= areaCapacity) {
      return no(`区域最多容纳 ${areaCapacity} 人，现有 ${areaOnSite} 人`, { areaCapacity, areaOnSite })
    }
    return ok(`${person.name} 可以进入`)
  },
})

/** T31: another person or lock is a change; new work, place or point is a new ticket. Whoever leaves is out and unlocked. */
export const scopeUnchanged = guard({
  id: 'T31',
  code: 'LO-4201',
  stage: 'state',
  reads: ['persons', 'holds'],
  check({ persons, holds }, ticket, event) {
    const wider =
      event.type === 'pointAdd' ||
      ((event.type === 'crewChange' || event.type === 'lockAdd') && event.changesScope)
    if (wider) return no('作业内容、地点或隔离范围变化须办理新票', {}, ['办理续票或新票'])
    if (event.type === 'lockAdd') {
      const waiting = unacknowledged(persons.filter(({ userId }) => event.userIds?.includes(userId)))
      return findings(waiting, '作业范围未变化', (list) => `${refusalText('LO-4215')}：${list}`, [
        '由所列人员本人确认知悉，或更换可开人员',
      ])
    }
    if (event.type !== 'crewChange' || !event.replaces) return ok('作业范围未变化')
    const leaving = persons.find((person) => person.userId === event.replaces)
    const name = leaving?.name ?? '被替换人员'
    const locked = personalHolds(holds, ticket.id).filter((hold) => hold.userId === event.replaces)
    const guardLeaves = event.roleTag === 'GUARD' && persons.some((person) => person.onSite)
    const wrong = [
      leaving?.roleTags.includes(event.roleTag) ? '' : `${name} 不担任该角色`,
      leaving?.onSite ? `${name} 仍在现场` : '',
      locked.length > 0
        ? `${name} 的个人锁 ${locked.map((hold) => hold.lockCode ?? '').join('、')} 尚未摘除`
        : '',
      guardLeaves ? '现场有人作业，监护人须办理交接' : '',
    ].filter((text) => text !== '')
    return findings(wrong, `${name} 已离场，个人锁已摘除`, (list) => `不能替换：${list}`, [
      '被替换人员离场并由本人摘除个人锁后再替换；监护人请办理交接',
    ])
  },
})

/** T42: only who is out takes his protection off. */
export const ownerIsOut = guard({
  id: 'T42',
  code: 'LO-4210',
  reads: ['persons', 'holds', 'actor'],
  check({ persons, holds, actor }, _ticket, event) {
    const hold =
      event.type === 'personalLockOff' ? holds.find((each) => each.holdId === event.holdId) : undefined
    const owner = persons.find((person) => person.userId === hold?.userId)
    if (hold && hold.userId !== actor.userId && !isExternal(persons, hold.userId))
      return no('有账号的人员须本人摘锁', {}, ['由锁主本人登录摘锁'])
    return owner?.onSite ? no(`${owner.name} 仍在现场，不能摘除个人锁`, {}, ['先登记离场']) : ok('锁主已离场')
  },
})

/**
 * T43: restoring runs in reverse order of placing, drains and vents included: what was opened behind a point is shut
 * before energy comes back through it (T44 asks the same of all). Where another ticket rests on the point, its own lock
 * must be seen shut before ours is given up. Where nobody else does, ours is off: nothing is restored while its lock says
 * that it is shut. Opening it (L4) belongs to the act.
 */
export const mayRestore = guard({
  id: 'T43',
  code: 'LO-4229',
  reads: ['points', 'holds'],
  check({ points, holds }, ticket, event) {
    const point = pointOf(points, event)
    if (!point) return no('不在本票隔离点中')
    const done: readonly number[] = [itemState.restored, itemState.waiting]
    if (done.includes(point.state)) return no(`${point.pointCode} 已恢复，无须重复`)
    // A drain or vent holds no energy back, so it waits for nobody itself.
    const before = points.filter(
      (other) =>
        point.kind === 'isolate' &&
        other.releaseGroup === point.releaseGroup &&
        other.order > point.order &&
        !done.includes(other.state),
    )
    if (before.length > 0) {
      const list = before.map((other) => other.pointCode).join('、')
      return no(refusalText('LO-4229', { reason: `须先恢复 ${list}` }), { waitingFor: list })
    }
    const loose = looseOthers(holds, ticket.id, point.pointId)
    const shut = loose.length === 0 ? shutLock(point, holds, ticket.id) : null
    if (shut !== null)
      return no(
        refusalText('LO-4229', {
          reason: `锁具 ${shut} 报告仍锁闭，打开后才能登记 ${point.pointCode} 已恢复`,
        }),
        { lock: shut },
        [`由隔离人凭本票打开锁具 ${shut}，锁回报打开后再登记恢复`],
      )
    if (loose.length === 0) return ok(`${point.pointCode} 可以恢复`)
    const list = loose.map(({ workNo, lockCode }) => `${workNo} 的锁具 ${lockCode ?? ''}`).join('、')
    return no(
      refusalText('LO-4229', { reason: `${list} 未确认锁闭，${point.pointCode} 暂由本票保护` }),
      { list },
      ['由该工作票重新上锁并确认关闭后再恢复'],
    )
  },
})

/**
 * Code of our own lock on a point that nobody else needs, while it says that it is shut; null: nothing to open, or nothing
 * heard to the contrary. A point of others (G24) keeps its place, and our lock is opened after it has been handed back.
 */
function shutLock(
  { pointId, closure, usedBy }: PointFact,
  holds: TicketFacts['holds'],
  workId: string,
): string | null {
  if (closure === null || usedBy.length > 0 || !reportsShut(closure)) return null
  const resting = restingHolds(holds).filter((hold) => hold.pointId === pointId)
  const isAlone = resting.every((hold) => hold.workId === workId)
  return isAlone && resting.some(({ lockId }) => lockId === closure.lockId) ? closure.lockCode : null
}

/** Locks of other tickets on the point that are not seen shut, as long as anybody may work behind them. */
const looseOthers = (holds: TicketFacts['holds'], workId: string, pointId: string) =>
  holds.filter(
    (hold) =>
      hold.pointId === pointId &&
      hold.workId !== workId &&
      hold.holdType === holdType.isolationLock &&
      hold.state === holdState.active &&
      !hold.lockShut &&
      !hold.releasing,
  )

/** T53: every point is back, drains and vents too. */
export const allPointsBack = guard({
  id: 'T53',
  code: 'LO-4203',
  reads: ['points'],
  check({ points }) {
    const done: readonly number[] = [itemState.restored, itemState.waiting]
    const left = points
      .filter((point) => !done.includes(point.state))
      .map((point) => `${point.pointCode} ${point.kind === 'residual' ? '未关闭复位' : '未恢复'}`)
    return findings(left, '隔离点均已恢复', (list) => `解除隔离未完成：${list}`, ['恢复所列隔离点'])
  },
})
