import type { Effect, TicketEvent } from '@suoan/domain/work-ticket'
import type { PersonId } from './people.ts'
import type { Item, Lock, StepTrail, TicketWorld, World } from './world.ts'

/** Who asked what, of which ticket, and what the step leaves beside the state. */
export interface Scene {
  index: number
  actor: PersonId
  event: TicketEvent
  trail: StepTrail
}

export type Perform = {
  [K in Effect['do']]: (world: World, scene: Scene, effect: Extract<Effect, { do: K }>) => World
}

/** The world with one of its tickets changed. */
export function onTicket(
  world: World,
  index: number,
  change: (each: TicketWorld) => Partial<TicketWorld>,
): World {
  const tickets = world.tickets.map((each, place) => (place === index ? { ...each, ...change(each) } : each))
  return { ...world, tickets }
}

/** The world with one point of a ticket changed. */
export function onItem(
  world: World,
  index: number,
  pointId: string,
  change: (item: Item) => Partial<Item>,
): World {
  return onTicket(world, index, ({ items }) => ({
    items: items.map((item) => (item.pointId === pointId ? { ...item, ...change(item) } : item)),
  }))
}

/** The world with one of its locks changed. */
export function onLock(world: World, lockId: string, change: Partial<Lock>): World {
  const lock = world.locks[lockId]
  return lock === undefined
    ? world
    : { ...world, locks: { ...world.locks, [lockId]: { ...lock, ...change } } }
}
