import type { PlannedArea, PlannedTicket, PlannedTickets } from '@suoan/contract'
import { spotOnPlan } from '@suoan/domain/area-plan'
import type { Spot } from '@suoan/kit/ground'

export interface PinnedTicket {
  readonly id: string
  readonly spot: Spot
  readonly ticket: PlannedTicket
}

/** An area that can be looked at: with tickets of its own or below it. */
export interface TicketPlan extends PlannedArea {
  readonly depth: number
  /** In it and below it. */
  readonly tickets: number
  /** Of them with a place on its plan; without a plan none. */
  readonly pinned: number
  /** The areas directly below that are marked on the plan. */
  readonly names: readonly { readonly id: string; readonly name: string; readonly spot: Spot }[]
}

type Planned = Pick<PlannedTickets, 'areas' | 'tickets'>

/** The areas in the order of their codes, each with what its plan would show. */
export function plansOf(planned: Planned): TicketPlan[] {
  const byId = new Map(planned.areas.map((area) => [area.id, area]))
  return planned.areas.map((area): TicketPlan => {
    const { pinned, unmarked } = onPlan(planned, area.id)
    return {
      ...area,
      depth: depthOf(area, byId),
      tickets: pinned.length + unmarked.length,
      pinned: area.planFile === null ? 0 : pinned.length,
      names: planned.areas.flatMap(({ id, pid, areaName, spot }) =>
        pid === area.id && spot ? [{ id, name: areaName, spot }] : [],
      ),
    }
  })
}

/** The tickets in an area and below it: those with a place on its plan, and those without. */
export function onPlan(
  { areas, tickets }: Planned,
  planId: string,
): { readonly pinned: readonly PinnedTicket[]; readonly unmarked: readonly PlannedTicket[] } {
  const byId = new Map(areas.map((area) => [area.id, area]))
  const inside = tickets.filter(({ areaId }) => isWithin(areaId, planId, byId))
  const pinned: PinnedTicket[] = []
  const unmarked: PlannedTicket[] = []
  for (const ticket of inside) {
    const spot = spotOnPlan(planId, ticket, byId)
    if (spot) pinned.push({ id: ticket.id, spot, ticket })
    else unmarked.push(ticket)
  }
  return { pinned, unmarked }
}

function* upFrom(id: string, byId: ReadonlyMap<string, PlannedArea>): Generator<PlannedArea> {
  let area = byId.get(id)
  for (let steps = 0; area && steps < byId.size; steps++) {
    yield area
    area = area.pid === null ? undefined : byId.get(area.pid)
  }
}

const isWithin = (id: string, planId: string, byId: ReadonlyMap<string, PlannedArea>): boolean =>
  [...upFrom(id, byId)].some((area) => area.id === planId)

const depthOf = ({ id }: PlannedArea, byId: ReadonlyMap<string, PlannedArea>): number =>
  [...upFrom(id, byId)].length - 1
