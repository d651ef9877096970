import { stopCause } from '@suoan/domain/dictionaries'
import { z } from 'zod'
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
