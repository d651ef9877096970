import { parsedJson } from '@suoan/console-base/editable-table/json-lines.ts'
import type { TextCodec } from '@suoan/console-base/editable-table/use-text-rows.ts'

/** Where an entry stands: by its digits in turn, or for the whole value before or after those (5-screens.md §6.15). */
export type Place = 'first' | 'local' | 'last'

/** An entry of a check rule as the form edits it. */
export interface RuleRow {
  readonly id: string
  readonly place: Place
  /** Null until it is typed, and for the whole value. */
  readonly digits: number | null
  readonly pattern: string
  readonly message: string
}

export const emptyRow = (place: Place): Omit<RuleRow, 'id'> => ({
  place,
  digits: null,
  pattern: '',
  message: '',
})

/**
 * `ruleJson` (4-api.md §7.9) as rows. Entries run in stored order; what is for the whole and before any digits comes first.
 * Null where the text is none that the form could show.
 */
function rowsOf(ruleJson: string): readonly RuleRow[] | null {
  const entries = ruleJson.trim() === '' ? [] : entriesOf(parsedJson(ruleJson))
  if (entries === null) return null
  const firstLocal = entries.findIndex(({ digits }) => digits !== '*')
  const rows = entries.map(({ digits, pattern, message }, index) => {
    const whole: Place = firstLocal >= 0 && index > firstLocal ? 'last' : 'first'
    const count = Number(digits)
    return {
      ...emptyRow(digits === '*' ? whole : 'local'),
      digits: digits === '*' || !Number.isInteger(count) ? null : count,
      pattern: String(pattern ?? ''),
      message: String(message ?? ''),
    }
  })
  const all = rows.some(({ place }) => place === 'local') ? rows : [...rows, emptyRow('local')]
  return all.map((row, index) => ({ ...row, id: `entry-${index}` }))
}

/** Rows as `ruleJson`, empty ones left out; null when none is left. */
function ruleJsonOf(rows: readonly RuleRow[]): string | null {
  const entries = (['first', 'local', 'last'] as const).flatMap((place) =>
    rows
      .filter((row) => row.place === place && !isUnused(row))
      .map(({ digits, pattern, message }) => ({
        digits: place === 'local' ? digits : '*',
        pattern,
        message,
      })),
  )
  return entries.length === 0 ? null : JSON.stringify(entries)
}

/** `ruleJson` as its rows and back. */
export const ruleText: TextCodec<RuleRow> = { read: rowsOf, write: (rows) => ruleJsonOf(rows) ?? '' }

const isUnused = ({ digits, pattern, message }: Omit<RuleRow, 'id' | 'place'>): boolean =>
  digits === null && pattern === '' && message === ''

/** What is wrong with the expression of a row, in words; null while the row is unused or its expression right. */
export function patternProblem(row: Omit<RuleRow, 'id' | 'place'>): string | null {
  if (row.pattern === '') return isUnused(row) ? null : '请输入正确的正则表达式'
  try {
    void new RegExp(row.pattern)
    return null
  } catch (error) {
    if (error instanceof SyntaxError) return '请输入正确的正则表达式'
    throw error
  }
}

/** What is wrong with the digits of a row that is judged by digits. */
export const digitsProblem = (row: Omit<RuleRow, 'id' | 'place'>): string | null =>
  row.digits === null && !isUnused(row) ? '请填写位数' : null

interface Entry {
  readonly digits?: unknown
  readonly pattern?: unknown
  readonly message?: unknown
}

const entriesOf = (stored: unknown): readonly Entry[] | null =>
  Array.isArray(stored) && stored.every((each): each is Entry => typeof each === 'object' && each !== null)
    ? stored
    : null
