import { and } from './filter.ts'
import type { Filter } from './filter.ts'
import { matchOn } from './field-condition.ts'
import { fieldNamed } from './filter-field.ts'
import type { FilterField, FilterFields } from './filter-field.ts'
import { ruleNamed } from './rule-names.ts'

/** A saved data rule: `column operator value` (4-api.md §4.7). */
export type DataRule = {
  readonly ruleName?: string | null | undefined
  readonly ruleColumn: string | null
  readonly ruleConditions: string | null
  readonly ruleValue: string | null
}

/** What `#{…}` stands for, under the snake_case names of the specification; `#{sysOrgCode}` finds `sys_org_code`. */
export type RuleVariables = Readonly<Partial<Record<RuleVariable, string | number | null>>>

export type RuleVariable =
  | 'sys_user_code'
  | 'sys_user_name'
  | 'sys_org_code'
  | 'sys_multi_org_code'
  | 'sys_date'
  | 'sys_time'
  | 'bpm_status'
  | 'tenant_id'

/** A rule that cannot be applied denies: the reason names the rule and says what is wrong with it. */
export type RuleReading =
  | { readonly ok: true; readonly filter: Filter }
  | { readonly ok: false; readonly reason: string }

const conditions = new Set(['>', '<', '!=', '=', '>=', '<=', 'LIKE', 'LEFT_LIKE', 'RIGHT_LIKE', 'IN'])

/** One data rule as a filter. Unknown column, operator or variable, and SQL rules, are refused, never skipped. */
export function ruleToFilter(rule: DataRule, variables: RuleVariables, fields: FilterFields): RuleReading {
  const column = rule.ruleColumn?.trim() ?? ''
  const condition = rule.ruleConditions?.trim().toUpperCase() ?? ''
  const refuse = (why: string): RuleReading => ({
    ok: false,
    reason: `数据权限规则“${rule.ruleName?.trim() || column || '未命名'}”${why}，请联系管理员修改该规则`,
  })
  if (condition === 'USE_SQL_RULES') return refuse('使用了自定义SQL，系统不予执行')
  const field = fieldNamed(fields, column)
  if (!field) return refuse(`的字段“${column}”不存在`)
  const read = conditions.has(condition) ? ruleNamed(condition) : undefined
  if (!read) return refuse(`的条件“${condition}”不受支持`)
  const value = fillIn(rule.ruleValue ?? '', variables)
  if (!value.ok) return refuse(value.why)
  if (value.text.trim() === '') return refuse('没有填写规则值')
  const outcome = condition.endsWith('LIKE')
    ? likeOn(column, field, condition, value.text)
    : read(column, field, value.text)
  if (outcome === undefined) return refuse('的匹配内容为空')
  if ('problem' in outcome) return refuse(`的值不适用于该字段（${outcome.problem.message}）`)
  return { ok: true, filter: outcome.filter }
}

/**
 * All rules of a user for one list, ANDed. A later rule on the same column replaces the earlier one (§4.7);
 * no rules is no restriction; one rule that cannot be applied denies the whole.
 */
export function rulesToFilter(
  rules: readonly DataRule[],
  variables: RuleVariables,
  fields: FilterFields,
): RuleReading {
  const filters: Filter[] = []
  for (const rule of rulesInForce(rules)) {
    const reading = ruleToFilter(rule, variables, fields)
    if (!reading.ok) return reading
    filters.push(reading.filter)
  }
  return { ok: true, filter: and(...filters) }
}

/** Of the rules of one list, in their order, those that hold: a later one on the same column replaces the earlier. */
export function rulesInForce<R extends DataRule>(rules: readonly R[]): R[] {
  const byColumn = new Map<string, R>()
  for (const [index, rule] of rules.entries()) byColumn.set(rule.ruleColumn?.trim() || `#${index}`, rule)
  return [...byColumn.values()]
}

/** Whether a rule shows each person what belongs to his own departments. */
export const followsDepartment = ({ ruleValue }: DataRule): boolean =>
  /#\{\s*sys_?(?:multi_?)?org_?code\s*\}/i.test(ruleValue ?? '')

// Rule authors write `#{sys_org_code}%`. A percent sign at an edge is their wildcard; the narrower reading holds,
// because a data rule that matches too much shows what must stay hidden.
function likeOn(column: string, field: FilterField, condition: string, text: string) {
  const left = text.startsWith('%')
  const right = text.endsWith('%')
  const bare = text.replace(/^%+|%+$/g, '')
  if (bare === '') return undefined
  if (condition === 'LEFT_LIKE') return matchOn(column, field, 'endsWith', bare)
  if (condition === 'RIGHT_LIKE') return matchOn(column, field, 'startsWith', bare)
  if (left === right) return matchOn(column, field, 'contains', bare)
  return matchOn(column, field, right ? 'startsWith' : 'endsWith', bare)
}

type Filled = { ok: true; text: string } | { ok: false; why: string }

function fillIn(template: string, variables: RuleVariables): Filled {
  let why: string | undefined
  const text = template.replace(/#\{([^}]*)\}/g, (_, spelling: string) => {
    const name = spelling.trim().replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    const value = isVariable(name) ? variables[name] : undefined
    if (!isVariable(name)) why ??= `的变量“${spelling.slice(0, 60)}”不存在`
    else if (value === undefined || value === null || value === '') why ??= `的变量“${spelling}”当前没有值`
    return String(value ?? '')
  })
  return why === undefined ? { ok: true, text } : { ok: false, why }
}

const variableNames: Record<RuleVariable, true> = {
  sys_user_code: true,
  sys_user_name: true,
  sys_org_code: true,
  sys_multi_org_code: true,
  sys_date: true,
  sys_time: true,
  bpm_status: true,
  tenant_id: true,
}

function isVariable(name: string): name is RuleVariable {
  return Object.hasOwn(variableNames, name)
}
