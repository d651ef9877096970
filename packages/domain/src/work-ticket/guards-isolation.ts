import { itemState, labelOf, lockStatus, powerType, stateTrust } from '../dictionaries/index.ts'
import { clockText, dateTimeText, minute, refusalText } from '../verdict/index.ts'
import type { ClosureFact, PointFact, PolicyFact, ProofFact } from './facts.ts'
import type { PersonFact } from './person-fact.ts'
import type { TicketEvent } from './events.ts'
import type { TestRunFact } from './execution-facts.ts'
import { findings, guard, no, ok, type Finding } from './guard.ts'
import { limitGap } from './verify-limit.ts'
import type { Ticket } from './ticket.ts'

/** A low-power lock's last report needs a person's look at it that is at most this old (G11). */
const visualCheckMaxMin = 30

/** Minutes before the plan that isolation, or work, may begin (G10). */
function windowStart(ticket: Pick<Ticket, 'planStart'>, policy: PolicyFact, forIsolation: boolean): number {
  return ticket.planStart - (forIsolation ? policy.isolateLeadMin : policy.earlyMin) * minute
}

/** G10: inside the window. At approval only the end counts, for the work has not been called yet. */
export const insideWindow = guard({
  id: 'G10',
  code: 'LO-4218',
  reads: ['now', 'policy'],
  check({ now, policy }, ticket, event) {
    const end = ticket.validEnd ?? ticket.planEnd
    const from = windowStart(ticket, policy, event.type === 'isolateStart')
    const evidence = { now: dateTimeText(now), from: dateTimeText(from), end: dateTimeText(end) }
    if (now >= end) {
      return no(refusalText('LO-4218', { reason: `工作票已于 ${dateTimeText(end)} 到期` }), evidence, [
        '办理续票',
      ])
    }
    if (event.type !== 'approve' && now < from) {
      return no(refusalText('LO-4218', { reason: `最早 ${dateTimeText(from)} 可以进行` }), evidence, [
        `等到 ${clockText(from)} 后再操作`,
      ])
    }
    return ok(`在有效时段内，截止 ${clockText(end)}`, evidence)
  },
})

/** How a lock of this make tells of itself: not at all, seldom, or at once (G11). */
export function reachOf(type: { powerType: number | null; commType: string | null }): ClosureFact['reach'] {
  if (type.powerType === powerType.passive) return 'passive'
  return type.commType === 'NB' || type.commType === 'LORA' ? 'lowPower' : 'online'
}

/** Why a lock's closure is not proven, or null when it is (G11). */
export function closureGap(closure: ClosureFact | null, now: number): string | null {
  if (closure === null) return '未上锁'
  if (closure.lockStatus !== lockStatus.closed)
    return `锁具 ${closure.lockCode} ${labelOf('lo_lock_status', closure.lockStatus)}`
  if (closure.reach === 'passive') {
    if (closure.trust === stateTrust.confirmed) return null
    // At the change of shift nobody's word stands any more (§5.1): unknown is not closed.
    if (closure.trust === stateTrust.unknown) return '关锁状态未知'
    const witnessed =
      closure.claimPhoto && closure.witnessId !== null && closure.witnessId !== closure.claimById
    return witnessed ? null : '无源锁关锁仅为人工申报，缺少照片或第二见证人'
  }
  if (closure.trust === stateTrust.claimed) return '关锁仅为人工申报，未经设备确认'
  if (closure.trust === stateTrust.unknown || closure.confirmedAt === null) return '关锁状态未知'
  // Begun minutes count: "10>10" would say nothing.
  const age = Math.ceil((now - closure.confirmedAt) / minute)
  if (closure.reach === 'lowPower') {
    const beat = Math.floor(closure.heartbeatSec / 60)
    if (now - closure.confirmedAt > closure.heartbeatSec * 1000) return `关锁确认超时（${age}>${beat} 分钟）`
    const looked = closure.visualCheckAt !== null && now - closure.visualCheckAt <= visualCheckMaxMin * minute
    return looked ? null : `低功耗锁须由验证人在 ${visualCheckMaxMin} 分钟内目视确认`
  }
  if (now - closure.confirmedAt > closure.confirmMaxAgeMin * minute)
    return `关锁确认超时（${age}>${closure.confirmMaxAgeMin} 分钟）`
  return closure.trust === stateTrust.confirmed ? null : '关锁状态已陈旧'
}

/**
 * Does a lock that tells of itself at once say that it is shut? A passive or low-power lock that was opened says so later,
 * and a report that has grown old says nothing of now: there the isolator's own word stands.
 */
export const reportsShut = (told: {
  readonly lockStatus: number | null
  readonly trust: number | null
  readonly reach: ClosureFact['reach']
}): boolean =>
  told.reach === 'online' && told.lockStatus === lockStatus.closed && told.trust === stateTrust.confirmed

/** A ticket hangs one lock on a point: what asks for more is not secured by it (G11, decision 0594). */
export function locksGap({ lockCount }: Pick<PointFact, 'lockCount'>): string | null {
  return lockCount > 1
    ? `须挂 ${lockCount} 把锁，一个隔离点只能挂一把：请按锁拆分为 ${lockCount} 个隔离点，或改用一把锁的隔离方式后把需锁数量改为 1`
    : null
}

/** Why a point is not secured at `now`, epoch ms (G11): position, lock, tag, closure; residual points only need releasing. */
export function securedGap(point: PointFact, now: number): string | null {
  if (point.kind === 'residual') {
    if (point.state === itemState.abnormal) return '状态异常，须重新释放残余能量'
    return point.residualDone === 1 ? null : '残余能量未释放'
  }
  if (point.state === itemState.waiting) return '未操作到安全位'
  if (point.state === itemState.abnormal) return '状态异常，须重新上锁'
  if (point.state > itemState.verified) return labelOf('lo_point_item_state', point.state)
  // A point that failed is placed anew from the start (T21–T23): the lock and tag it still carries prove nothing.
  if (point.state === itemState.operated) return '未上锁'
  if (point.state === itemState.locked || !point.tagHung) return '未挂牌'
  if (point.residualDone === 0) return '残余能量未释放'
  return locksGap(point) ?? closureGap(point.closure, now)
}

/** Points given back with their group (T38) are no longer part of the isolation. */
function mandatory(points: readonly PointFact[]): PointFact[] {
  return points.filter((point) => point.mandatory && point.state !== itemState.restored)
}

/** Isolation without a single mandatory point proves nothing. */
function nothingToProve(ticket: Ticket, points: readonly PointFact[], required: 0 | 1 | 2): Finding | null {
  if (!ticket.needIsolation && required !== 2 && points.length === 0) return ok('本票不需要能量隔离')
  return mandatory(points).length === 0 ? no(refusalText('LO-4203', { list: '没有必须隔离的隔离点' })) : null
}

/** After a test the lifted set reports itself locked again; the rest never moved (T37). */
function asked(
  points: readonly PointFact[],
  event: TicketEvent,
  testRun: TestRunFact | null,
): readonly PointFact[] {
  if (event.type !== 'relocked' || testRun === null) return points
  return points.filter((point) => testRun.pointIds.includes(point.pointId))
}

/** G11: every mandatory point safe, locked, tagged, closure confirmed and fresh. */
export const pointsSecured = guard({
  id: 'G11',
  code: 'LO-4203',
  reads: ['points', 'now', 'policy', 'testRun'],
  check({ points: all, now, policy, testRun }, ticket, event) {
    const points = asked(all, event, testRun)
    const none = nothingToProve(ticket, points, policy.isolationRequired)
    if (none) return none
    const wrong = mandatory(points).flatMap((point) => {
      const gap = securedGap(point, now)
      return gap === null ? [] : [`${point.pointCode} ${gap}`]
    })
    return findings(wrong, `${mandatory(points).length} 个隔离点已上锁挂牌`, (list) => list, [
      '完成所列隔离点的上锁挂牌；关锁确认超时的，读取锁状态',
    ])
  },
})

/** Energy that can build up again is proven again: what is wrong when the moment for it has passed at `now`, epoch ms. */
export const reVerifyGap = ({ reVerifyDue }: Pick<ProofFact, 'reVerifyDue'>, now: number): string | null =>
  reVerifyDue !== null && reVerifyDue <= now ? `复验期限 ${clockText(reVerifyDue)} 已过` : null

/** Why a proof of zero energy does not hold at `now`, epoch ms (G12). */
export function proofGap(
  point: PointFact,
  proof: ProofFact | null,
  persons: readonly PersonFact[],
  now: number,
): string | null {
  if (proof === null) return '未验证'
  const tags = persons.find((person) => person.userId === proof.verifierId)?.roleTags ?? []
  if (proof.verifierId === point.isolatorId) return `验证人 ${proof.verifierName} 与隔离人为同一人`
  if (tags.includes('WORK') || tags.includes('CONTR')) return `验证人 ${proof.verifierName} 是本票作业人`
  if (!point.verifyMethods.includes(proof.method))
    return `验证方式“${labelOf('lo_verify_method', proof.method)}”不适用`
  if (!proof.result) return '验证结论不合格'
  const outside = limitGap(point.verifyLimit, proof)
  if (outside !== null) return outside
  const closedAt = point.closure?.closedAt ?? null
  if (closedAt !== null && proof.at <= closedAt) return '验证早于最近一次关锁，须重新验证'
  if (proof.at > now) return '验证时间晚于当前时间'
  return reVerifyGap(proof, now)
}

/**
 * Since when work has stood still at `now` (both epoch ms), when longer than the work type's 中断重测(分) (`gasInterruptMin`); else null. The limit
 * of T33 after which both gas (G14) and zero energy (G12) are proven anew: the specification names no second one.
 */
export function longInterruption(
  { suspendedAt }: Pick<Ticket, 'suspendedAt'>,
  { gasInterruptMin }: Pick<PolicyFact, 'gasInterruptMin'>,
  now: number,
): number | null {
  return suspendedAt !== null && now - suspendedAt > gasInterruptMin * minute ? suspendedAt : null
}

/**
 * G12: every mandatory point proven without energy, also those a test did not lift (T37); at T24 only the point spoken of.
 * Whoever goes in while work goes on (T28) is asked what may have run out since the start: the moment to prove again.
 */
export const zeroEnergyProven = guard({
  id: 'G12',
  code: 'LO-4203',
  reads: ['points', 'persons', 'now', 'policy'],
  check({ points, persons, now, policy }, ticket, event) {
    if (event.type === 'pointVerify') {
      const point = points.find((each) => each.pointId === event.pointId)
      const gap = point ? proofGap(point, event.proof, persons, now) : '不在本票隔离点中'
      const code = point?.pointCode ?? event.pointId
      return gap === null ? ok(`${code} 验证合格`, { value: event.proof.value }) : no(`${code} ${gap}`)
    }
    if (event.type === 'personIn') {
      const late = mandatory(points).flatMap(({ pointCode, proof }) => {
        const gap = proof === null ? null : reVerifyGap(proof, now)
        return gap === null ? [] : [`${pointCode} ${gap}`]
      })
      return findings(late, '没有超过复验期限的隔离点', (list) => list, ['由验证人复验所列隔离点'])
    }
    const none = nothingToProve(ticket, points, policy.isolationRequired)
    if (none) return none
    const stoppedAt = event.type === 'resume' ? longInterruption(ticket, policy, now) : null
    const wrong = mandatory(points).flatMap((point) => {
      const gap = point.state === itemState.verified ? proofGap(point, point.proof, persons, now) : '未验证'
      if (gap !== null) return [`${point.pointCode} ${gap}`]
      const isOld = stoppedAt !== null && (point.proof?.at ?? 0) <= stoppedAt
      return isOld ? [`${point.pointCode} 中断超过 ${policy.gasInterruptMin} 分钟，须重新验证`] : []
    })
    return findings(wrong, `${mandatory(points).length} 个隔离点已验证零能量`, (list) => list, [
      '由验证人完成所列隔离点的零能量验证',
    ])
  },
})
