import { restingHolds, unmetPointRules } from '../isolation/index.ts'
import { refusalText } from '../verdict/index.ts'
import { guard, no, ok } from './guard.ts'

/**
 * R08 at the point itself: the five preventions (`lo_point_rule`) hold before it is moved to its safe position (T21)
 * or back (T43). What cannot be judged does not hold.
 */
export const fivePreventions = guard({
  id: 'R08',
  code: 'LO-4229',
  reads: ['prevention', 'holds'],
  check({ prevention, holds }, ticket, event) {
    if (!('pointId' in event)) return no('没有指明隔离点')
    const others = restingHolds(holds).filter(
      (hold) => hold.pointId === event.pointId && hold.workId !== ticket.id,
    )
    // T43 with other holds frees ours and moves nothing (G24).
    if (event.type === 'pointRestore' && others.length > 0) return ok('该点仍被其他作业票占用，不会动作')
    const movement = event.type === 'pointRestore' ? 'toNormal' : 'toSafe'
    const gaps = unmetPointRules(prevention.rules, prevention.points, event.pointId, movement)
    if (gaps.length === 0) return ok('防误闭锁条件满足')
    const list = gaps.map((gap) => gap.text)
    return no(refusalText('LO-4229', { reason: `防误闭锁：${list.join('；')}` }), { list }, list)
  },
})
