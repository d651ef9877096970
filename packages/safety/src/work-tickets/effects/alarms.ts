import type { Effect } from '@suoan/domain/work-ticket'
import { raiseAlarms, recoverAlarmsOf } from '../../alarms/index.ts'
import type { EffectScene } from './effect-scene.ts'

type Of<K extends Effect['do']> = Extract<Effect, { do: K }>

/** An alarm of the ticket, tied to the point it speaks of; told and counted by the rules of its type like any other. */
export async function raiseAlarm(
  { tx, emit, ticket, work, pointId, now }: EffectScene,
  effect: Of<'alarm.raise'>,
): Promise<void> {
  const fact = {
    tenantId: work.tenantId,
    alarmType: effect.alarmType,
    sourceKind: 'SYS',
    sourceSn: pointId ?? ticket.id,
    lockId: null,
    workId: ticket.id,
    areaCode: ticket.areaCode,
    at: now,
    value: effect.text,
    threshold: null,
    logId: null,
  }
  await raiseAlarms(tx, emit, [fact], now)
}

/** A point proven again has answered the alarm that its failure raised (T25 → T24). */
export async function recoverAlarm(
  { tx, emit, work, ticket, now }: EffectScene,
  pointId: string,
): Promise<void> {
  const of = { tenantId: work.tenantId, workId: ticket.id, alarmType: 'A17', sourceSn: pointId }
  await recoverAlarmsOf(tx, emit, of, now)
}

/** What raised an alarm of the ticket is over (A18 when the last person is out). */
export async function recoverAlarms(
  { tx, emit, work, ticket, now }: EffectScene,
  { alarmType }: Of<'alarm.recover'>,
): Promise<void> {
  await recoverAlarmsOf(tx, emit, { tenantId: work.tenantId, workId: ticket.id, alarmType }, now)
}
