import type { KeyFact } from '@suoan/domain/work-ticket'
import { z } from 'zod'
import type { WorkRow } from '../ticket-row.ts'

const keys = z.array(
  z.object({
    event: z.string(),
    index: z.number(),
    userId: z.string(),
    userName: z.string(),
    at: z.number(),
    args: z.json().optional(),
  }),
)

/** Signatures given so far of an event that needs several (T27); what cannot be read counts as none, and all sign anew. */
export function readKeys(work: Pick<WorkRow, 'askState'>): KeyFact[] {
  return keys.catch([]).parse(work.askState ?? [])
}
