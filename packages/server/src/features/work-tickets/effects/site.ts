import { custody, itemState } from '@suoan/domain/dictionaries'
import type { Effect } from '@suoan/domain/work-ticket'
import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import type { EffectScene } from './apply.ts'

type Of<K extends Effect['do']> = Extract<Effect, { do: K }>

/** Point states (`lo_point_state`) that follow from the item's state on this ticket. */
const pointStateOf: Readonly<Record<number, number>> = {
  [itemState.operated]: 1,
  [itemState.locked]: 2,
  [itemState.tagged]: 2,
  [itemState.residualReleased]: 1,
  [itemState.verified]: 3,
  [itemState.lifted]: 4,
  [itemState.restored]: 0,
  [itemState.abnormal]: 9,
}

export async function setPoint(scene: EffectScene, effect: Of<'point.set'>): Promise<void> {
  const { tx, ticket, actor, now } = scene
  const moment = new Date(now)
  const item = () =>
    tx.updateTable('loWorkPoint').where('workId', '=', ticket.id).where('pointId', '=', effect.pointId)
  await item().set({ state: effect.state }).execute()
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
  const others = await tx
    .selectFrom('loPointHold')
    .select('id')
    .where('pointId', '=', effect.pointId)
    .where('workId', '<>', ticket.id)
    .where('state', 'in', [1, 2])
    .executeTakeFirst()
  // A point another ticket still holds keeps its state when ours lets go (G24).
  if (effect.state === itemState.restored && others) return
  await tx
    .updateTable('loPoint')
    .set({ currState: pointStateOf[effect.state] ?? 9 })
    .where('id', '=', effect.pointId)
    .execute()
}

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

export async function returnLock(
  { tx, ticket, actor, now }: EffectScene,
  effect: Of<'lock.return'>,
): Promise<void> {
  await tx
    .updateTable('loLock')
    .set({ custody: custody.inStore, pointId: null, currWorkId: null, updateTime: new Date(now) })
    .where('id', '=', effect.lockId)
    .execute()
  await tx
    .updateTable('loWorkLock')
    .set({ state: 3, returnBy: actor.userId, returnTime: new Date(now) })
    .where('workId', '=', ticket.id)
    .where('lockId', '=', effect.lockId)
    .execute()
}

/** The tag names the person (3-domain.md §3.5 `LoWorkTag`); it was printed with the plan or is made now. */
export async function hangTag(
  { tx, ticket, work, actor, now }: EffectScene,
  effect: Of<'tag.hang'>,
): Promise<void> {
  await tx
    .updateTable('loWorkTag')
    .set({ state: 2, hangTime: new Date(now), holderId: actor.userId })
    .where('workId', '=', ticket.id)
    .where('pointId', '=', effect.pointId)
    .execute()
  await tx
    .updateTable('loWork')
    .set({ updateTime: new Date(now) })
    .where('id', '=', work.id)
    .execute()
}

export async function removeTag({ tx, ticket, now }: EffectScene, effect: Of<'tag.remove'>): Promise<void> {
  await tx
    .updateTable('loWorkTag')
    .set({ state: 3, removeTime: new Date(now) })
    .where('workId', '=', ticket.id)
    .where('pointId', '=', effect.pointId)
    .execute()
}

/** Entering and leaving: the person's state and an append-only presence row (T28, T29). */
export async function setPerson(
  { tx, ticket, work, actor, now }: EffectScene,
  effect: Of<'person.set'>,
): Promise<void> {
  const moment = new Date(now)
  const rows = await tx
    .updateTable('loWorkPerson')
    .set({ onState: effect.onState, ...(effect.onState === 1 ? { inTime: moment } : { outTime: moment }) })
    .where('workId', '=', ticket.id)
    .where('userId', '=', effect.userId)
    .where('state', '=', 1)
    .returning('id')
    .execute()
  await tx
    .insertInto('loWorkPresence')
    .values({
      id: newId(),
      tenantId: work.tenantId,
      workId: ticket.id,
      workPersonId: rows[0]?.id ?? null,
      dir: effect.onState,
      time: moment,
      method: 'MAN',
      byUserId: actor.userId,
    })
    .execute()
}

/** An alarm of the ticket, tied to the point it speaks of; while it stands a repetition only counts up. */
export async function raiseAlarm(
  { tx, ticket, work, pointId, now }: EffectScene,
  effect: Of<'alarm.raise'>,
): Promise<void> {
  const repeated = await sql`update lo_alarm set count = coalesce(count, 0) + 1, last_time = ${new Date(now)}
    where work_id = ${ticket.id} and alarm_type = ${effect.alarmType} and source_sn is not distinct from ${pointId}
      and status in (0, 1)`.execute(tx)
  if ((repeated.numAffectedRows ?? 0n) > 0n) return
  const id = newId()
  await tx
    .insertInto('loAlarm')
    .values({
      id,
      tenantId: work.tenantId,
      alarmNo: `A${id}`,
      alarmType: effect.alarmType,
      alarmLevel: effect.level,
      sourceKind: 'SYS',
      sourceSn: pointId,
      workId: ticket.id,
      areaCode: ticket.areaCode,
      firstTime: new Date(now),
      lastTime: new Date(now),
      count: 1,
      value: effect.text.slice(0, 50),
      status: 0,
    })
    .execute()
}

/** A point proven again has answered the alarm that its failure raised (T25 → T24). */
async function recoverAlarm({ tx, ticket, now }: EffectScene, pointId: string): Promise<void> {
  await sql`update lo_alarm set status = 2, recover_time = ${new Date(now)}
    where work_id = ${ticket.id} and alarm_type = 'A17' and source_sn = ${pointId} and status in (0, 1)`.execute(
    tx,
  )
}
