import type { InputOf, workTicketEndpoints } from '@suoan/contract'
import { execPhase } from '@suoan/domain/dictionaries'
import { fail } from '@suoan/platform/fail'
import type { TicketCommand } from '../ticket-command.ts'
import { mustBeCertified } from './certified.ts'
import { claimShut, mustCarryLock } from './closure-claim.ts'
import { mustBe, mustBeLive } from './crew.ts'
import { photoOf } from './photo.ts'

/**
 * A second person has seen that a passive lock is shut (G11: CLAIMED with photo and witness). He says so himself, under
 * his own name: the isolator's word that somebody saw it is one person's word.
 */
export function witnessClosure({
  pointId,
  photo,
}: InputOf<(typeof workTicketEndpoints)['pointWitness']>): TicketCommand {
  return {
    prepare: async (scene) => {
      const { tx, work, actor, now } = scene
      mustBeLive(scene)
      mustBe(actor, ['VERIFY', 'PERMIT', 'LEAD', 'SAFETY'], '验证人、许可人、工作负责人或安全管理人员')
      await mustBeCertified(scene, ['VERIFY', 'PERMIT', 'LEAD', 'SAFETY'])
      const item = await tx
        .selectFrom('loWorkPoint')
        .select(['isolatorId', 'claimPhoto', 'state', 'actualLockId'])
        .where('workId', '=', work.id)
        .where('pointId', '=', pointId)
        .executeTakeFirst()
      if (!item) throw fail('REFUSED', { detail: '该隔离点不在本票中，请核对' })
      if (item.isolatorId === actor.userId) throw fail('REFUSED', { detail: '见证人须为隔离人以外的另一人' })
      mustCarryLock(item)
      const own = await photoOf(scene, photo, 'witness', pointId)
      const seen = own?.path ?? item.claimPhoto
      if (seen === null) throw fail('REFUSED', { detail: '此点没有关锁照片，请拍照后再见证' })
      await tx
        .updateTable('loWorkPoint')
        .set({ claimPhoto: seen, witnessId: actor.userId, updateTime: new Date(now) })
        .where('workId', '=', work.id)
        .where('pointId', '=', pointId)
        .execute()
      // His own picture shows the closure where the isolator has taken none.
      if (own && item.actualLockId !== null) await claimShut(tx, work.id, item.actualLockId, now)
    },
    // The witness may be what the isolation was still waiting for (T23).
    act: ({ work }) => ({
      event: work.execPhase === execPhase.isolating ? { type: 'isolationRecheck' } : null,
      audit: { note: 'pointWitness', pointId, photo: photo ?? null },
    }),
  }
}
