import type { LineError, LineOutcome } from './import-lines.ts'

/** What came of the lines of an import, counted. */
export interface ImportTally {
  readonly insert: number
  readonly change: number
  /** The stored row said the same already. */
  readonly same: number
  readonly errors: readonly LineError[]
}

export const emptyTally: ImportTally = { insert: 0, change: 0, same: 0, errors: [] }

export function addOutcomes(tally: ImportTally, outcomes: readonly LineOutcome[]): ImportTally {
  const counts = { insert: tally.insert, change: tally.change, same: tally.same }
  const errors: LineError[] = []
  for (const outcome of outcomes)
    if (outcome.kind === 'error') errors.push(outcome)
    else counts[outcome.kind] += 1
  return { ...counts, errors: errors.length === 0 ? tally.errors : [...tally.errors, ...errors] }
}

/** Errors in the order of the sheet: rows of a tree are stored parents first. */
export const byLine = (tally: ImportTally): ImportTally => ({
  ...tally,
  errors: tally.errors.toSorted((one, other) => one.line.line - other.line.line),
})
