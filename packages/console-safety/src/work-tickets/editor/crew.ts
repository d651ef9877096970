import type { ProcedureDemand, TicketDetail } from '@suoan/contract'
import { lockPurpose } from '@suoan/domain/dictionaries'
import type { Draft, PersonLine } from './draft-model.ts'
import { ownPeople, personKey } from './people-rows.ts'

/** Whether a line of the crew says who it is. */
export const isNamed = (line: PersonLine): boolean => personKey(line) !== null

/** How many people of a role a crew names. */
export const namedIn = (people: readonly PersonLine[], roleTag: string): number =>
  people.filter((line) => line.roleTag === roleTag && isNamed(line)).length

/** The lines a crew begins with: one for each person that a procedure takes, to be filled with names. */
export const linesFor = (demands: readonly ProcedureDemand[], newKey: () => string): readonly PersonLine[] =>
  demands.flatMap(({ roleTag, count }) =>
    Array.from({ length: count }, (): PersonLine => ({
      key: newKey(),
      userId: null,
      externalId: null,
      personName: '',
      personSource: roleTag === 'CONTR' ? 2 : ownPeople,
      roleTag,
      personalLockId: null,
      personalLockCode: null,
    })),
  )

/**
 * What a draft takes over from an earlier ticket of the same work: the people who were on it to the end, its access locks and
 * boxes, and the locks of points that have none yet. Personal locks are put on by their owners (T26) and come with them alone.
 */
export function fromEarlier(
  draft: Draft,
  earlier: Draft,
  { people }: Pick<TicketDetail, 'people'>,
): Pick<Draft, 'people' | 'locks' | 'points'> {
  const stayed = new Set(people.filter(({ state }) => state === 1).map(({ id }) => id))
  const lockOf = new Map(earlier.points.map((point) => [point.pointId, point]))
  const planned = new Set(draft.points.flatMap(({ plannedLockId }) => plannedLockId ?? []))
  return {
    people: earlier.people.filter((line) => stayed.has(line.key) && isNamed(line)),
    locks: draft.locks.length > 0 ? draft.locks : earlier.locks.filter(isOfTicket),
    points: draft.points.map((point) => {
      const before = lockOf.get(point.pointId)
      const lockId = before?.plannedLockId ?? null
      if (point.plannedLockId !== null || lockId === null || planned.has(lockId)) return point
      return { ...point, plannedLockId: lockId, plannedLockCode: before?.plannedLockCode ?? null }
    }),
  }
}

const isOfTicket = ({ useType }: Draft['locks'][number]): boolean => useType !== lockPurpose.personal
