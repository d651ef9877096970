import type { Tx } from '@suoan/platform/context'
import type { WorkRow } from '../ticket-row.ts'
import { loadGas } from './gas.ts'
import { gasPolicyOf, loadPolicy } from './policy.ts'

/**
 * When the next gas repetition is due, epoch ms: the interval after the oldest of the newest passing samples of each gas
 * and planned place, or after the start of the work where one of them has none. Null where no repetition is asked for.
 */
export async function gasRepeatDue(tx: Tx, work: WorkRow, realStart: number | null): Promise<number | null> {
  const asked = await gasPolicyOf(tx, work, await loadPolicy(tx, work))
  if (asked.repeatMin === 0) return null
  const { needed, tests } = await loadGas(tx, work, asked)
  const good = tests.filter((test) => test.pass)
  // Where the plan asks for nothing, what was tested is tested again.
  const spots = needed.length > 0 ? needed : good
  const newest = spots.map(({ gasCode, position }) =>
    Math.max(
      ...good
        .filter((test) => test.gasCode === gasCode && test.position === position)
        .map(({ sampleTime }) => sampleTime),
    ),
  )
  const oldest = Math.min(...newest)
  const from = Number.isFinite(oldest) ? oldest : realStart
  return from === null ? null : from + asked.repeatMin * 60_000
}
