import { nextRuns } from '@suoan/kit/cron'
import { JOB_ZONE } from './check-job.ts'
import type { Misfire } from './registry.ts'

/** A time that is later than this was missed, as in Quartz; ms. */
const MISFIRE_MS = 60_000
/** So many missed times are run one by one at most (`catchUp`). */
export const MOST_CAUGHT_UP = 20
/** Times that are counted one by one; of a longer absence the rest is passed over. */
const MOST_COUNTED = 10_000

export interface DueTimes {
  /** What is to be run, ascending, epoch ms. */
  readonly runs: readonly number[]
  /** What is not run: how many, and the first and the last of them. */
  readonly missed: { readonly count: number; readonly first: number; readonly last: number } | null
  /** Epoch ms; null when the expression has no more times. */
  readonly next: number | null
}

/**
 * What becomes of the times of an expression from `next` to `now`. A time that is on time is run. Of those that passed
 * while nothing ran (a server that was down, a clock set forward) `once` runs the latest, `skip` none, `catchUp` the
 * latest twenty; the others are told as missed. Where a run of the job still waits, nothing is put behind it, except by
 * `catchUp`: a job that runs every ten seconds and takes a minute would have a queue without end.
 */
export function dueTimes(
  cron: string,
  { next, now, misfire, isWaiting }: { next: number; now: number; misfire: Misfire; isWaiting: boolean },
): DueTimes {
  const ahead = (from: number, count: number): number[] =>
    nextRuns(cron, { from: new Date(from), count, zone: JOB_ZONE }).map((at) => at.getTime())
  const due: number[] = [next]
  while (due.length < MOST_COUNTED) {
    const more = ahead(due.at(-1) ?? next, 100).filter((at) => at <= now)
    due.push(...more)
    if (more.length < 100) break
  }
  const most = misfire === 'catchUp' ? MOST_CAUGHT_UP : 1
  const wanted = misfire === 'skip' ? due.filter((at) => now - at <= MISFIRE_MS) : due
  const runs = isWaiting && misfire !== 'catchUp' ? [] : wanted.slice(-most)
  const missed = due.filter((at) => !runs.includes(at))
  const [firstMissed] = missed
  const lastMissed = missed.at(-1)
  return {
    runs,
    missed:
      firstMissed === undefined || lastMissed === undefined
        ? null
        : { count: missed.length, first: firstMissed, last: lastMissed },
    next: ahead(Math.max(now, due.at(-1) ?? now), 1)[0] ?? null,
  }
}
