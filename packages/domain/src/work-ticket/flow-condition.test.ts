import { expect, test } from 'vitest'
import { flowConditionMistake, stepApplies, type FlowConditionFacts } from './flow-condition.ts'

const ticket: FlowConditionFacts = {
  workType: '01',
  baseTypes: [],
  workLevel: '1',
  urgency: 'H',
  areaCode: 'A01A02',
  riskLevel: null,
  hazards: ['01', '03'],
  planHours: 10,
  needIsolation: true,
  emergency: false,
  pointCount: 3,
  peopleCount: 5,
  contractorCount: 1,
}

test('LoFlowStep.condition asks a step only where it is true of the ticket', () => {
  expect(stepApplies(null, ticket)).toBe(true)
  expect(stepApplies('  ', ticket)).toBe(true)
  expect(stepApplies("workType in ['01','02'] && planHours > 8", ticket)).toBe(true)
  expect(stepApplies("workType == '10'", ticket)).toBe(false)
  expect(stepApplies("'03' in hazards && contractorCount > 0", ticket)).toBe(true)
})

test('a condition that is unknown or cannot be read asks one signature more, never one less', () => {
  expect(stepApplies('riskLevel <= 2', ticket)).toBe(true)
  expect(stepApplies('planHours >', ticket)).toBe(true)
  expect(stepApplies('nothing == 1', ticket)).toBe(true)
})

test('a mistake in a condition is named before it is saved', () => {
  expect(flowConditionMistake("workLevel in ['0','1']")).toBeNull()
  expect(flowConditionMistake('')).toBeNull()
  expect(flowConditionMistake('workLevl == 1')).toContain('workLevl')
  expect(flowConditionMistake('workLevel < 2')).toContain('启用条件有误')
})
