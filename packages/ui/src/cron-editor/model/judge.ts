import { composeCron, CronError, describeCron, nextRuns, parseCron } from '@suoan/kit/cron'

/** What an expression means, or why it means nothing; both in Chinese. */
export type Judgement = { readonly sentence: string } | { readonly problem: string }

export function judge(expression: string): Judgement {
  try {
    return { sentence: describeCron(expression) }
  } catch (error) {
    if (error instanceof CronError) return { problem: error.message }
    throw error
  }
}

const count = 10

/**
 * The next ten runs as the zone writes them, whatever year the expression names (2-data-entry.md §2); none of an
 * expression that means nothing.
 */
export function previewOf(expression: string, from: Date, zone: string): readonly string[] {
  if ('problem' in judge(expression)) return []
  const everyYear = composeCron({ ...parseCron(expression), year: { mode: 'every' } })
  // Swedish writes 2026-12-01 09:00:00.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  return nextRuns(everyYear, { from, count, zone }).map((at) => format.format(at))
}
