import type { LineOutcome } from './import-lines.ts'

/** Why a line was refused; its cells are read again where they are needed. */
export interface RefusedLine {
  /** As the spreadsheet counts, from 1. */
  readonly line: number
  /** Its number among the lines of the sheet (`SheetLine.at`). */
  readonly at: number
  readonly reason: string
  /** Fields whose cells are to blame; empty where the reason names none. */
  readonly fields: readonly string[]
}

/** What came of the lines of an import, counted. */
export interface ImportTally {
  readonly insert: number
  readonly change: number
  /** The stored row said the same already. */
  readonly same: number
  readonly errors: readonly RefusedLine[]
}

export const emptyTally: ImportTally = { insert: 0, change: 0, same: 0, errors: [] }

export function addOutcomes(tally: ImportTally, outcomes: readonly LineOutcome[]): ImportTally {
  const counts = { insert: tally.insert, change: tally.change, same: tally.same }
  const errors: RefusedLine[] = []
  for (const outcome of outcomes)
    if (outcome.kind === 'error') {
      const { line, reason, fields } = outcome
      errors.push({ line: line.line, at: line.at, reason, fields })
    } else counts[outcome.kind] += 1
  return { ...counts, errors: errors.length === 0 ? tally.errors : [...tally.errors, ...errors] }
}

/** Errors in the order of the sheet: rows of a tree are stored parents first. */
export const byLine = (tally: ImportTally): ImportTally => ({
  ...tally,
  errors: tally.errors.toSorted((one, other) => one.line - other.line),
})
