import { isQueryLine, type QueryLine } from '@suoan/kit/filter'

/** All conditions hold, or one of them does. */
export type QueryMatch = 'and' | 'or'

/** What 保存查询条件 keeps (2-data-entry.md §3). */
export interface SavedQuery {
  readonly title: string
  readonly matchType: QueryMatch
  readonly records: readonly QueryLine[]
}

/** Where saved queries live; whoever shows the dialog says where. */
export interface SavedQueries {
  all(): readonly SavedQuery[]
  /** Replaces one of the same title. */
  keep(saved: SavedQuery): void
  drop(title: string): void
}

/** The rules of 2-data-entry.md §5, with their names on the wire; `between` takes from and to, parted by a comma. */
const queryRules = [
  { value: 'eq', label: '等于' },
  { value: 'like', label: '包含' },
  { value: 'right_like', label: '以..开始' },
  { value: 'left_like', label: '以..结尾' },
  { value: 'in', label: '在...中' },
  { value: 'ne', label: '不等于' },
  { value: 'gt', label: '大于' },
  { value: 'ge', label: '大于等于' },
  { value: 'lt', label: '小于' },
  { value: 'le', label: '小于等于' },
  { value: 'between', label: '介于' },
] as const

export type RuleName = (typeof queryRules)[number]['value']

/** A field that may be asked about, and by which rules. */
export interface QueryField {
  readonly value: string
  readonly label: string
  /** All of them unless said otherwise. */
  readonly rules?: readonly RuleName[]
}

/** The rules a field may be asked by, as choices. */
export const rulesOf = (field: QueryField | undefined) =>
  field?.rules === undefined
    ? queryRules
    : queryRules.filter(({ value }) => field.rules?.includes(value) ?? true)

/** What a rule is called; its name on the wire when this version has none by that name. */
export const ruleLabel = (rule: string): string =>
  queryRules.find(({ value }) => value === rule)?.label ?? rule

/** Why a condition cannot be asked any more (a saved one, or of an address), in words; null when it can. */
export function unusableBecause(line: QueryLine, fields: readonly QueryField[]): string | null {
  const field = fields.find(({ value }) => value === line.field)
  if (!field) return '所用的列已不存在，或不能用于查询'
  const rules: readonly { readonly value: string }[] = rulesOf(field)
  if (rules.some(({ value }) => value === line.rule)) return null
  return `没有匹配方式“${ruleLabel(line.rule)}”`
}

export const emptyLine: QueryLine = { field: '', rule: 'eq', val: '' }

/** The lines that say something: with a field, a rule and a value. */
export const completeLines = (lines: readonly QueryLine[]): readonly QueryLine[] =>
  lines.filter(({ field, rule, val }) => field !== '' && rule !== '' && /[^\s,]/.test(val))

/** Another field means another kind of value, so the value goes, and the rule where the field has none such. */
export function withField(line: QueryLine, field: QueryField): QueryLine {
  const rules: readonly { readonly value: string }[] = rulesOf(field)
  const isKept = rules.some(({ value }) => value === line.rule)
  return { field: field.value, rule: isKept ? line.rule : (rules[0]?.value ?? 'eq'), val: '' }
}

/** Only 在...中 and 介于 take several values: any other rule keeps the first (2-data-entry.md §4). */
export const withRule = (line: QueryLine, rule: string): QueryLine => ({
  ...line,
  rule,
  val:
    severalAt(line.rule) && line.rule !== rule
      ? (line.val.split(',').find((part) => part !== '') ?? '')
      : line.val,
})

const severalAt = (rule: string): boolean => rule === 'in' || rule === 'between'

/** Saved queries as text, so that they can be kept anywhere. */
export const savedToText = (saved: readonly SavedQuery[]): string => JSON.stringify(saved)

/** Reads saved queries; what is no saved query (another version, a changed store) is left out. */
export function savedFromText(text: string | null): readonly SavedQuery[] {
  if (text === null) return []
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.filter(isSaved) : []
  } catch (error) {
    if (error instanceof SyntaxError) return []
    throw error
  }
}

const isSaved = (value: unknown): value is SavedQuery =>
  isObject(value) &&
  typeof value['title'] === 'string' &&
  (value['matchType'] === 'and' || value['matchType'] === 'or') &&
  Array.isArray(value['records']) &&
  value['records'].every(isQueryLine)

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
