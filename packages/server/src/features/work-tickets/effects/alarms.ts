import type { Effect } from '@suoan/domain/work-ticket'
import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import type { EffectScene } from './apply.ts'

type Of<K extends Effect['do']> = Extract<Effect, { do: K }>

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
export async function recoverAlarm({ tx, ticket, now }: EffectScene, pointId: string): Promise<void> {
  await sql`update lo_alarm set status = 2, recover_time = ${new Date(now)}
    where work_id = ${ticket.id} and alarm_type = 'A17' and source_sn = ${pointId} and status in (0, 1)`.execute(
    tx,
  )
}

/** What raised an alarm of the ticket is over (A18 when the last person is out). */
export async function recoverAlarms(
  { tx, ticket, now }: EffectScene,
  effect: Of<'alarm.recover'>,
): Promise<void> {
  await sql`update lo_alarm set status = 2, recover_time = ${new Date(now)}
    where work_id = ${ticket.id} and alarm_type = ${effect.alarmType} and status in (0, 1)`.execute(tx)
}
