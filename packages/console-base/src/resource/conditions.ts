import type { Field, Resource } from '@suoan/contract'
import type { QueryLine } from '@suoan/kit/filter'
import { ruleLabel, unusableBecause } from '@suoan/ui/query-lines'
import { fieldOf } from './list-row.ts'
import type { ListState } from './list-state.ts'
import { queryFieldsOf } from './query-fields.ts'

/** One condition that a list is asked by, as a chip shows it. */
export interface Condition {
  /** Unlike all others of the list. */
  readonly key: string
  /** What is asked about; the name on the wire where the list has no such field. */
  readonly label: string
  /** How; empty where the value alone says it. */
  readonly rule: string
  readonly field: Field | undefined
  /** What stands behind the rule: the values, whose texts the field tells. */
  readonly values: readonly string[]
  /** Stands between two values. */
  readonly joint: string
  /** Why it is not applied, in words; null where it is. */
  readonly problem: string | null
  /** The list without it. */
  readonly without: Pick<ListState, 'filters' | 'rules' | 'unapplied'>
}

/** Everything that a list is asked by: the query form, then 高级查询, then what could not be applied. */
export function conditionsOf(
  resource: Resource,
  state: ListState,
  hidden: readonly string[] = [],
): readonly Condition[] {
  const { filters, rules, unapplied } = state
  const fields = queryFieldsOf(resource, hidden)
  const names = [...new Set(Object.keys(filters).map((name) => name.replace(/_(begin|end)$/, '')))]
  const typed = names.map((name): Condition => {
    const field = fieldOf(resource, name)
    const { [name]: value, [`${name}_begin`]: begin, [`${name}_end`]: end, ...others } = filters
    return {
      key: `filter ${name}`,
      label: field?.label ?? name,
      field,
      problem: null,
      without: { filters: others, rules, unapplied },
      ...(value === undefined ? rangeOf(begin ?? '', end ?? '') : typedOf(field, value)),
    }
  })
  const asked = rules.map((line, at): Condition => ({
    key: `rule ${at}`,
    ...saidOf(resource, line),
    problem: null,
    without: { filters, rules: rules.toSpliced(at, 1), unapplied },
  }))
  const left = unapplied.map((line, at): Condition => ({
    key: `unapplied ${at}`,
    ...saidOf(resource, line),
    problem: unusableBecause(line, fields) ?? '不能查询',
    without: { filters, rules, unapplied: unapplied.toSpliced(at, 1) },
  }))
  return [...typed, ...asked, ...left]
}

type Said = Pick<Condition, 'label' | 'rule' | 'field' | 'values' | 'joint'>

const rangeOf = (begin: string, end: string): Pick<Said, 'rule' | 'values' | 'joint'> => {
  if (begin !== '' && end !== '') return { rule: '', values: [begin, end], joint: ' 至 ' }
  return begin !== ''
    ? { rule: '不早于', values: [begin], joint: '' }
    : { rule: '不晚于', values: [end], joint: '' }
}

/** A text that was typed is one value, whatever it contains, looked for between stars; a choice may be several. */
function typedOf(field: Field | undefined, value: string): Pick<Said, 'rule' | 'values' | 'joint'> {
  if (field?.dict || field?.resource)
    return { rule: '', values: value.split(',').filter(Boolean), joint: '、' }
  const words = /^\*([^*]+)\*$/.exec(value)?.[1]
  return words === undefined
    ? { rule: '', values: [value], joint: '' }
    : { rule: ruleLabel('like'), values: [words], joint: '' }
}

function saidOf(resource: Resource, { field: name, rule, val }: QueryLine): Said {
  const field = fieldOf(resource, name)
  const label = field?.label ?? name
  if (rule === 'between') {
    const [from = '', to = ''] = val.split(',')
    if (from !== '' && to !== '')
      return { label, rule: ruleLabel(rule), field, values: [from, to], joint: ' 至 ' }
    const [said, bound] = from !== '' ? ['ge', from] : ['le', to]
    return { label, rule: ruleLabel(said), field, values: [bound], joint: '' }
  }
  const values = rule === 'in' ? val.split(',').filter((part) => part.trim() !== '') : [val]
  return { label, rule: ruleLabel(rule), field, values, joint: '、' }
}
