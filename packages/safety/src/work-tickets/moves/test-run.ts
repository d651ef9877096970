import { workExecutionEndpoints as execution } from '@suoan/contract'
import { keyValidMs, type KeyFact, type TicketEvent, type TicketFacts } from '@suoan/domain/work-ticket'
import { z } from 'zod'
import { just, reading } from '../event-source.ts'
import type { BindMove } from './bind-move.ts'
import { noteNotified } from './release.ts'

const testAsked = z.object({
  pointIds: z.array(z.string()),
  userIds: z.array(z.string()),
  minutes: z.number(),
  toolsCleared: z.boolean(),
})
const groupAsked = z.object({ group: z.number() })

/** A test with lifted locks and its end (T35–T37), and a release group given back (T38). */
export function bindTesting(bindMove: BindMove): void {
  bindMove(execution.testBegin, ({ pointIds, userIds, minutes, toolsCleared, notified }) => {
    let plan = { pointIds, userIds, minutes, toolsCleared }
    return reading(['keys', 'now'], {
      prepare: (scene) => noteNotified(scene, notified),
      // The permitter names nothing: he confirms what was asked.
      event: ({ facts }) => {
        const asked = pointIds.length === 0 ? testAsked.safeParse(askedArgs('testBegin', facts)) : null
        if (asked?.success) plan = asked.data
        return { type: 'testBegin', ...plan }
      },
      diff: () => ({ ...plan }),
    })
  })
  bindMove(execution.testEnd, ({ deEnergised }) => just({ type: 'testEnd', deEnergised }))
  bindMove(execution.relocked, () => just({ type: 'relocked' }))
  bindMove(execution.groupRelease, ({ group, notified }) => {
    let released = group
    return reading(['keys', 'now'], {
      prepare: (scene) => noteNotified(scene, notified),
      event: ({ facts }) => {
        const asked = group === 0 ? groupAsked.safeParse(askedArgs('groupRelease', facts)) : null
        released = asked?.success ? asked.data.group : group
        return { type: 'groupRelease', group: released }
      },
      diff: () => ({ group: released }),
    })
  })
}

/** What the first signature of an event asked for, while it is valid. */
function askedArgs(
  event: TicketEvent['type'],
  { keys, now }: Pick<TicketFacts, 'keys' | 'now'>,
): KeyFact['args'] {
  return keys.find((key) => key.event === event && key.index === 0 && now - key.at <= keyValidMs)?.args
}
