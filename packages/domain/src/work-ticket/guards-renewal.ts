import { execPhase, holdType, itemState, workStatus } from '../dictionaries/index.ts'
import type { HoldFact, PointFact, RenewalFact } from './facts.ts'
import { findings, guard, no, ok } from './guard.ts'
import { causeText } from './stop-causes.ts'

/**
 * T46: one renewal at a time; the new plan keeps every point the old one holds, or a hold would have nowhere to go; and
 * an old ticket ends by handing over only when nothing rests for it any more.
 */
export const mayRenew = guard({
  id: 'T46',
  code: 'LO-4203',
  reads: ['renewal', 'renewedBy', 'points', 'holds'],
  check({ renewal, renewedBy, points, holds }, ticket, event) {
    if (event.type === 'renew') {
      return renewedBy === null
        ? ok('可以办理续票')
        : no(`续票 ${renewedBy} 正在办理`, { renewedBy }, ['继续办理该续票，或先将其作废'])
    }
    if (event.type === 'handOver') {
      const left = holds
        .filter((hold) => hold.workId === ticket.id && hold.holdType !== holdType.planned && hold.state !== 0)
        .map((hold) => `${hold.lockCode ?? '锁具'}（${hold.userName}）`)
      return findings(left, '占用已全部转移到续票', (list) => `仍有占用未转移：${list}`)
    }
    if (renewal === null) return ok('不是续票')
    const dropped = pointsHeld(renewal)
      .filter(({ pointId }) => !points.some((point) => point.pointId === pointId))
      .map(({ pointCode }) => pointCode)
    return findings(
      [...new Set(dropped)],
      `续票包含 ${renewal.parentNo} 的全部隔离点`,
      (list) => `续票须包含原票 ${renewal.parentNo} 仍上锁的隔离点：${list}`,
      ['把所列隔离点加入隔离方案'],
    )
  },
})

/** Points on which an isolation or personal lock of the old ticket rests; boxes stand for no point. */
function pointsHeld(renewal: RenewalFact) {
  return renewal.holds.filter((hold) => hold.pointId !== null && hold.holdType !== holdType.personalOnBox)
}

/**
 * I3: holds move only from a ticket at rest (20/21 or 40/25, nobody inside), every one of them has its new holder on
 * this ticket, and no mandatory point would stand without a hold at any instant.
 */
export const holdsMayMove = guard({
  id: 'I3',
  code: 'LO-4203',
  reads: ['renewal', 'points', 'holds', 'persons'],
  check({ renewal, points, holds, persons }, ticket) {
    if (renewal === null) return ok('不是续票')
    const wrong = [
      ...parentGaps(renewal),
      ...points.flatMap((point) => pointGap(point, holds, renewal, ticket.id)),
      ...pointsHeld(renewal)
        .filter(({ pointId }) => !points.some((point) => point.pointId === pointId))
        .map(({ pointCode }) => `原票隔离点 ${pointCode} 不在续票中`),
      ...renewal.holds
        .filter((hold) => hold.holdType !== holdType.isolationLock)
        .filter((hold) => !persons.some((person) => person.userId === hold.userId))
        .map((hold) => `${hold.userName} 的个人锁 ${hold.lockCode ?? ''} 仍挂在原票，本人不在续票名单中`),
    ]
    return findings(
      [...new Set(wrong)],
      `${renewal.holds.length} 处占用可由续票同时接收`,
      (list) => `不能接收原票 ${renewal.parentNo} 的占用：${list}`,
      [
        '关闭原票的中断原因，中断原票作业并清空现场，由隔离人逐点接收上锁并挂新标牌；不参加续票的人员由本人摘锁',
      ],
    )
  },
})

/** A renewal goes on with the same work at the same place: what stopped that is answered for first (T33). */
function parentGaps({ parentNo, status, phase, onSite, doubtful, openCauses }: RenewalFact): string[] {
  const atRest =
    (status === workStatus.executing && phase === execPhase.suspended) ||
    (status === workStatus.expired && phase === execPhase.heldExpired)
  return [
    atRest ? '' : `原票 ${parentNo} 未中断或已开始解除隔离`,
    onSite.length > 0 ? `原票仍有 ${onSite.length} 人在现场：${onSite.join('、')}` : '',
    ...doubtful.map((code) => `原票隔离点 ${code} 状态异常`),
    ...openCauses.map((cause) => `原票的中断原因尚未关闭：${causeText(cause)}`),
  ].filter((text) => text !== '')
}

/** A locked point must be held by us already, or by the old ticket with the very lock that was accepted. */
function pointGap(
  point: PointFact,
  holds: readonly HoldFact[],
  renewal: RenewalFact,
  workId: string,
): string[] {
  if (point.kind === 'residual' || (!point.mandatory && point.state === itemState.waiting)) return []
  const rests = (hold: HoldFact) =>
    hold.pointId === point.pointId && hold.holdType === holdType.isolationLock && hold.state === 1
  const own = holds.some((hold) => hold.workId === workId && rests(hold))
  const accepted = renewal.holds.some((hold) => rests(hold) && hold.lockId === point.closure?.lockId)
  return own || accepted ? [] : [`${point.pointCode} 没有上锁占用，须由隔离人重新上锁`]
}
