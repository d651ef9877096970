import { workTicketEndpoints as tickets } from '@suoan/contract'
import { detectConflicts } from '../detect-conflicts.ts'
import { planReads, planStateOf } from '../draft/check-plan.ts'
import { just, reading, type EventSource } from '../event-source.ts'
import { loadAsked } from '../facts/flow.ts'
import { snapshotOf } from '../ticket-snapshot.ts'
import type { BindMove } from './bind-move.ts'

/** From draft to review and back: submit (T04, T09), withdraw (T05), void (T18), delete a draft (T03). */
export function bindSubmitting(bindMove: BindMove): void {
  bindMove(tickets.submit, submit)
  bindMove(tickets.withdraw, () => just({ type: 'withdraw' }))
  bindMove(tickets.void, ({ reason }) => ({
    ...just({ type: 'void', reason }, { reason }),
    finish: async ({ tx, work }) => {
      await tx.updateTable('loWork').set({ voidReason: reason }).where('id', '=', work.id).execute()
    },
  }))
}

/** Conflicts are looked for first, reviewers are chosen from the flow, and the words are kept for the next round. */
function submit(): EventSource {
  let planState = 0
  return reading(planReads, {
    prepare: ({ tx, work, now }) => detectConflicts(tx, work, now),
    event: async ({ tx, work, facts }) => {
      planState = planStateOf(facts)
      return { type: 'submit', assignees: await loadAsked(tx, work, 1) }
    },
    finish: async ({ tx, work }) => {
      await tx
        .updateTable('loWork')
        .set({ isolationPlanState: planState })
        .where('id', '=', work.id)
        .execute()
    },
    diff: ({ tx, work }) => snapshotOf(tx, work.id),
  })
}
