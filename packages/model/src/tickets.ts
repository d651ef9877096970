import { day } from '@suoan/domain/verdict'
import type { Ticket } from '@suoan/domain/work-ticket'
import { stepRows } from './flow.ts'
import {
  draftOf,
  hashOf,
  itemOf,
  noGrants,
  nothingRuns,
  renewedEnd,
  type ScenePoint,
  type TicketWorld,
} from './world.ts'

/** A ticket nobody has submitted yet. */
export function draft(id: string, points: readonly ScenePoint[]): TicketWorld {
  return {
    ticket: draftOf(id, points.length > 0),
    items: points.map((point, index) => itemOf(point, index + 1)),
    steps: [],
    signatures: [],
    sealedHashes: [],
    keys: [],
    grants: noGrants,
    evacuation: false,
    badGas: [],
    running: nothingRuns,
  }
}

/** A ticket as approval leaves it (T11): the walk of the approval scene shows how it comes there. */
export function approved(
  id: string,
  points: readonly ScenePoint[],
  ticket: Partial<Ticket> = {},
): TicketWorld {
  const written = draft(id, points)
  const fresh = { ...written, ticket: { ...written.ticket, ...ticket } }
  const contentHash = hashOf(fresh.ticket)
  const steps = stepRows(1).map((row) => ({ ...row, status: 8 as const }))
  return {
    ...fresh,
    ticket: {
      ...fresh.ticket,
      status: 4,
      reviewStatus: 8,
      approveStatus: 8,
      validEnd: fresh.ticket.planEnd,
      closeDeadline: fresh.ticket.planEnd + day,
      contentHash,
    },
    steps,
    signatures: steps.map((row) => ({ rowId: row.id, contentHash })),
    sealedHashes: [contentHash],
    grants: { isolators: 0, crew: 0 },
    running: { ...nothingRuns, planned: points.length > 0 },
  }
}

/** A renewing ticket that has been through its approval, instead of the one that was given up (T46). */
export function renewal({ ticket, items }: TicketWorld, parentWorkId: string): TicketWorld {
  const points = items.map(({ pointId, kind, plannedLockId, predecessors, group }) => ({
    pointId,
    kind,
    lockId: plannedLockId,
    predecessors,
    group,
  }))
  return approved(ticket.id, points, { parentWorkId, planEnd: renewedEnd })
}
