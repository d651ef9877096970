import {
  evaluateText,
  expressionMistake,
  namesIn,
  parseExpression,
  type ExpressionContext,
  type ExpressionValue,
} from '../expression/index.ts'
import { labelOf } from '../dictionaries/index.ts'
import type { Evidence } from '../verdict/index.ts'

/** `lo_point_pos`. */
export type PointPosition = 'ON' | 'OFF' | 'OPEN' | 'SHUT' | 'IN' | 'OUT' | 'EARTH'
/** `lo_point_action`: what a rule of a point speaks about. */
export type PointAction = 'OPEN_POS' | 'CLOSE_POS' | 'EARTH_ON' | 'EARTH_OFF' | 'ENTER'
/** `lo_point_rule_kind`: the five preventions, or a rule of the plant. */
export type PointRuleKind = 'FP1' | 'FP2' | 'FP3' | 'FP4' | 'FP5' | 'LOCAL'

/** What is known of a point. `lo_point_state`: 0 normal, 1 isolated, 2 locked, 3 verified, 4 lifted, 9 unknown. */
export interface PointState {
  pointCode: string
  state: number
  normalPos: PointPosition
  safePos: PointPosition
  /** A lock installed on the point is not confirmed (or claimed) closed: whether it is locked is not known. */
  lockUnsure: boolean
}

/** `lo_point_rule`: the five-prevention logic as data (§3.2). */
export interface PointRule {
  ruleId: string
  pointId: string
  pointCode: string
  action: PointAction
  kind: PointRuleKind
  /** Boolean over point states, e.g. `Q1.open && PT3.deadVerified`. */
  expr: string
  message: string
  /** Of the rule's own point: they say which action a movement is. */
  normalPos: PointPosition
  safePos: PointPosition
}

/** What somebody is about to do with a point: isolate it (T21), bring it back (T43), pass an access lock on it. */
export type PointMovement = 'toSafe' | 'toNormal' | 'enter'

/** A rule that does not hold, or cannot be judged; neither lets the movement happen. */
export interface PointRuleGap {
  ruleId: string
  kind: PointRuleKind
  text: string
  evidence: Evidence
}

const openPositions: readonly PointPosition[] = ['OFF', 'OPEN', 'OUT']

/** The action a change of position is. An earthing switch is neither opened nor closed: it earths or stops earthing. */
export function actionOf(from: PointPosition, to: PointPosition): PointAction {
  if (to === 'EARTH') return 'EARTH_ON'
  if (from === 'EARTH') return 'EARTH_OFF'
  return openPositions.includes(to) ? 'OPEN_POS' : 'CLOSE_POS'
}

function positionOf({ state, normalPos, safePos }: PointState): PointPosition | null {
  if (state === 0) return normalPos
  return state === 1 || state === 2 || state === 3 ? safePos : null
}

/** What may be asked of a point in a rule, with its meaning; shown in the editor. */
const pointProperties = {
  open: '断开（分、开、抽出）',
  closed: '闭合（合、关、插入）',
  earthed: '已接地',
  inSafePos: '在安全位',
  inNormalPos: '在正常位',
  locked: '已上锁',
  deadVerified: '已验证无能量',
} as const
type PointProperty = keyof typeof pointProperties

function valuesOf(point: PointState): Record<PointProperty, boolean | null> {
  const position = positionOf(point)
  const known = <T>(value: T): T | null => (position === null ? null : value)
  // Held by a lock nobody can see: neither locked nor proven until it reports again (§0.3).
  const held = (states: readonly number[]) =>
    point.state === 9 || (point.lockUnsure && states.includes(point.state))
      ? null
      : states.includes(point.state)
  return {
    open: known(position !== null && openPositions.includes(position)),
    closed: known(position === 'ON' || position === 'SHUT' || position === 'IN'),
    earthed: known(position === 'EARTH'),
    inSafePos: known(position === point.safePos),
    inNormalPos: known(position === point.normalPos),
    locked: held([2, 3]),
    deadVerified: held([3]),
  }
}

/** Values by name (`V-101.open`) for the points given. */
function pointContext(points: readonly PointState[]): ExpressionContext {
  return new Map<string, ExpressionValue>(
    points.flatMap((point) =>
      Object.entries(valuesOf(point)).map(([name, value]) => [`${point.pointCode}.${name}`, value] as const),
    ),
  )
}

/** The codes of the points a condition speaks about; empty when it cannot be read. */
export function pointsNamedIn(expr: string): string[] {
  const parsed = parseExpression(expr)
  if (!parsed.ok) return []
  return [...new Set(namesIn(parsed.expression).map((name) => name.slice(0, name.lastIndexOf('.'))))].filter(
    (code) => code !== '',
  )
}

/** Why a condition cannot be saved (Chinese), or null; `points` are those it may speak about. */
export function pointRuleMistake(expr: string, points: readonly PointState[]): string | null {
  const mistake = expressionMistake(expr, pointContext(points))
  if (mistake === null) return null
  const names = `可用的项目为“隔离点编号.属性”，属性有 ${Object.keys(pointProperties).join('、')}`
  return mistake.message.includes('没有名为') ? `${mistake.message}；${names}` : mistake.message
}

/**
 * Rules of a point that a movement breaks (R08, T21, T43). A condition over an unknown state is not satisfied, and one
 * that cannot be read or names a point that is gone is not satisfied either.
 */
export function unmetPointRules(
  rules: readonly PointRule[],
  points: readonly PointState[],
  pointId: string | null,
  movement: PointMovement,
): PointRuleGap[] {
  const context = pointContext(points)
  return rules
    .filter((rule) => rule.pointId === pointId && rule.action === actionIn(rule, movement))
    .flatMap((rule) => gapOf(rule, context) ?? [])
}

function actionIn({ normalPos, safePos }: PointRule, movement: PointMovement): PointAction {
  if (movement === 'enter') return 'ENTER'
  return movement === 'toSafe' ? actionOf(normalPos, safePos) : actionOf(safePos, normalPos)
}

function gapOf(rule: PointRule, context: ExpressionContext): PointRuleGap | null {
  const outcome = evaluateText(rule.expr, context)
  const head = `${rule.kind === 'LOCAL' ? '' : `${labelOf('lo_point_rule_kind', rule.kind)}：`}${rule.message}`
  const gap = (text: string, evidence: Evidence) => ({
    ruleId: rule.ruleId,
    kind: rule.kind,
    text,
    evidence: { rule: rule.ruleId, kind: rule.kind, expr: rule.expr, ...evidence },
  })
  if (!outcome.ok)
    return gap(`${head}（规则无法判断：${outcome.error.message}）`, { error: outcome.error.message })
  if (outcome.value === true) return null
  if (outcome.value === false) return gap(head, {})
  return gap(`${head}（${outcome.unknown.join('、')} 状态未知）`, { unknown: outcome.unknown })
}
