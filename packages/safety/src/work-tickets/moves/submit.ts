import { workTicketEndpoints as tickets } from '@suoan/contract'
import { detectConflicts } from '../detect-conflicts.ts'
import { planReads, planStateOf } from '../draft/check-plan.ts'
import { loadAsked } from '../facts/flow.ts'
import { raiseLevel } from '../facts/level.ts'
import { command, just, type TicketCommand } from '../ticket-command.ts'
import { snapshotOf } from '../ticket-snapshot.ts'
import type { BindMove } from './bind-move.ts'

/** From draft to review and back: submit (T04, T09), withdraw (T05), void (T18), delete a draft (T03). */
export function bindSubmitting(bindMove: BindMove): void {
  bindMove(tickets.submit, ({ answer = '' }) => submit(answer))
  bindMove(tickets.withdraw, () => just({ type: 'withdraw' }))
  bindMove(tickets.void, ({ reason }) =>
    just({ type: 'void', reason }, { reason }, async ({ tx, work }) => {
      await tx.updateTable('loWork').set({ voidReason: reason }).where('id', '=', work.id).execute()
    }),
  )
}

/** The level is raised and conflicts are looked for first, reviewers are chosen from the flow, and the words are kept for the next round. */
function submit(answer: string): TicketCommand {
  return command({
    reads: planReads,
    prepare: async ({ tx, work, now }) => {
      await raiseLevel(tx, work)
      await detectConflicts(tx, work, now)
    },
    act: async ({ tx, work, facts }) => ({
      // Approvers are chosen again when the reviews are done (T07); a flow without any is refused now.
      event: {
        type: 'submit',
        assignees: [...(await loadAsked(tx, work, 1)), ...(await loadAsked(tx, work, 2))],
      },
      afterEffects: async ({ tx, work }) => {
        await tx
          .updateTable('loWork')
          .set({ isolationPlanState: planStateOf(facts) })
          .where('id', '=', work.id)
          .execute()
      },
      audit: async ({ tx, work }) => ({ ...(await snapshotOf(tx, work.id)), answer: answer || null }),
    }),
  })
}
