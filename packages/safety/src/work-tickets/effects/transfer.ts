import { holdState, holdType, lockPurpose, removeMode } from '@suoan/domain/dictionaries'
import type { Effect } from '@suoan/domain/work-ticket'
import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import type { EffectScene } from './effect-scene.ts'
import { countHolds, takePersonalLock } from './holds.ts'

type Of<K extends Effect['do']> = Extract<Effect, { do: K }>

/** An isolator accepts a lock that is on already for the renewed ticket: this ticket's item names it, nothing is opened. */
export async function acceptLock({ tx, ticket }: EffectScene, effect: Of<'lock.accept'>): Promise<void> {
  await tx
    .updateTable('loWorkPoint')
    .set({ actualLockId: effect.lockId })
    .where('workId', '=', ticket.id)
    .where('pointId', '=', effect.pointId)
    .execute()
}

/**
 * All holds of the old ticket become this one's at one moment (T46): each old hold ends when its successor begins, in
 * one transaction, so that no reader and no instant of the record sees a point without a hold (SC14, I3).
 */
export async function transferHolds(scene: EffectScene, effect: Of<'holds.transfer'>): Promise<void> {
  const { tx, ticket, work, actor, now } = scene
  const moment = new Date(now)
  const ids = effect.holds.map((hold) => hold.holdId)
  if (ids.length === 0) return
  const old = await tx
    .updateTable('loPointHold')
    .set({
      state: holdState.released,
      removedTime: moment,
      removedBy: actor.userId,
      removeMode: removeMode.transfer,
    })
    .where('id', 'in', ids)
    .where('workId', '=', effect.fromWorkId)
    .where('state', 'in', [holdState.active, holdState.lifted])
    .returningAll()
    .execute()
  if (old.length !== ids.length) throw new Error(`holds of ${effect.fromWorkId} changed under their transfer`)
  for (const hold of old) {
    const userId = effect.holds.find((each) => each.holdId === hold.id)?.userId ?? hold.userId
    await tx
      .insertInto('loPointHold')
      .values({
        id: newId(),
        tenantId: work.tenantId,
        pointId: hold.pointId,
        boxId: hold.boxId,
        workId: ticket.id,
        userId,
        lockId: hold.lockId,
        holdType: hold.holdType,
        placedTime: moment,
        placedEventId: hold.placedEventId,
        releaseGroup: hold.releaseGroup,
        trust: hold.trust,
        state: holdState.active,
        createTime: moment,
      })
      .execute()
    if (hold.pointId !== null) await countHolds(scene, hold.pointId)
    if (hold.lockId === null) continue
    if (hold.holdType === holdType.isolationLock)
      await passIsolationLock(scene, effect.fromWorkId, hold.lockId, hold.pointId)
    else await passPersonalLock(scene, effect.fromWorkId, hold.lockId, userId)
  }
  await sql`update lo_lock set curr_work_id = ${ticket.id} where curr_work_id = ${effect.fromWorkId} and id in
    (select lock_id from lo_work_lock where work_id = ${ticket.id} and state < 3)`.execute(tx)
  await sql`update lo_work_tag set state = 3, remove_time = ${moment}
    where work_id = ${effect.fromWorkId} and state in (0, 1, 2)`.execute(tx)
  await sql`update lo_work_point set remark = ${`已移交续票 ${ticket.workNo}`}
    where work_id = ${effect.fromWorkId} and point_id = any(${old.flatMap(({ pointId }) => pointId ?? [])})`.execute(
    tx,
  )
}

/** Off the old ticket's list, onto this one's: an isolation lock serves one live ticket at a time. */
async function passIsolationLock(
  { tx, ticket, actor, now }: EffectScene,
  from: string,
  lockId: string,
  pointId: string | null,
): Promise<void> {
  await tx
    .updateTable('loWorkLock')
    .set({ state: 3, returnBy: actor.userId, returnTime: new Date(now) })
    .where('workId', '=', from)
    .where('lockId', '=', lockId)
    .where('state', '<', 3)
    .execute()
  await tx
    .updateTable('loWorkLock')
    .set({ state: 2, pointId })
    .where('workId', '=', ticket.id)
    .where('lockId', '=', lockId)
    .where('state', '<', 3)
    .execute()
  await tx
    .updateTable('loLock')
    .set({ currWorkId: ticket.id, updateTime: new Date(now) })
    .where('id', '=', lockId)
    .execute()
}

async function passPersonalLock(
  scene: EffectScene,
  from: string,
  lockId: string,
  ownerId: string | null,
): Promise<void> {
  const { tx, actor, now } = scene
  await tx
    .updateTable('loWorkLock')
    .set({ state: 3, returnBy: actor.userId, returnTime: new Date(now) })
    .where('workId', '=', from)
    .where('lockId', '=', lockId)
    .where('useType', '=', lockPurpose.personal)
    .where('state', '<', 3)
    .execute()
  await takePersonalLock(scene, ownerId, lockId)
}
