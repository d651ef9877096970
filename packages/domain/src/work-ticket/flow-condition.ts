import { evaluateText, expressionMistake, type ExpressionContext } from '../expression/index.ts'

/** Ticket fields that `LoFlowStep.condition` may speak of (`3-domain.md §3.4`). */
export interface FlowConditionFacts {
  workType: string
  /** What an emergency repair is underneath; empty for other work. */
  baseTypes: readonly string[]
  workLevel: string
  urgency: string
  areaCode: string
  /** Risk of the area, 1 the greatest; null = not graded. */
  riskLevel: number | null
  hazards: readonly string[]
  planHours: number
  needIsolation: boolean
  emergency: boolean
  pointCount: number
  peopleCount: number
  contractorCount: number
}

const sample: FlowConditionFacts = {
  workType: '10',
  baseTypes: [],
  workLevel: '2',
  urgency: 'L',
  areaCode: 'A01',
  riskLevel: 1,
  hazards: ['01'],
  planHours: 8,
  needIsolation: true,
  emergency: false,
  pointCount: 1,
  peopleCount: 1,
  contractorCount: 0,
}

/** Names a condition may use, for the help text beside its input. */
const flowConditionNames = Object.keys(sample)

const contextOf = (facts: FlowConditionFacts): ExpressionContext => new Map(Object.entries(facts))

/**
 * Does a step apply to the ticket? An empty condition always applies. So does one that cannot be read or whose answer is
 * unknown: a mistake may ask one signature too many, never one too few.
 */
export function stepApplies(condition: string | null, facts: FlowConditionFacts): boolean {
  if (condition === null || condition.trim() === '') return true
  const outcome = evaluateText(condition, contextOf(facts))
  return !outcome.ok || outcome.value !== false
}

/** What is wrong with a condition somebody wants to save, in words; null when nothing. */
export function flowConditionMistake(condition: string | null): string | null {
  if (condition === null || condition.trim() === '') return null
  const mistake = expressionMistake(condition, contextOf(sample))
  return mistake && `启用条件有误：${mistake.message}。可用项目：${flowConditionNames.join('、')}`
}
