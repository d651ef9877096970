import { workTicketEndpoints as tickets } from '@suoan/contract'
import { detectConflicts } from '../detect-conflicts.ts'
import { command, just } from '../ticket-command.ts'
import type { BindMove } from './bind-move.ts'
import { pointLock } from './point-lock.ts'
import { pointVerify } from './point-verify.ts'
import { mustNotBeElsewhere, standsAtPoint } from './presence.ts'
import { noteNotified } from './release.ts'

/** Isolation before the work: begin, give up, and each point operated, locked, tagged, proven or failed (T20–T25, T52). */
export function bindIsolating(bindMove: BindMove): void {
  bindMove(tickets.isolateStart, () => ({
    ...just({ type: 'isolateStart' }),
    // Whoever was in the way at the approval may have moved since (G06).
    prepare: ({ tx, work, now }) => detectConflicts(tx, work, now),
  }))
  bindMove(tickets.isolateCancel, ({ notified }) => ({
    ...just({ type: 'isolateCancel' }),
    prepare: (scene) => noteNotified(scene, notified),
  }))
  bindMove(tickets.pointOperate, ({ pointId, proof, residualDone }) =>
    command({
      act: async (scene) => ({
        event: {
          type: 'pointOperate',
          pointId,
          presenceProof: await standsAtPoint(scene, pointId, proof, 'pointOperate'),
          ...(residualDone === 1 ? { residualDone: true } : {}),
        },
      }),
    }),
  )
  bindMove(tickets.pointLock, pointLock)
  bindMove(tickets.pointTag, ({ pointId, proof }) => ({
    ...just({ type: 'pointTag', pointId }),
    prepare: (scene) => mustNotBeElsewhere(scene, pointId, proof, 'pointTag'),
  }))
  bindMove(tickets.pointVerify, pointVerify)
  bindMove(tickets.pointFail, ({ pointId, reason }) =>
    just({ type: 'pointFail', pointId, reason }, { pointId, reason }),
  )
  bindMove(tickets.pointRestore, ({ pointId, proof, restorePos, notified }) => ({
    prepare: async (scene) => {
      await mustNotBeElsewhere(scene, pointId, proof, 'pointRestore')
      await noteNotified(scene, notified)
    },
    ...just({ type: 'pointRestore', pointId }, null, async ({ tx, work }) => {
      await tx
        .updateTable('loWorkPoint')
        .set({ restorePos: restorePos ?? null })
        .where('workId', '=', work.id)
        .where('pointId', '=', pointId)
        .execute()
    }),
  }))
}
