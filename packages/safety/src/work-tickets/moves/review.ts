import type { InputOf, workReviewEndpoints } from '@suoan/contract'
import { detectConflicts } from '../detect-conflicts.ts'
import { reading, type EventSource } from '../event-source.ts'
import { loadAsked } from '../facts/flow.ts'
import { sign } from './sign.ts'

/** Adopting or rejecting one pending review row (T06–T08). */
export function review(input: InputOf<(typeof workReviewEndpoints)['decide']>): EventSource {
  const { id: rowId, contentHash, opinion } = input
  const reasonCode = input.reasonCode ?? ''
  let onBehalfOf: string | null = null
  return reading(['steps'], {
    position: input.onSite,
    prepare: ({ tx, work, now }) => detectConflicts(tx, work, now),
    event: async ({ tx, work, facts }) => {
      onBehalfOf = facts.steps.find((row) => row.id === rowId)?.delegateFor ?? null
      return input.reviewStatus === 9
        ? { type: 'reviewReject', rowId, contentHash, opinion, reasonCode }
        : { type: 'reviewPass', rowId, contentHash, opinion, examiners: await loadAsked(tx, work, 2) }
    },
    finish: async (scene) => {
      const signId = await sign(scene, {
        bizId: rowId,
        role: 'REVIEW',
        type: input.signType,
        contentHash,
        onBehalfOf,
        position: input.onSite,
      })
      await scene.tx
        .updateTable('loWorkReview')
        .set({ opinion, reasonCode: input.reasonCode ?? null, signId, contentHash })
        .where('id', '=', rowId)
        .execute()
    },
    onBehalfOf: () => onBehalfOf,
    diff: () => ({ rowId, reviewStatus: input.reviewStatus, opinion, reasonCode, onBehalfOf }),
  })
}
