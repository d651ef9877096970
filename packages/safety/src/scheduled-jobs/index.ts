import type { Feature } from '@suoan/platform/http/route'
import { batteryForecast } from './battery-forecast.ts'
import { reminders } from './reminders.ts'
import { telemetryRollUp } from './telemetry-roll-up.ts'
import { logRetention } from './log-retention.ts'

/** 定时任务 of safety that belong to no other feature. */
export const scheduledJobs: Feature = ({ ctx }) => {
  for (const declare of [logRetention, telemetryRollUp, batteryForecast, reminders]) declare(ctx)
}
