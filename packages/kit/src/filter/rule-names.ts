import { betweenOn, comparisonOn, listOn, matchOn } from './field-condition.ts'
import type { Condition } from './field-condition.ts'
import type { FilterField } from './filter-field.ts'

type RuleReader = (name: string, field: FilterField, text: string) => Condition

const eqRule: RuleReader = (name, field, text) => comparisonOn(name, field, 'eq', text)
const neRule: RuleReader = (name, field, text) => comparisonOn(name, field, 'ne', text)
const gtRule: RuleReader = (name, field, text) => comparisonOn(name, field, 'gt', text)
const geRule: RuleReader = (name, field, text) => comparisonOn(name, field, 'ge', text)
const ltRule: RuleReader = (name, field, text) => comparisonOn(name, field, 'lt', text)
const leRule: RuleReader = (name, field, text) => comparisonOn(name, field, 'le', text)
const likeRule: RuleReader = (name, field, text) => matchOn(name, field, 'contains', text)
const leftLikeRule: RuleReader = (name, field, text) => matchOn(name, field, 'endsWith', text)
const rightLikeRule: RuleReader = (name, field, text) => matchOn(name, field, 'startsWith', text)
const eqWithAddRule: RuleReader = (name, field, text) => eqRule(name, field, text.replaceAll('++', ','))

/** The rule names and symbols of 4-api.md §4.5, lower case. `left_like` puts the wildcard on the left: "ends with". */
const rules = new Map<string, RuleReader>([
  ['eq', eqRule],
  ['=', eqRule],
  ['ne', neRule],
  ['!=', neRule],
  ['gt', gtRule],
  ['>', gtRule],
  ['ge', geRule],
  ['>=', geRule],
  ['lt', ltRule],
  ['<', ltRule],
  ['le', leRule],
  ['<=', leRule],
  ['in', listOn],
  ['like', likeRule],
  ['left_like', leftLikeRule],
  ['right_like', rightLikeRule],
  // @NOTE Not of the specification's table: a range asked as one condition, which `or` cannot tear apart.
  ['between', betweenOn],
  ['eq_with_add', eqWithAddRule],
  ['eqwithadd', eqWithAddRule],
])

/** How a rule name reads its value, or undefined for a name that is none. */
export function ruleNamed(name: string): RuleReader | undefined {
  return rules.get(name.trim().toLowerCase())
}
