import { alarm } from '@suoan/contract'
import type { Feature } from '@suoan/platform/http/route'
import { defineHooks, mountResource } from '@suoan/platform/resource'
import { completeAlarms, mountAlarmCalls } from './alarm-calls.ts'

export { audienceFor } from './audience.ts'
export { batteryAlarmSql } from './battery-alarm.ts'
export { handlersOf, ownAlarms, type Handled } from './handlers.ts'
export { mayKnowOfDuress } from './duress.ts'
export { alarmsOfLocks, alarmsOnTheWay } from './on-the-way.ts'
export { missedReactions, noteMissed, type Missed } from './missed-reactions.ts'
export { lockAlarms, raiseAlarms, recoverAlarmsOf, type Alarming } from './raise-alarms.ts'

/** Alarms A01–A20: raised by one rule whoever finds the fact, told to their people, acknowledged and closed (§3.6 LoAlarm). */
export const alarms: Feature = async (mount) => {
  mountResource(mount, alarm, defineHooks(alarm, { present: completeAlarms }))
  await mountAlarmCalls(mount)
}
