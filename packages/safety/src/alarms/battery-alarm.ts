/**
 * `batteryAlarm` of the domain as SQL, of a lock `l` and its type `t`: where locks are counted or found by it. A property
 * test holds it to the domain.
 */
export const batteryAlarmSql = `case when l.battery is null or t.power_type = 2 then null
  when l.battery <= t.batt_crit then 'A07' when l.battery <= t.batt_low then 'A06' end`
