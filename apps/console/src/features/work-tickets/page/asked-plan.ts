import type { TicketDetail } from '@suoan/contract'
import { z } from 'zod'

const keys = z.array(z.object({ event: z.string(), index: z.number(), args: z.unknown().optional() }))
const plan = z.object({
  pointIds: z.array(z.string()).catch([]),
  userIds: z.array(z.string()).catch([]),
  minutes: z.number().catch(0),
  group: z.number().catch(0),
})

/** What the first signature of an event asked for (T35, T38). */
export function askedPlan(ticket: TicketDetail['ticket'], event: string): z.infer<typeof plan> | null {
  const given = keys.catch([]).parse(ticket['askState'] ?? [])
  const first = given.findLast((key) => key.event === event && key.index === 0)
  return first
    ? plan.catch({ pointIds: [], userIds: [], minutes: 0, group: 0 }).parse(first.args ?? {})
    : null
}
