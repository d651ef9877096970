import { energyClashes } from './energy-conflicts.ts'
import type { EnergyGraph } from './graph.ts'
import { pairFits, type HazardPair } from './hazard-pairs.ts'
import type { ConflictKind, Severity, Interval, PlannedWork, Clash } from './planned-work.ts'

/** One clash with another live ticket; `state` 0 open, 1 accepted, 2 gone, 3 misjudged. */
export interface Conflict {
  otherWorkId: string
  otherNo: string
  kind: ConflictKind
  ruleCode: string
  severity: Severity
  overlapFrom: number
  overlapTo: number
  reason: string
  state: 0 | 1 | 2 | 3
}

/** In the way of an approval (G06): blocking whatever was said of it, or to be decided by SAFETY and not decided yet. */
export const isOpenConflict = (conflict: { readonly severity: number; readonly state: number }): boolean =>
  conflict.severity === 3 || (conflict.severity === 2 && conflict.state === 0)

/** The common part of two half-open intervals, null when there is none. */
export function overlap(a: Interval, b: Interval): Interval | null {
  const start = Math.max(a.start, b.start)
  const end = Math.min(a.end, b.end)
  return start < end ? { start, end } : null
}

/**
 * All clashes of a plan with other live tickets (§4.5.4, G06). Advisory at submit and review, authoritative at approval
 * under locks on points, people, plant and areas. Without a graph energy paths are not compared. Result in the order of
 * `others`.
 */
export function findConflicts(
  plan: PlannedWork,
  others: readonly PlannedWork[],
  pairs: readonly HazardPair[],
  graph: EnergyGraph | null = null,
): Conflict[] {
  return others
    .filter((other) => other.workId !== plan.workId)
    .flatMap((other) => {
      const common = overlap(plan, other)
      if (common === null) return []
      const rows = [
        ...points(plan, other),
        ...equipment(plan, other),
        ...things(plan, other),
        ...areas(plan, other, pairs),
        ...(graph === null ? [] : energyClashes(plan, other, graph)),
      ]
      return rows.map((row) => ({
        ...row,
        otherWorkId: other.workId,
        otherNo: other.workNo,
        overlapFrom: common.start,
        overlapTo: common.end,
        state: 0 as const,
      }))
    })
}

/** The same point wanted in two positions blocks; wanted alike it is shared by holds. */
function points(plan: PlannedWork, other: PlannedWork): Clash[] {
  return plan.points.flatMap((mine) => {
    const theirs = other.points.find(
      (point) => point.pointId === mine.pointId && point.position !== mine.position,
    )
    if (!theirs) return []
    const reason = `隔离点 ${mine.pointCode} 要求的位置相反`
    return [{ kind: 'POINT', ruleCode: 'POINT_POSITION', severity: 3, reason } as const]
  })
}

/** Two jobs on one machine block each other unless both only look. */
function equipment(plan: PlannedWork, other: PlannedWork): Clash[] {
  if (plan.readOnly && other.readOnly) return []
  return plan.equipment
    .filter((mine) => other.equipment.some((theirs) => theirs.equipId === mine.equipId))
    .map(({ equipCode }) => ({
      kind: 'EQUIP',
      ruleCode: 'EQUIP_TIME',
      severity: 3,
      reason: `设备 ${equipCode} 同时作业`,
    }))
}

function things(plan: PlannedWork, other: PlannedWork): Clash[] {
  const people = plan.people
    .filter((mine) => other.people.some((theirs) => theirs.userId === mine.userId))
    .map(({ name }): Clash => ({
      kind: 'PERSON',
      ruleCode: 'PERSON_TIME',
      severity: 3,
      reason: `人员 ${name} 同时在两张票上`,
    }))
  const locks = plan.locks
    .filter((mine) => other.locks.some((theirs) => theirs.lockId === mine.lockId))
    .map(({ lockCode }): Clash => ({
      kind: 'LOCK',
      ruleCode: 'LOCK_TIME',
      severity: 3,
      reason: `锁具 ${lockCode} 已被占用`,
    }))
  return [...people, ...locks]
}

/** Same area: one code is the other's prefix (an area contains its children). */
function sameArea(a: string, b: string): boolean {
  return a !== '' && b !== '' && (a.startsWith(b) || b.startsWith(a))
}

function areas(plan: PlannedWork, other: PlannedWork, pairs: readonly HazardPair[]): Clash[] {
  const same = sameArea(plan.areaCode, other.areaCode)
  const touches = (codes: readonly string[], code: string) => codes.some((each) => sameArea(each, code))
  const adjacent = touches(plan.adjacentCodes, other.areaCode) || touches(other.adjacentCodes, plan.areaCode)
  if (!same && !adjacent) return []
  return pairs
    .filter((pair) => (same || pair.adjacent) && pairFits(pair, plan, other))
    .map((pair) => ({
      kind: same ? 'AREA' : 'ADJ',
      ruleCode: pair.ruleCode,
      severity: pair.severity,
      reason: same ? `同一区域${pair.reason}` : `相邻区域${pair.reason}`,
    }))
}
