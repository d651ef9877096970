import { workExecutionEndpoints as execution, type InputOf } from '@suoan/contract'
import { execPhase, itemState, workStatus } from '@suoan/domain/dictionaries'
import { fail } from '@suoan/platform/fail'
import type { TicketCommand } from '../ticket-command.ts'
import type { BindMove } from './bind-move.ts'
import { mustCarryLock } from './closure-claim.ts'
import { mustBeCertified } from './certified.ts'
import { mustBe, mustBeLive } from './crew.ts'
import { standsAtPoint } from './presence.ts'

/** A verifier has looked at a low-power lock (G11): it counts for half an hour and may complete phase 10. */
export function bindVisualCheck(bindMove: BindMove): void {
  bindMove(execution.visualCheck, visualCheck)
}

function visualCheck({ pointId, proof }: InputOf<typeof execution.visualCheck>): TicketCommand {
  return {
    prepare: async (scene) => {
      const { tx, work, actor, now } = scene
      mustBeLive(scene)
      mustBe(actor, ['VERIFY'], '隔离验证人')
      await mustBeCertified(scene, ['VERIFY'])
      if (!(await standsAtPoint(scene, pointId, proof, 'visualCheck')))
        throw fail('REFUSED', { detail: '请在隔离点现场扫码、碰触标签或拍照后再确认' })
      const item = await tx
        .selectFrom('loWorkPoint')
        .select(['state', 'actualLockId'])
        .where('workId', '=', work.id)
        .where('pointId', '=', pointId)
        .executeTakeFirst()
      mustCarryLock(item ?? { state: itemState.waiting, actualLockId: null })
      await tx
        .updateTable('loWorkPoint')
        .set({ visualCheckTime: new Date(now) })
        .where('workId', '=', work.id)
        .where('pointId', '=', pointId)
        .execute()
    },
    act: ({ work }) => ({
      event:
        work.workStatus === workStatus.approved && work.execPhase === execPhase.isolating
          ? { type: 'isolationRecheck' }
          : null,
      audit: { note: 'visualCheck', pointId },
    }),
  }
}
