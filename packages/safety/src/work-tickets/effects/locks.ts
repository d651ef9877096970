import { custody } from '@suoan/domain/dictionaries'
import type { Effect } from '@suoan/domain/work-ticket'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import type { EffectScene } from './effect-scene.ts'

type Of<K extends Effect['do']> = Extract<Effect, { do: K }>

/** The lock now sits on the point for this ticket; a lock other than the planned one is recorded as a substitute. */
export async function installLock(
  { tx, ticket, now }: EffectScene,
  effect: Of<'lock.install'>,
): Promise<void> {
  await tx
    .updateTable('loWorkPoint')
    .set({
      actualLockId: effect.lockId,
      ...(effect.substituteReason ? { remark: effect.substituteReason } : {}),
    })
    .where('workId', '=', ticket.id)
    .where('pointId', '=', effect.pointId)
    .execute()
  await tx
    .updateTable('loLock')
    .set({
      custody: custody.installed,
      pointId: effect.pointId,
      currWorkId: ticket.id,
      updateTime: new Date(now),
    })
    .where('id', '=', effect.lockId)
    .execute()
  await sql`update lo_work_lock set state = 2, point_id = ${effect.pointId}
    where work_id = ${ticket.id} and lock_id = ${effect.lockId}`.execute(tx)
}

/** A lock goes back to the store and belongs to no ticket and no point. */
export async function returnLock(
  { tx, ticket, actor, now }: EffectScene,
  effect: Of<'lock.return'>,
): Promise<void> {
  await freeLock(tx, effect.lockId, { custody: custody.inStore, holderId: null }, now)
  await tx
    .updateTable('loWorkLock')
    .set({ state: 3, returnBy: actor.userId, returnTime: new Date(now) })
    .where('workId', '=', ticket.id)
    .where('lockId', '=', effect.lockId)
    .execute()
}

/** The tag names the person (3-domain.md §3.5 `LoWorkTag`); it was printed with the plan or is made now. */
export async function hangTag(
  { tx, ticket, work, actor, now, at }: EffectScene,
  effect: Of<'tag.hang'>,
): Promise<void> {
  await tx
    .updateTable('loWorkTag')
    .set({ state: 2, hangTime: new Date(at), holderId: actor.userId })
    .where('workId', '=', ticket.id)
    .where('pointId', '=', effect.pointId)
    .execute()
  await tx
    .updateTable('loWork')
    .set({ updateTime: new Date(now) })
    .where('id', '=', work.id)
    .execute()
}

/** The tag comes off its point. */
export async function removeTag({ tx, ticket, at }: EffectScene, effect: Of<'tag.remove'>): Promise<void> {
  await tx
    .updateTable('loWorkTag')
    .set({ state: 3, removeTime: new Date(at) })
    .where('workId', '=', ticket.id)
    .where('pointId', '=', effect.pointId)
    .execute()
}

/** The lock leaves its point with the person who put it there, until he returns it to the store (T38, then leg L6). */
export async function handBackLock(
  { tx, ticket, actor, now }: EffectScene,
  effect: Of<'lock.handBack'>,
): Promise<void> {
  await freeLock(tx, effect.lockId, { custody: custody.issued, holderId: effect.userId }, now)
  await tx
    .updateTable('loWorkLock')
    .set({ state: 3, returnBy: actor.userId, returnTime: new Date(now) })
    .where('workId', '=', ticket.id)
    .where('lockId', '=', effect.lockId)
    .execute()
}

/** A lock that was reported lost, in repair or scrapped stays so: the end of its ticket does not bring it back. */
async function freeLock(
  tx: Tx,
  lockId: string,
  to: { readonly custody: number; readonly holderId: string | null },
  now: number,
): Promise<void> {
  await sql`update lo_lock set point_id = null, curr_work_id = null, update_time = ${new Date(now)},
      custody = case when custody in (${outOfUse}) then custody else ${to.custody}::smallint end,
      holder_id = case when custody in (${outOfUse}) then null else coalesce(${to.holderId}, holder_id) end
    where id = ${lockId}`.execute(tx)
}

const outOfUse = sql.join([custody.lost, custody.repair, custody.scrapped])
