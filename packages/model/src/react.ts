import type { TicketEvent } from '@suoan/domain/work-ticket'
import { holdState } from '@suoan/domain/dictionaries'
import { isTerminal, isTicketIn } from '@suoan/domain/work-ticket'
import { pointHeldBy, reliesOn } from './locks.ts'
import type { World } from './world.ts'

/** An event the server asks of another ticket because of a step. */
export interface Reaction {
  index: number
  event: TicketEvent
}

/** The old ticket ends in the transaction in which the new one starts; one that cannot takes the start back (`moves/renew.ts`). */
function endRenewed({ tickets }: World, index: number): Reaction[] {
  const { ticket } = tickets[index] ?? {}
  const parent = tickets.findIndex((each) => each.ticket.id === ticket?.parentWorkId)
  const old = tickets[parent]?.ticket
  return old === undefined || isTerminal(old) || ticket?.status !== 20
    ? []
    : [{ index: parent, event: { type: 'handOver' } }]
}

/** A point the old ticket gives back is no longer safe for the one that waits to take it over (`react-to-renewals.ts`). */
function reactToRestore({ tickets, holds }: World, index: number, pointId: string): Reaction[] {
  const parentId = tickets[index]?.ticket.id
  return tickets.flatMap(({ ticket, items }, place) =>
    ticket.parentWorkId !== parentId || isTerminal(ticket) || ![10, 11, 12].includes(ticket.phase)
      ? []
      : items
          .filter((item) => item.pointId === pointId && [2, 3, 5].includes(item.state))
          .filter(
            (item) =>
              !holds.some(
                (hold) =>
                  hold.pointId === item.pointId &&
                  hold.state !== holdState.released &&
                  (hold.workId === ticket.id || hold.workId === parentId),
              ),
          )
          .map((item) => ({
            index: place,
            event: { type: 'pointFail', pointId: item.pointId, reason: '原票已恢复隔离点' } as const,
          })),
  )
}

/** What the server asks of itself because of an accepted event, in the same transaction or at once. */
export function reactionsTo(event: TicketEvent, after: World, index: number): Reaction[] {
  if (event.type === 'start') return endRenewed(after, index)
  return event.type === 'pointRestore' ? reactToRestore(after, index, event.pointId) : []
}

/** A lock that opens fails the point it held on every ticket that relies on it (T25, `reactions.ts`). */
export function reactToOpening(world: World, lockId: string): Reaction[] {
  const pointId = pointHeldBy(world, lockId)
  if (pointId === null) return []
  return world.tickets.flatMap((each, index) => {
    const failed = each.items.some((item) => item.pointId === pointId && item.state === 9)
    return failed || !reliesOn(world, each, pointId) || !isTicketIn('reliesOnPoints', each.ticket)
      ? []
      : [{ index, event: { type: 'pointFail', pointId, reason: '隔离锁被打开' } as const }]
  })
}
