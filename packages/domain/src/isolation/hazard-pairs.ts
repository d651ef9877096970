import type { PlannedWork, Severity } from './planned-work.ts'

/** One side of a pair: a work type, a hazard, or both; neither means any work at all. */
export interface PairSide {
  /** `lo_work_type`. */
  workType: string | null
  /** `lo_hazard`. */
  hazard: string | null
}

/** Two kinds of work that are unsafe together in one area or next to it (`lo_hazard_pair`, §4.5.4). */
export interface HazardPair {
  ruleCode: string
  a: PairSide
  b: PairSide
  severity: Severity
  /** Also between adjacent areas. */
  adjacent: boolean
  reason: string
}

type Marks = Pick<PlannedWork, 'kinds' | 'hazards'>

/** Whether a pair speaks of these two plans, whichever of them is which side. */
export function pairFits(pair: HazardPair, one: Marks, other: Marks): boolean {
  return (fits(pair.a, one) && fits(pair.b, other)) || (fits(pair.a, other) && fits(pair.b, one))
}

function fits({ workType, hazard }: PairSide, work: Marks): boolean {
  return (
    (workType === null || work.kinds.includes(workType)) && (hazard === null || work.hazards.includes(hazard))
  )
}

const type = (workType: string): PairSide => ({ workType, hazard: null })
const hazard = (code: string): PairSide => ({ workType: null, hazard: code })
const anyone: PairSide = { workType: null, hazard: null }

function pair(
  ruleCode: string,
  a: PairSide,
  b: PairSide,
  severity: Severity,
  adjacent: boolean,
  reason: string,
): HazardPair {
  return { ruleCode, a, b, severity, adjacent, reason }
}

/**
 * The matrix every plant begins with (§4.5.4); its rows are data and plants change them. A tenant without any rows is
 * judged by these, never by none.
 */
export const standardHazardPairs: readonly HazardPair[] = [
  pair('HOT_SOLVENT', type('01'), hazard('15'), 3, true, '动火与可燃溶剂作业同时进行'),
  pair('HOT_CONFINED', type('01'), type('02'), 3, false, '动火与受限空间作业同时进行'),
  pair('HOT_CONFINED_NEAR', type('01'), type('02'), 2, true, '动火与受限空间作业同时进行'),
  pair('HOT_BLIND', type('01'), type('03'), 3, true, '动火与盲板抽堵同时进行'),
  pair('BLIND_ANYONE', type('03'), anyone, 2, false, '盲板抽堵时有其他作业'),
  pair('LIFT_HEIGHT', type('05'), type('04'), 3, false, '吊装与高处作业同时进行'),
  pair('LIFT_PEOPLE', type('05'), anyone, 2, false, '吊装作业下方有人员作业'),
  pair('LIFT_LIFT', type('05'), type('05'), 2, true, '两处吊装同时进行'),
  pair('HEIGHT_BELOW', type('04'), type('02'), 2, false, '高处作业与受限空间上下交叉'),
  pair('RADIATION', hazard('12'), anyone, 3, true, '射线作业时有人员作业'),
  pair('DIG_CABLE', type('07'), hazard('16'), 3, false, '动土与地下管缆作业同时进行'),
  pair('DIG_LIVE', type('07'), type('22'), 3, false, '动土与带电作业同时进行'),
  pair('DIG_ROAD', type('07'), type('05'), 2, true, '动土边坡与吊装荷载'),
]
