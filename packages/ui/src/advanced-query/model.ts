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

/** The rules of 2-data-entry.md §5, with their names on the wire. */
export const queryRules = [
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
] as const

export const emptyLine: QueryLine = { field: '', rule: 'eq', val: '' }

/** The lines that say something: with a field, a rule and a value. */
export const completeLines = (lines: readonly QueryLine[]): readonly QueryLine[] =>
  lines.filter(({ field, rule, val }) => field !== '' && rule !== '' && val.trim() !== '')

/** Another field means another kind of value, so the value goes. */
export const withField = (line: QueryLine, field: string): QueryLine => ({ ...line, field, val: '' })

/** Only 在...中 takes several values: any other rule keeps the first (2-data-entry.md §4). */
export const withRule = (line: QueryLine, rule: string): QueryLine => ({
  ...line,
  rule,
  val: line.rule === 'in' && rule !== 'in' ? (line.val.split(',')[0] ?? '') : line.val,
})

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
