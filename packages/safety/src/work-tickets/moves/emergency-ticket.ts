import { emergencyEndpoints as calls, type InputOf } from '@suoan/contract'
import type { Actor, Context } from '@suoan/platform/context'
import type { Bind } from '@suoan/platform/http/route'
import { advanceChain } from '../advance-ticket.ts'
import { detectConflicts } from '../detect-conflicts.ts'
import { planReads, planStateOf } from '../draft/check-plan.ts'
import { raiseLevel } from '../facts/level.ts'
import { command, just } from '../ticket-command.ts'
import { snapshotOf } from '../ticket-snapshot.ts'
import { readTagOfPlace } from './presence.ts'
import type { BindMove } from './bind-move.ts'

/** The emergency ticket (T50): one person on site answers for review and approval; others review it afterwards. */
export function bindEmergencyTicket(ctx: Context, bind: Bind, bindMove: BindMove): void {
  bind(calls.start, ({ input, actor }) => startEmergency(ctx, actor, input))
  bindMove(calls.afterReview, ({ opinion }) =>
    just({ type: 'afterReview', opinion }, { opinion }, async ({ tx, work }) => {
      await tx.updateTable('loWork').set({ afterReviewOpinion: opinion }).where('id', '=', work.id).execute()
    }),
  )
  bindMove(calls.reopen, () => just({ type: 'reopen' }))
}

/** 0→1→2→4 in one chain: three audit rows, or none. */
function startEmergency(ctx: Context, actor: Actor, input: InputOf<typeof calls.start>) {
  const { reason, onSite, proof } = input
  const submit = command({
    reads: planReads,
    position: onSite,
    prepare: async (scene) => {
      await raiseLevel(scene.tx, scene.work)
      await detectConflicts(scene.tx, scene.work, scene.now)
      return await readTagOfPlace(scene, proof, 'emergency.start')
    },
    act: ({ facts, prepared: tagRead }) => ({
      event: { type: 'emergencySubmit', reason, tagRead },
      afterEffects: async ({ tx, work }) => {
        await tx
          .updateTable('loWork')
          .set({ isolationPlanState: planStateOf(facts), emergencyReason: reason })
          .where('id', '=', work.id)
          .execute()
      },
      audit: ({ tx, work }) => snapshotOf(tx, work.id),
    }),
  })
  const chain = [
    submit,
    just({ type: 'emergencyReview' }, { reason }),
    just({ type: 'emergencyApprove' }, { reason }),
  ]
  return advanceChain(ctx, actor, input, calls.start.path, chain)
}
