import { grantStatus, grantType, holdState, holdType } from '@suoan/domain/dictionaries'
import type { Effect } from '@suoan/domain/work-ticket'
import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import { cancelTimers, scheduleTimer } from '@suoan/platform/timers'
import type { EffectScene } from './effect-scene.ts'

type Of<K extends Effect['do']> = Extract<Effect, { do: K }>

/** The isolation locks of the set rest no longer, but stay their holders' to put back (T35). */
export async function liftHolds({ tx, ticket, now }: EffectScene, effect: Of<'hold.lift'>): Promise<void> {
  if (effect.pointIds.length === 0) return
  await tx
    .updateTable('loPointHold')
    .set({ state: holdState.lifted, updateTime: new Date(now) })
    .where('workId', '=', ticket.id)
    .where('pointId', 'in', [...effect.pointIds])
    .where('holdType', '=', holdType.isolationLock)
    .where('state', '=', holdState.active)
    .execute()
}

/** Named people may open the lifted set until the minutes are over; then the system stops the test. */
export async function beginTest(scene: EffectScene, effect: Of<'test.begin'>): Promise<void> {
  const { tx, ticket, work, now } = scene
  const testRun = JSON.stringify({
    pointIds: effect.pointIds,
    userIds: effect.userIds,
    until: effect.until,
  })
  await sql`update lo_work set test_run = ${testRun}::jsonb where id = ${ticket.id}`.execute(tx)
  const { rows } = await sql<{ lockId: string; userId: string; personId: string }>`
    select distinct on (i.actual_lock_id, p.user_id) i.actual_lock_id as lock_id, p.user_id, p.id as person_id
    from lo_work_point i
    join lo_work_person p on p.work_id = i.work_id and p.state = 1 and p.user_id = any(${[...effect.userIds]}::text[])
    where i.work_id = ${ticket.id} and i.point_id = any(${[...effect.pointIds]}::text[]) and i.actual_lock_id is not null
    order by i.actual_lock_id, p.user_id, p.id`.execute(tx)
  for (const { lockId, userId, personId } of rows)
    await tx
      .insertInto('loLockUser')
      .values({
        id: newId(),
        tenantId: work.tenantId,
        userId,
        scopeType: 1,
        lockId,
        grantType: grantType.testRun,
        actions: 'OPEN',
        validFrom: new Date(now),
        validTo: new Date(effect.until),
        maxUses: 0,
        usedCount: 0,
        workId: ticket.id,
        workPersonId: personId,
        phases: '22',
        grantBy: 'SYSTEM',
        reason: `工作票 ${ticket.workNo} 试运行`,
        status: grantStatus.active,
        createTime: new Date(now),
      })
      .execute()
  await scheduleTimer(tx, {
    tenantId: work.tenantId,
    kind: 'ticket.testOver',
    subjectId: ticket.id,
    dueAt: effect.until,
    data: {},
  })
}

/** Nobody opens the set any more (T36, T32, T54). */
export async function endTest({ tx, ticket, work, now }: EffectScene): Promise<void> {
  await tx
    .updateTable('loLockUser')
    .set({ status: grantStatus.revoked, updateTime: new Date(now) })
    .where('workId', '=', ticket.id)
    .where('grantType', '=', grantType.testRun)
    .where('status', 'in', [grantStatus.pending, grantStatus.active, grantStatus.frozen])
    .execute()
  await cancelTimers(tx, { tenantId: work.tenantId, subjectId: ticket.id, kind: 'ticket.testOver' })
}

/** The set is locked and proven again: there is no test any more (T37, T33). */
export async function clearTest({ tx, ticket }: EffectScene): Promise<void> {
  await sql`update lo_work set test_run = null where id = ${ticket.id}`.execute(tx)
}
