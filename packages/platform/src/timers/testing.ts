import type { Context } from '../context.ts'
import { createTimerRunner } from './run-timers.ts'

/** Runs every timer that is due by the context's clock, one after the other; returns how many were done. */
export const runDueTimers = (ctx: Context): Promise<number> => createTimerRunner(1)(ctx)
