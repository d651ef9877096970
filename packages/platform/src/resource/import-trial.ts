import type { ImportPreview } from '@suoan/contract'
import { fail } from '../fail.ts'
import { columnLetters } from './sheet-xml.ts'
import type { RowRecord } from '../db/compile.ts'
import { BLOCK, keyFields, storeBlock, type ImportRun, type LineOutcome } from './import-lines.ts'
import { addOutcomes, byLine, emptyTally, type ImportTally } from './import-tally.ts'
import type { ImportReport } from './import-report.ts'
import type { Progress } from '../realtime/progress.ts'

/**
 * Lines of one trial transaction: its locks are held until it is taken back, on the rows of locks among them, so it must
 * be over in a second or two.
 */
const WINDOW = 1_000
/** Of a resource whose rows refer to each other, lines are tried together and no more than these. */
const MOST_TOGETHER = 5_000
/** Errors that an answer shows; the report has all. */
const SHOWN_ERRORS = 20

/** What a trial found; `tried` are the lines it got to. */
export interface ImportTrial extends ImportTally {
  readonly tried: number
}

/**
 * Does with the lines what an import does (`storeBlock`: the same checks, hooks and statements, by the same rights), in
 * transactions that are taken back. Some lines at a time share one, so that no lock is held for long: what an earlier part
 * of the sheet would have stored is remembered for the fields that no two rows share. Where rows refer to each other all
 * lines are tried in one transaction, or the first thousands of them.
 */
export async function tryRows(run: ImportRun, progress: Progress): Promise<ImportTrial> {
  const { lines } = run.sheet
  const isTogether = refersToItself(run)
  const last = isTogether ? Math.min(lines.length, MOST_TOGETHER) : lines.length
  const window = isTogether ? last : WINDOW
  const taken = takenKeys(run)
  let tally = emptyTally
  for (let from = 0; from < last; from += window) {
    const until = Math.min(from + window, last)
    const outcomes = await tryWindow(run, from, until, (done) => progress(done, last))
    tally = addOutcomes(tally, taken.judge(outcomes))
  }
  return { ...byLine(tally), tried: last }
}

async function tryWindow(
  run: ImportRun,
  from: number,
  until: number,
  progress: (done: number) => void,
): Promise<LineOutcome[]> {
  const tx = await run.mounted.ctx.db.startTransaction().execute()
  try {
    const outcomes: LineOutcome[] = []
    for (let at = from; at < until; at += BLOCK) {
      const end = Math.min(at + BLOCK, until)
      // What is announced happens after a commit, and there is none.
      outcomes.push(...(await storeBlock(run, tx, () => {}, await run.sheet.lines.slice(at, end))))
      progress(end)
    }
    return outcomes
  } finally {
    await tx.rollback().execute()
  }
}

const refersToItself = ({ mounted: { resource } }: ImportRun): boolean =>
  resource.traits.tree !== undefined ||
  Object.values(resource.fields).some((field) => field.resource === resource.name)

/** Remembers the values that no two rows share, of lines whose transaction is over, and refuses them a second time. */
function takenKeys({ mounted: { resource } }: ImportRun) {
  const sets = [
    ...Object.entries(resource.fields)
      .filter(([, { unique }]) => unique === true)
      .map(([name]) => [name]),
    ...resource.uniqueTogether,
  ].map((names) => ({ names, taken: new Set<string>() }))
  return {
    judge(outcomes: readonly LineOutcome[]): LineOutcome[] {
      const fresh: (() => void)[] = []
      const judged = outcomes.map((outcome): LineOutcome => {
        if (outcome.kind !== 'insert' && outcome.kind !== 'change') return outcome
        for (const { names, taken } of sets) {
          const key = keyOf(outcome.after, names)
          if (key === null) continue
          if (taken.has(key)) {
            const { message } = fail('DUPLICATE_FIELD', {
              label: names.map((name) => resource.fields[name]?.label ?? name).join('、'),
              value: names.map((name) => String(outcome.after[name])).join('、'),
            })
            return { kind: 'error', line: outcome.line, reason: message, fields: names }
          }
          // Lines of one transaction are compared by the database itself.
          fresh.push(() => taken.add(key))
        }
        return outcome
      })
      for (const add of fresh) add()
      return judged
    },
  }
}

function keyOf(row: RowRecord, names: readonly string[]): string | null {
  const parts = names.map((name) => row[name])
  return parts.some((part) => part === undefined || part === null || part === '')
    ? null
    : JSON.stringify(parts.map(String))
}

/** The answer of a trial: counts, and the first errors by line and column. */
export function previewOf(run: ImportRun, trial: ImportTrial, report: ImportReport | null): ImportPreview {
  const { sheet, editing, mounted } = run
  const places = new Map(
    sheet.columns.map(([at, { name, heading }]) => [name, `${columnLetters(at)} 列“${heading}”`]),
  )
  return {
    totalCount: sheet.lines.length,
    triedCount: trial.tried,
    insertCount: trial.insert,
    changeCount: trial.change,
    sameCount: trial.same,
    errorCount: trial.errors.length,
    updatesExisting: editing !== null,
    keyLabels: keyFields(run).map((name) => mounted.resource.fields[name]?.label ?? name),
    unknownColumns: sheet.unknown,
    otherSheets: sheet.others,
    errors: trial.errors.slice(0, SHOWN_ERRORS).map(({ line, reason, fields }) => ({
      line,
      column: fields.flatMap((name) => places.get(name) ?? []).join('、'),
      reason,
    })),
    fileUrl: report?.fileUrl ?? null,
    markedUrl: report?.markedUrl ?? null,
  }
}
