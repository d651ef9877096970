import type { InputOf, workTicketEndpoints } from '@suoan/contract'
import { lockStatus, powerType, stateTrust } from '@suoan/domain/dictionaries'
import { sql } from 'kysely'
import { command, type Scene, type TicketCommand } from '../ticket-command.ts'
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
      if (proof?.photo) await claimClosure(scene, input, proof.photo)
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

async function claimClosure(scene: Scene, input: Input, photo: string): Promise<void> {
  const { tx, work, now, occurredAt = now } = scene
  const taken = await photoOf(scene, photo, 'claim', input.pointId)
  await tx
    .updateTable('loWorkPoint')
    .set({ claimPhoto: taken?.path ?? null, witnessId: null, updateTime: new Date(now) })
    .where('workId', '=', work.id)
    .where('pointId', '=', input.pointId)
    .execute()
  // A claim never talks over what a device has reported: only a passive lock whose state nobody has read takes it.
  await sql`update lo_lock l set lock_status = ${lockStatus.closed}, state_trust = ${stateTrust.claimed},
      state_time = ${new Date(occurredAt)}
    from lo_lock_type y, lo_work_lock x
    where y.id = l.lock_type_id and y.power_type = ${powerType.passive} and l.state_trust <> ${stateTrust.confirmed}
      and x.lock_id = l.id and x.work_id = ${work.id} and l.id = ${input.lockId}`.execute(tx)
}
