/** Where an entry stands: by its digits in turn, or for the whole value before or after those (5-screens.md §6.15). */
export type Place = 'first' | 'local' | 'last'

/** An entry of a check rule as the form edits it. */
export interface RuleRow {
  readonly key: number
  readonly place: Place
  /** Null until it is typed, and for the whole value. */
  readonly digits: number | null
  readonly pattern: string
  readonly message: string
}

let keys = 0
export const emptyRow = (place: Place): RuleRow => ({
  key: ++keys,
  place,
  digits: null,
  pattern: '',
  message: '',
})

/** `ruleJson` (4-api.md §7.9) as rows. Entries run in stored order; what is for the whole and before any digits comes first. */
export function rowsOf(ruleJson: string | null | undefined): RuleRow[] {
  const entries = parsed(ruleJson ?? '')
  const firstLocal = entries.findIndex(({ digits }) => digits !== '*')
  const rows = entries.map(({ digits, pattern, message }, index): RuleRow => {
    const whole: Place = firstLocal >= 0 && index > firstLocal ? 'last' : 'first'
    const count = Number(digits)
    return {
      ...emptyRow(digits === '*' ? whole : 'local'),
      digits: digits === '*' || !Number.isInteger(count) ? null : count,
      pattern: String(pattern ?? ''),
      message: String(message ?? ''),
    }
  })
  return rows.some(({ place }) => place === 'local') ? rows : [...rows, emptyRow('local')]
}

/** Rows as `ruleJson`, empty ones left out; null when none is left. */
export function ruleJsonOf(rows: readonly RuleRow[]): string | null {
  const entries = (['first', 'local', 'last'] as const).flatMap((place) =>
    rows
      .filter(
        (row) => row.place === place && (row.digits !== null || row.pattern !== '' || row.message !== ''),
      )
      .map(({ digits, pattern, message }) => ({
        digits: place === 'local' ? digits : '*',
        pattern,
        message,
      })),
  )
  return entries.length === 0 ? null : JSON.stringify(entries)
}

/** What is wrong with the expression of a row, in words; null while it is empty or right. */
export function patternProblem({ digits, pattern, message }: RuleRow): string | null {
  if (pattern === '') return digits !== null || message !== '' ? '请输入正确的正则表达式' : null
  try {
    void new RegExp(pattern)
    return null
  } catch (error) {
    if (error instanceof SyntaxError) return '请输入正确的正则表达式'
    throw error
  }
}

interface Entry {
  readonly digits?: unknown
  readonly pattern?: unknown
  readonly message?: unknown
}

function parsed(ruleJson: string): Entry[] {
  if (ruleJson === '') return []
  try {
    const raw: unknown = JSON.parse(ruleJson)
    return Array.isArray(raw)
      ? raw.filter((item): item is Entry => typeof item === 'object' && item !== null)
      : []
  } catch (error) {
    if (error instanceof SyntaxError) return []
    throw error
  }
}
