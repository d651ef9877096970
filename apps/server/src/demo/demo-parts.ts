import type { Context } from '@suoan/platform/context'
import type { Simulator } from '@suoan/simulator'
import type { HistoryMaker } from './plant-life.ts'
import type { Story } from './story.ts'
import type { WorkingDay } from './working-day.ts'

/** What lives in the demo plant of a server now; all empty where there is none. */
export interface DemoParts {
  simulator: Simulator | null
  history: HistoryMaker | null
  day: WorkingDay | null
  story: Story | null
}

const parts = new WeakMap<Context, DemoParts>()

/** The parts of a server; whoever starts one puts it here. */
export function demoParts(ctx: Context): DemoParts {
  const known = parts.get(ctx) ?? { simulator: null, history: null, day: null, story: null }
  parts.set(ctx, known)
  return known
}
