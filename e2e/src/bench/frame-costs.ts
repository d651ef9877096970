import type { Page } from 'playwright-core'

/** One event of a trace of Chromium; times in µs, `tdur` is processor time of its thread. */
interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
}

const isTrace = (value: unknown): value is { readonly traceEvents: readonly TraceEvent[] } =>
  typeof value === 'object' && value !== null && 'traceEvents' in value && Array.isArray(value.traceEvents)

/**
 * What the main thread of the page computed for each frame while something was done, ms of processor time: waiting for a
 * processor is not in it. The page marks the beginning of each frame by `performance.mark('bench-frame')`.
 */
export async function tracedFrames(page: Page, act: () => Promise<unknown>): Promise<number[]> {
  const browser = page.context().browser()
  if (!browser) throw new Error('the page has no browser of its own')
  await browser.startTracing(page, { categories: ['-*', 'toplevel', 'blink.user_timing'] })
  await act()
  const trace: unknown = JSON.parse((await browser.stopTracing()).toString('utf8'))
  if (!isTrace(trace)) throw new Error('this is no trace of Chromium')
  return frameCosts(trace.traceEvents)
}

function frameCosts(events: readonly TraceEvent[]): number[] {
  const marks = events
    .filter(({ name }) => name === 'bench-frame')
    .toSorted((one, other) => one.ts - other.ts)
  const [first] = marks
  if (!first) return []
  const tasks = events
    .filter(
      ({ ph, pid, tid, name }) =>
        ph === 'X' && pid === first.pid && tid === first.tid && name.endsWith('RunTask'),
    )
    .toSorted((one, other) => one.ts - other.ts)
  const costs = marks.map(() => 0)
  let until = 0
  for (const { ts, dur = 0, tdur = 0 } of tasks) {
    // A task inside another one is counted with it.
    if (ts < until) continue
    until = ts + dur
    // The task in which a frame begins is of that frame, whatever it did before.
    const at = marks.findLastIndex((mark) => mark.ts < until)
    if (at >= 0) costs[at] = (costs[at] ?? 0) + tdur / 1_000
  }
  // The last frame has no end.
  return costs.slice(0, -1)
}
