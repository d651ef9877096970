import type { InputOf, workReviewEndpoints } from '@suoan/contract'
import { detectConflicts } from '../detect-conflicts.ts'
import { loadAsked } from '../facts/flow.ts'
import { command, type TicketCommand } from '../ticket-command.ts'
import { sign, stepDemand } from './sign.ts'
import { takeForAbsent } from './take-for-absent.ts'

/** Adopting or rejecting one pending review row (T06–T08). */
export function review(input: InputOf<(typeof workReviewEndpoints)['decide']>): TicketCommand {
  const { id: rowId, contentHash, opinion } = input
  const reasonCode = input.reasonCode ?? ''
  return command({
    position: input.onSite,
    reads: ['steps'],
    prepare: async (scene) => {
      await takeForAbsent(scene, rowId)
      await detectConflicts(scene.tx, scene.work, scene.now)
    },
    act: async ({ tx, work, facts }) => {
      const onBehalfOf = facts.steps.find((row) => row.id === rowId)?.delegateFor ?? null
      return {
        event:
          input.reviewStatus === 9
            ? { type: 'reviewReject', rowId, contentHash, opinion, reasonCode }
            : { type: 'reviewPass', rowId, contentHash, opinion, examiners: await loadAsked(tx, work, 2) },
        onBehalfOf,
        afterEffects: async (done) => {
          const signId = await sign(done, {
            bizId: rowId,
            role: 'REVIEW',
            given: input,
            // A rejection makes nothing possible: it is never refused for want of a proof.
            demand: input.reviewStatus === 9 ? 'SESSION' : await stepDemand(done.tx, 'loWorkReview', rowId),
            contentHash,
            onBehalfOf,
            position: input.onSite,
          })
          await done.tx
            .updateTable('loWorkReview')
            .set({ opinion, reasonCode: input.reasonCode ?? null, signId, contentHash })
            .where('id', '=', rowId)
            .execute()
        },
        audit: { rowId, reviewStatus: input.reviewStatus, opinion, reasonCode, onBehalfOf },
      }
    },
  })
}
