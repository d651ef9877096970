import type { InputOf, workTicketEndpoints } from '@suoan/contract'
import { command, type Scene, type TicketCommand } from '../ticket-command.ts'
import { claimShut, forgetClosure } from './closure-claim.ts'
import { photoOf } from './photo.ts'
import { mustBeInUse } from './lock-in-use.ts'
import { mustNotBeElsewhere } from './presence.ts'

type Input = InputOf<(typeof workTicketEndpoints)['pointLock']>

/**
 * Locking a point (T22). A lock other than the planned one is recorded as a substitute. A passive lock reports nothing
 * by itself: a photo claims its closure, and a second person must see it (`point-witness.ts`) until a key has read it (G11).
 */
export function pointLock(input: Input): TicketCommand {
  const { pointId, lockId, proof } = input
  return command({
    reads: ['points'],
    prepare: async (scene) => {
      await mustBeInUse(scene.tx, scene.work.tenantId, lockId)
      await mustNotBeElsewhere(scene, pointId, proof, 'pointLock')
      await beginClosure(scene, input)
    },
    act: ({ facts }) => {
      const planned = facts.points.find((point) => point.pointId === pointId)?.plannedLockId
      const substituteReason = planned === lockId ? '' : '现场使用替代锁具'
      return {
        event: { type: 'pointLock', pointId, lockId, substituteReason },
        audit: { pointId, lockId },
      }
    },
  })
}

/** Whatever was seen of the point's lock before belongs to another hanging; the picture of this one claims its closure. */
async function beginClosure(scene: Scene, input: Input): Promise<void> {
  const { tx, work, now, occurredAt = now } = scene
  const { pointId, lockId, proof } = input
  const item = await tx
    .selectFrom('loWorkPoint')
    .select('isolateTime')
    .where('workId', '=', work.id)
    .where('pointId', '=', pointId)
    .executeTakeFirst()
  const unlessReadSince = item?.isolateTime?.getTime() ?? occurredAt
  await forgetClosure(tx, { workId: work.id, pointId, lockId, unlessReadSince })
  if (!proof?.photo) return
  const taken = await photoOf(scene, proof.photo, 'claim', pointId)
  await tx
    .updateTable('loWorkPoint')
    .set({ claimPhoto: taken?.path ?? null, updateTime: new Date(now) })
    .where('workId', '=', work.id)
    .where('pointId', '=', pointId)
    .execute()
  await claimShut(tx, work.id, lockId, occurredAt)
}
