import { holdState, holdType, lockPurpose } from '@suoan/domain/dictionaries'
import type { Effect } from '@suoan/domain/work-ticket'
import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import type { EffectScene } from './effect-scene.ts'
import { holdIn } from '../../hold-sets.ts'

/** `LoWorkLock.state`: 使用中, 已归还. */
const inUse = 2
const returned = 3

type Of<K extends Effect['do']> = Extract<Effect, { do: K }>

/** Planned points are marked while the ticket is reviewed, so that others see the clash coming (T04). */
export async function tentativeHolds({ tx, ticket, work, now }: EffectScene): Promise<void> {
  const points = await tx
    .selectFrom('loWorkPoint')
    .select(['pointId', 'plannedLockId'])
    .where('workId', '=', ticket.id)
    .execute()
  for (const point of points) {
    await tx
      .insertInto('loPointHold')
      .values({
        id: newId(),
        tenantId: work.tenantId,
        pointId: point.pointId,
        workId: ticket.id,
        userId: ticket.applicantId,
        lockId: point.plannedLockId,
        holdType: holdType.planned,
        state: holdState.reserved,
        createTime: new Date(now),
      })
      .execute()
  }
}

/** Gives back the points a plan had only marked. */
export async function freeTentative({ tx, ticket, now }: EffectScene): Promise<void> {
  await tx
    .updateTable('loPointHold')
    .set({ state: holdState.released, removedTime: new Date(now) })
    .where('workId', '=', ticket.id)
    .where('holdType', '=', holdType.planned)
    .where('state', '=', holdState.reserved)
    .execute()
}

/**
 * Approval turns the plan into a claim: the locks know their ticket, so nobody else can plan them (G07).
 */
export async function makeReservations({ tx, ticket }: EffectScene): Promise<void> {
  await sql`update lo_lock set curr_work_id = ${ticket.id} where id in
    (select lock_id from lo_work_lock where work_id = ${ticket.id} and use_type in (1, 2, 4) and state < 3)
    and curr_work_id is null`.execute(tx)
}

/** Gives back the locks that were claimed for the ticket. */
export async function freeReservations({ tx, ticket }: EffectScene): Promise<void> {
  await sql`update lo_lock set curr_work_id = null where curr_work_id = ${ticket.id}`.execute(tx)
}

/** The isolation lock on a point: the hold names the isolator and the event that proved the closure. */
export async function placeHold(scene: EffectScene, effect: Of<'hold.place'>): Promise<void> {
  const { tx, ticket, work, actor, now, at } = scene
  const last = await tx
    .selectFrom('loLockLog')
    .select('id')
    .where('lockId', '=', effect.lockId)
    .where('eventType', '=', 'CLOSE')
    .orderBy('occurTime', 'desc')
    .limit(1)
    .executeTakeFirst()
  // Re-locking the same point by the same person renews the hold instead of stacking a second one.
  await tx
    .updateTable('loPointHold')
    .set({ state: holdState.released, removedTime: new Date(at), removedBy: actor.userId })
    .where('pointId', '=', effect.pointId)
    .where('workId', '=', ticket.id)
    .where('holdType', '=', holdType.isolationLock)
    .where('state', 'in', [holdState.active, holdState.lifted])
    .execute()
  await tx
    .insertInto('loPointHold')
    .values({
      id: newId(),
      tenantId: work.tenantId,
      pointId: effect.pointId,
      workId: ticket.id,
      userId: actor.userId,
      lockId: effect.lockId,
      holdType: effect.holdType,
      placedTime: new Date(at),
      placedEventId: last?.id ?? null,
      state: holdState.active,
      createTime: new Date(now),
    })
    .execute()
  await countHolds(scene, effect.pointId)
}

/** A person's own lock, on a point or on the box that holds the keys (T26). */
export async function placePersonalHold(scene: EffectScene, effect: Of<'personalHold.place'>): Promise<void> {
  const { tx, ticket, work, now, at } = scene
  await tx
    .insertInto('loPointHold')
    .values({
      id: newId(),
      tenantId: work.tenantId,
      pointId: effect.pointId,
      boxId: effect.boxId,
      workId: ticket.id,
      userId: effect.userId,
      lockId: effect.lockId,
      holdType: effect.pointId === null ? holdType.personalOnBox : holdType.personalOnPoint,
      placedTime: new Date(at),
      state: holdState.active,
      createTime: new Date(now),
    })
    .execute()
  await takePersonalLock(scene, effect.userId, effect.lockId)
  if (effect.pointId !== null) await countHolds(scene, effect.pointId)
}

/** The lock is in use by this ticket as its owner's personal one, and the owner's row in the ticket names it. */
export async function takePersonalLock(
  { tx, ticket, work, now }: EffectScene,
  ownerId: string | null,
  lockId: string,
): Promise<void> {
  await tx
    .insertInto('loWorkLock')
    .values({
      id: newId(),
      tenantId: work.tenantId,
      workId: ticket.id,
      lockId,
      useType: lockPurpose.personal,
      ownerId,
      state: inUse,
      createTime: new Date(now),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['workId', 'lockId'])
        // Without values: the index is found by its own condition, whatever plan the database keeps.
        .where(sql<boolean>`state < 3 and del_flag = 0`)
        .doUpdateSet({ state: inUse }),
    )
    .execute()
  await tx
    .updateTable('loWorkPerson')
    .set({ personalLockId: lockId })
    .where('workId', '=', ticket.id)
    .where('personId', '=', ownerId)
    .execute()
}

/** Takes holds away and says who did it and how; the points are counted again. */
export async function releaseHolds(scene: EffectScene, effect: Of<'hold.release'>): Promise<void> {
  if (effect.holdIds.length === 0) return
  const released = await scene.tx
    .updateTable('loPointHold')
    .set({
      state: holdState.released,
      removedTime: new Date(scene.at),
      removedBy: effect.by ?? scene.actor.userId,
      removeMode: effect.mode,
    })
    .where('id', 'in', [...effect.holdIds])
    .returning(['pointId', 'lockId', 'holdType'])
    .execute()
  for (const { pointId, lockId, holdType: type } of released) {
    if (pointId !== null) await countHolds(scene, pointId)
    if (type !== holdType.isolationLock && lockId !== null) await takeBackPersonalLock(scene, lockId)
  }
}

/** A personal lock that is off is its owner's again and may go on another ticket. */
async function takeBackPersonalLock({ tx, ticket, actor, now }: EffectScene, lockId: string): Promise<void> {
  await tx
    .updateTable('loWorkLock')
    .set({ state: returned, returnBy: actor.userId, returnTime: new Date(now) })
    .where('workId', '=', ticket.id)
    .where('lockId', '=', lockId)
    .where('useType', '=', lockPurpose.personal)
    .where('state', '<', returned)
    .execute()
}

/** Writes the number of live holds to the point, where lists and maps read it. */
export async function countHolds({ tx }: EffectScene, pointId: string): Promise<void> {
  await sql`update lo_point set hold_count = (select count(*) from lo_point_hold
    where point_id = ${pointId} and ${holdIn('resting', 'lo_point_hold')}) where id = ${pointId}`.execute(tx)
}
