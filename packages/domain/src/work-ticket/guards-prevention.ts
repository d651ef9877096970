import { restingHolds, unmetPointRules, type PointState } from '../isolation/index.ts'
import { refusalText } from '../verdict/index.ts'
import type { TicketFacts } from './facts.ts'
import { guard, no, ok } from './guard.ts'
import { pointsAsked } from './guards-execution.ts'

/**
 * R08 at the point itself: the five preventions (`lo_point_rule`) hold before it is moved to its safe position (T21)
 * or back (T43, and every point of a group in T38). What cannot be judged does not hold.
 */
export const fivePreventions = guard({
  id: 'R08',
  code: 'LO-4229',
  reads: ['prevention', 'holds', 'points'],
  check({ prevention, holds, points }, ticket, event) {
    if (event.type === 'groupRelease') {
      const asked = pointsAsked(event, points)
      return verdictOf(gapsOfGroup(prevention, inReverse(points, asked)))
    }
    if (!('pointId' in event)) return no('没有指明隔离点')
    const others = restingHolds(holds).filter(
      (hold) => hold.pointId === event.pointId && hold.workId !== ticket.id,
    )
    // T43 with other holds frees ours and moves nothing (G24).
    if (event.type === 'pointRestore' && others.length > 0) return ok('该点仍被其他工作票占用，不会动作')
    const movement = event.type === 'pointRestore' ? 'toNormal' : 'toSafe'
    const gaps = unmetPointRules(prevention.rules, prevention.points, event.pointId, movement)
    return verdictOf(gaps.map((gap) => gap.text))
  },
})

function verdictOf(list: readonly string[]) {
  if (list.length === 0) return ok('防误闭锁条件满足')
  return no(refusalText('LO-4229', { reason: `防误闭锁：${list.join('；')}` }), { list }, list)
}

/** Points are given back in the reverse of the order in which they were placed (T43). */
const inReverse = (points: TicketFacts['points'], ids: readonly string[]): TicketFacts['points'] =>
  points.filter(({ pointId }) => ids.includes(pointId)).toSorted((a, b) => b.order - a.order)

/** Each point of the group is judged as it will find the others: those before it are back already. */
function gapsOfGroup(
  { rules, points }: TicketFacts['prevention'],
  group: TicketFacts['points'],
): readonly string[] {
  const back = new Set<string>()
  return group.flatMap(({ pointId, pointCode }) => {
    const now: PointState[] = points.map((each) => (back.has(each.pointCode) ? { ...each, state: 0 } : each))
    back.add(pointCode)
    return unmetPointRules(rules, now, pointId, 'toNormal').map((gap) => gap.text)
  })
}
