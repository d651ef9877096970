import { custody, holdState, type RoleTag } from '@suoan/domain/dictionaries'
import { onItem, onLock, onTicket, type Perform } from './change-world.ts'
import type { PersonId } from './people.ts'
import { tagsOn } from './people-facts.ts'
import { causeIdOf } from './running-facts.ts'
import type { Removal, Running, World } from './world.ts'

/** The world with what runs beside one ticket changed. */
export function onRunning(
  world: World,
  index: number,
  change: (running: Running) => Partial<Running>,
): World {
  return onTicket(world, index, ({ running }) => ({ running: { ...running, ...change(running) } }))
}

/** Gives a tag to a person of this ticket, or takes it; only whoever may change tags here is written down. */
export function onTags(world: World, index: number, userId: string, tag: RoleTag, has: boolean): World {
  const each = world.tickets[index]
  const id = userId as PersonId // written down below means: one of the world's people
  if (each?.running.tags[id] === undefined) return world
  const others = tagsOn(each, id).filter((other) => other !== tag)
  return onRunning(world, index, ({ tags }) => ({ tags: { ...tags, [id]: has ? [...others, tag] : others } }))
}

const onRemoval = (world: World, index: number, id: string, change: Partial<Removal>): World =>
  onRunning(world, index, ({ removals }) => ({
    removals: removals.map((each) => (each.removalId === id ? { ...each, ...change } : each)),
  }))

type RunningEffect =
  | 'handover.set'
  | 'role.switch'
  | 'crew.remove'
  | 'hold.lift'
  | 'test.begin'
  | 'test.end'
  | 'test.clear'
  | 'lock.handBack'
  | 'extension.set'
  | 'lock.accept'
  | 'removal.open'
  | 'removal.set'
  | 'removal.grant'
  | 'emergency.declare'
  | 'emergency.reviewed'
  | 'emergency.escalate'
  | 'cause.open'
  | 'cause.close'
  | 'causes.clear'
  | 'holds.tentative'
  | 'holds.freeTentative'

/** Effects on what runs beside status and phase, as `server/features/work-tickets/effects` does them on rows. */
export const performRunning: Pick<Perform, RunningEffect> = {
  'handover.set': (world, { index }, { handoverId, state }) =>
    onRunning(world, index, ({ handovers }) => ({
      handovers:
        state === 1
          ? handovers.map((deal) => (deal.handoverId === handoverId ? { ...deal, state } : deal))
          : handovers.filter((deal) => deal.handoverId !== handoverId),
    })),
  'role.switch': (world, { index }, { roleTag, fromUserId, toUserId }) =>
    onTags(onTags(world, index, fromUserId, roleTag, false), index, toUserId, roleTag, true),
  'crew.remove': (world, { index }, { userId, roleTag }) => onTags(world, index, userId, roleTag, false),
  'hold.lift': (world, { index }, { pointIds }) => {
    const workId = world.tickets[index]?.ticket.id
    const holds = world.holds.map((hold) =>
      hold.workId === workId && pointIds.includes(hold.pointId) ? { ...hold, state: holdState.lifted } : hold,
    )
    return { ...world, holds }
  },
  'test.begin': (world, { index }, { pointIds, userIds }) =>
    onRunning(world, index, () => ({ test: { pointIds, userIds, on: true } })),
  'test.end': (world, { index }) =>
    onRunning(world, index, ({ test }) => ({ test: test && { ...test, on: false } })),
  'test.clear': (world, { index }) => onRunning(world, index, () => ({ test: null })),
  'lock.handBack': (world, _scene, { lockId }) =>
    onLock(world, lockId, { pointId: null, custody: custody.issued, boundTo: null }),
  'extension.set': (world, { index }) => onRunning(world, index, () => ({ extension: null })),
  'lock.accept': (world, { index }, { pointId, lockId }) => onItem(world, index, pointId, () => ({ lockId })),
  'removal.open': (world, { index, actor }, { holdId }) =>
    onRunning(world, index, ({ removals }) => ({
      // Decided requests are history.
      removals: [
        ...removals.filter((each) => each.state === 2),
        {
          removalId: `R${removals.some((each) => each.state === 2) ? 2 : 1}`,
          holdId,
          ownerId: holdId.slice('own-'.length),
          requestBy: actor,
          approveBy: null,
          removerId: null,
          state: 0,
          late: false,
        },
      ],
    })),
  'removal.set': (world, { index, actor }, { removalId, state }) =>
    state === 3 || state === 8 || state === 9
      ? onRunning(world, index, ({ removals }) => ({
          removals: removals.filter((each) => each.removalId !== removalId),
        }))
      : onRemoval(world, index, removalId, {
          state,
          ...(state === 1 ? { approveBy: actor, late: false } : { late: false }),
        }),
  'removal.grant': (world, { index }, { removalId, userId }) =>
    onRemoval(world, index, removalId, { removerId: userId }),
  'emergency.declare': (world, { index }) => onRunning(world, index, () => ({ emergency: 'open' })),
  'emergency.reviewed': (world, { index }) => onRunning(world, index, () => ({ emergency: 'reviewed' })),
  'emergency.escalate': (world, { index }) => onRunning(world, index, () => ({ emergency: 'escalated' })),
  'cause.open': (world, { index }, { kind }) =>
    onRunning(world, index, ({ stops }) => ({ stops: [...new Set([...stops, kind])].toSorted() })),
  'cause.close': (world, { index }, { causeId }) =>
    onRunning(world, index, ({ stops }) => ({ stops: stops.filter((kind) => causeIdOf(kind) !== causeId) })),
  'causes.clear': (world, { index }) => onRunning(world, index, () => ({ stops: [] })),
  'holds.tentative': (world, { index }) => onRunning(world, index, () => ({ planned: true })),
  'holds.freeTentative': (world, { index }) => onRunning(world, index, () => ({ planned: false })),
}
