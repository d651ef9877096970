import { stopCause } from '@suoan/domain/dictionaries'
import { findGas } from '@suoan/domain/work-ticket'
import { z } from 'zod'
import type { Tx } from '@suoan/platform/context'
import { loadGasStandards } from '../../gas-standards.ts'
import type { WorkRow } from '../ticket-row.ts'

const stored = z.object({
  causeId: z.string(),
  kind: z.enum(stopCause).catch(stopCause.unstated),
  reason: z.string(),
  /** What failed, of a gas sample. */
  gas: z.object({ gasCode: z.string(), position: z.string() }).optional(),
  /** Epoch ms. */
  at: z.number(),
  byName: z.string().catch(''),
  closedAt: z.number().nullable().catch(null),
  closedByName: z.string().catch(''),
  evidence: z.string().catch(''),
})
export type StoredCause = z.output<typeof stored>

/** What has stopped the work since it last went on (T32, T55). */
export function readStopCauses(work: Pick<WorkRow, 'stopCauses'>): StoredCause[] {
  // What cannot be read is no answer: it throws, and work stays where it is.
  return z.array(stored).parse(work.stopCauses ?? [])
}

/** The causes with each gas as the plant calls it now: limits may have been written since under another name of it. */
export async function loadStopCauses(
  tx: Tx,
  work: Pick<WorkRow, 'stopCauses' | 'tenantId'>,
): Promise<StoredCause[]> {
  const causes = readStopCauses(work)
  if (causes.every(({ gas }) => gas === undefined)) return causes
  const standards = await loadGasStandards(tx, work.tenantId)
  return causes.map((cause) =>
    cause.gas === undefined
      ? cause
      : { ...cause, gas: { ...cause.gas, gasCode: findGas(cause.gas.gasCode, standards).code } },
  )
}
