import { itemState } from '@suoan/domain/dictionaries'
import type { Effect } from '@suoan/domain/work-ticket'
import { sql } from 'kysely'
import { recoverAlarm } from './alarms.ts'
import type { EffectScene } from './effect-scene.ts'
import { holdIn } from '../../hold-sets.ts'
import { ticketIn } from '../../ticket-sets.ts'
import { forgetClosure } from '../moves/closure-claim.ts'

type Of<K extends Effect['do']> = Extract<Effect, { do: K }>

/** Point states (`lo_point_state`) that follow from the item's state on this ticket. */
const pointStateOf: Readonly<Record<number, number>> = {
  [itemState.operated]: 1,
  [itemState.locked]: 2,
  [itemState.tagged]: 2,
  [itemState.residualReleased]: 1,
  [itemState.verified]: 3,
  [itemState.lifted]: 4,
  [itemState.awaitingRelock]: 4,
  [itemState.restored]: 0,
  [itemState.abnormal]: 9,
}

/** States in which the lock of the point is off, doubted, or about to be put on anew. */
const lockComesOff: readonly number[] = [
  itemState.operated,
  itemState.lifted,
  itemState.awaitingRelock,
  itemState.abnormal,
]

/** The new state of a point of the ticket, with the person and the moment it stands for. */
export async function setPoint(scene: EffectScene, effect: Of<'point.set'>): Promise<void> {
  const { tx, ticket, actor, at } = scene
  const moment = new Date(at)
  const item = () =>
    tx.updateTable('loWorkPoint').where('workId', '=', ticket.id).where('pointId', '=', effect.pointId)
  await item().set({ state: effect.state }).execute()
  if (lockComesOff.includes(effect.state)) {
    const before = await tx
      .selectFrom('loWorkPoint')
      .select('actualLockId')
      .where('workId', '=', ticket.id)
      .where('pointId', '=', effect.pointId)
      .executeTakeFirst()
    const lockId = before?.actualLockId ?? null
    await forgetClosure(tx, { workId: ticket.id, pointId: effect.pointId, lockId, unlessReadSince: at })
  }
  if (effect.state === itemState.operated || effect.state === itemState.residualReleased)
    await item().set({ isolatorId: actor.userId, isolateTime: moment }).execute()
  if (effect.state === itemState.restored)
    await item().set({ restoreId: actor.userId, restoreTime: moment }).execute()
  if (effect.state === itemState.verified) await recoverAlarm(scene, effect.pointId)
  if (effect.residualDone) await item().set({ residualDone: 1 }).execute()
  if (effect.proof) {
    const { verifierId, at, method, unit, result, reVerifyDue } = effect.proof
    await item()
      .set({
        verifierId,
        verifyTime: new Date(at),
        verifyMethod: method,
        verifyUnit: unit,
        verifyResult: result ? 1 : 0,
        reVerifyDue: reVerifyDue === null ? null : new Date(reVerifyDue),
      })
      .execute()
  }
  const { rows: others } = await sql`
    select 1 from lo_point_hold h where h.point_id = ${effect.pointId} and h.work_id <> ${ticket.id} and ${holdIn('resting')}
    union all
    select 1 from lo_work_point x join lo_work w on w.id = x.work_id where x.point_id = ${effect.pointId}
      and x.work_id <> ${ticket.id} and x.state not in (${itemState.waiting}, ${itemState.restored}) and x.del_flag = 0
      and ${ticketIn('live')} limit 1`.execute(tx)
  // A point another ticket still holds, or relies on without a hold, keeps its state when ours lets go (G24), or comes to accept it (T46).
  const weaker: readonly number[] = [
    itemState.operated,
    itemState.locked,
    itemState.tagged,
    itemState.restored,
  ]
  if (others.length > 0 && weaker.includes(effect.state)) return
  await tx
    .updateTable('loPoint')
    .set({ currState: pointStateOf[effect.state] ?? 9 })
    .where('id', '=', effect.pointId)
    .execute()
}

/** What was verified at these points counts no more: it has to be proven again. */
export async function voidVerifications(
  { tx, ticket }: EffectScene,
  effect: Of<'verifications.void'>,
): Promise<void> {
  await tx
    .updateTable('loWorkPoint')
    .set({ verifierId: null, verifyTime: null, verifyResult: null, reVerifyDue: null })
    .where('workId', '=', ticket.id)
    .where('pointId', 'in', [...effect.pointIds])
    .execute()
}
