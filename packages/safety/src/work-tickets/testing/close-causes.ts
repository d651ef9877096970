import { workTicketEndpoints as tickets } from '@suoan/contract'
import type { TicketWorld } from './ticket-world.ts'

/** The safety officer answers for everything that stopped the work (T55); G14 and G15 must allow it. */
export async function closeCauses(plant: TicketWorld, workId: string, who = 'u12'): Promise<void> {
  const { stopCauses } = await plant.detail(workId)
  for (const { causeId, closedAt, needsFile } of stopCauses)
    if (closedAt === null)
      await plant.take(who, tickets.causeClose, {
        workId,
        causeId,
        evidence: '已处理，现场确认',
        ...(needsFile ? { photo: await plant.photo(who) } : {}),
      })
}
