import type { InterlockTicket } from '@suoan/domain/interlock'
import { failingNow, type GasSpot } from '@suoan/domain/work-ticket'
import type { Tx } from '@suoan/platform/context'
import { loadGasTests } from '../../gas-samples.ts'

/** The newest sample of each gas at each planned place: all must be there and pass, and the oldest of them counts (R10). */
export async function loadGas(
  tx: Tx,
  workId: string,
  rule: {
    readonly controlled: boolean
    readonly needed: readonly GasSpot[]
    readonly limitMin: number
    readonly at: number
  },
): Promise<InterlockTicket['gas']> {
  const { controlled, needed, limitMin, at } = rule
  if (!controlled) return { controlled, pass: true, sampleTime: null, limitMin }
  const loaded = await loadGasTests(tx, workId)
  const tests = loaded.tests.filter(({ sampleTime }) => sampleTime <= at)
  const newest = needed.map((need) =>
    tests.find((test) => test.gasCode === need.gasCode && test.position === need.position),
  )
  const times = newest.map((test) => test?.sampleTime ?? -Infinity)
  const oldest = Math.min(...times)
  return {
    controlled,
    pass:
      newest.length > 0 &&
      newest.every((test) => test?.pass === true) &&
      failingNow({ needed, tests }).length === 0,
    sampleTime: Number.isFinite(oldest) ? oldest : null,
    limitMin,
  }
}
