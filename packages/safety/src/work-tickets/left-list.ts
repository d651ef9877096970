import type { Canonical } from '@suoan/domain/evidence-chain'
import { labelOf } from '@suoan/domain/dictionaries'
import { applyDelta, type Delta, type Recorded } from '@suoan/domain/replay'

/** One event of a ticket, with what it changed in the list of people. */
export interface ListChange {
  readonly at: Date
  readonly actorId: string
  readonly actorName: string
  readonly people: Delta[string]
}

/** How somebody left the list for the last time. */
export interface Leaving {
  /** What he was, e.g. `作业人员`. */
  readonly roles: string
  /** The event with which he was gone. */
  readonly by: Omit<ListChange, 'people'>
}

/** What the log of a ticket tells of somebody who is on its list no more; undefined for whoever is on it, or never was. */
export function leftList(changes: readonly ListChange[], userId: string): Leaving | undefined {
  let people: Recorded = {}
  let tags: readonly Canonical[] = []
  let left: Leaving | undefined
  for (const { people: changed, ...by } of changes) {
    people = applyDelta(people, { people: changed })
    const now = tagsOf(people['people'] ?? {}, userId)
    if (now.length > 0) left = undefined
    else if (tags.length > 0) left = { roles: rolesOf(tags), by }
    tags = now
  }
  return left
}

const tagsOf = (rows: Recorded[string], userId: string): Canonical[] => [
  ...new Set(
    Object.values(rows)
      .filter((row) => row['userId'] === userId && row['state'] === 1)
      .map((row) => row['roleTag'] ?? ''),
  ),
]

const rolesOf = (tags: readonly Canonical[]): string =>
  tags.map((tag) => labelOf('lo_role_tag', String(tag))).join('、')
