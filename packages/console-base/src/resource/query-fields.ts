import type { FieldKind, Resource } from '@suoan/contract'
import type { QueryField, RuleName } from '@suoan/ui/query-lines'
import { fieldOf } from './list-row.ts'

const text: readonly RuleName[] = [
  'eq',
  'like',
  'right_like',
  'left_like',
  'in',
  'ne',
  'gt',
  'ge',
  'lt',
  'le',
]
const amount: readonly RuleName[] = ['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'between', 'in']
const choice: readonly RuleName[] = ['eq', 'ne', 'in']
const choices: readonly RuleName[] = ['like', 'eq', 'ne', 'in']
const yesNo: readonly RuleName[] = ['eq', 'ne']

/**
 * By which rules each kind of field is asked in 高级查询; none = it answers no question. What is not here the server
 * refuses (`parseSuperQuery`), or it would mean nothing. A new kind does not compile until it is here.
 */
const rulesOfKind = {
  text,
  code: text,
  longText: text,
  file: text,
  integer: amount,
  decimal: amount,
  date: amount,
  dateTime: amount,
  dict: choice,
  dictNumber: choice,
  dicts: choices,
  ref: choice,
  refs: choices,
  region: yesNo,
  flag: yesNo,
  boolean: yesNo,
  json: [],
  secret: [],
} as const satisfies Record<FieldKind, readonly RuleName[]>

/** The common columns that a resource of these traits has, and that may be asked about. */
const commonOf = ({ traits }: Resource): readonly string[] => [
  ...(traits.owned ? ['sysOrgCode'] : []),
  ...(traits.stamped ? ['createBy', 'createTime', 'updateBy', 'updateTime'] : []),
]

/**
 * Every field of a resource that 高级查询 may ask about, with its rules (5-screens.md §13.5).
 * @param hidden columns that this person is not given: what he may not see answers him no question
 */
export function queryFieldsOf(resource: Resource, hidden: readonly string[] = []): readonly QueryField[] {
  const common = commonOf(resource).filter((name) => !Object.hasOwn(resource.fields, name))
  return [...Object.keys(resource.fields), ...common].flatMap((value) => {
    const field = fieldOf(resource, value)
    if (!field || field.hidden || hidden.includes(value)) return []
    const rules = rulesOfKind[field.kind]
    return rules.length === 0 ? [] : [{ value, label: field.label, rules }]
  })
}
