import { workExecutionEndpoints as execution } from '@suoan/contract'
import { keyValidMs, type KeyFact, type TicketEvent, type TicketFacts } from '@suoan/domain/work-ticket'
import { z } from 'zod'
import { command, just } from '../ticket-command.ts'
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
  bindMove(execution.testBegin, ({ pointIds, userIds, minutes, toolsCleared, notified }) =>
    command({
      reads: ['keys', 'now'],
      prepare: (scene) => noteNotified(scene, notified),
      // The permitter names nothing: he confirms what was asked.
      act: ({ facts }) => {
        const asked = pointIds.length === 0 ? testAsked.safeParse(askedArgs('testBegin', facts)) : null
        const plan = asked?.success ? asked.data : { pointIds, userIds, minutes, toolsCleared }
        return { event: { type: 'testBegin', ...plan }, audit: plan }
      },
    }),
  )
  bindMove(execution.testEnd, ({ deEnergised }) => just({ type: 'testEnd', deEnergised }))
  bindMove(execution.relocked, () => just({ type: 'relocked' }))
  bindMove(execution.groupRelease, ({ group: named, notified }) =>
    command({
      reads: ['keys', 'now'],
      prepare: (scene) => noteNotified(scene, notified),
      act: ({ facts }) => {
        const asked = named === 0 ? groupAsked.safeParse(askedArgs('groupRelease', facts)) : null
        const group = asked?.success ? asked.data.group : named
        return { event: { type: 'groupRelease', group }, audit: { group } }
      },
    }),
  )
}

/** What the first signature of an event asked for, while it is valid. */
function askedArgs(
  event: TicketEvent['type'],
  { keys, now }: Pick<TicketFacts, 'keys' | 'now'>,
): KeyFact['args'] {
  return keys.find((key) => key.event === event && key.index === 0 && now - key.at <= keyValidMs)?.args
}
