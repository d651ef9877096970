import type { Reacting } from '@suoan/platform/context'
import { raiseAlarms } from './raise-alarms.ts'

/** What stands for the checks of missed reactions as the source of an alarm (A20); it stands until somebody closes it. */
export const missedReactions = 'missed-reactions'

/** Work that had to follow on a stored change and was neither done nor waiting. */
export interface Missed {
  readonly tenantId: number
  /** The consumer whose work was missing, or of the check that found it. */
  readonly consumer: string
  /** The lock or ticket as people name it. */
  readonly name: string
  readonly workId: string | null
  readonly areaCode: string | null
  /** What tells the case apart, for the log. */
  readonly about: object
}

/** Writes down what a check has done in place of reactions: each is logged as a defect and counted by an alarm (A20). */
export async function noteMissed({ ctx, tx, emit, now }: Reacting, missed: readonly Missed[]): Promise<void> {
  for (const { consumer, name, about } of missed)
    ctx.log.error({ consumer, name, ...about }, 'a reaction was missed: this is a defect')
  const facts = missed.map(({ tenantId, name, workId, areaCode }) => ({
    tenantId,
    alarmType: 'A20' as const,
    sourceKind: 'SYS',
    sourceSn: missedReactions,
    lockId: null,
    workId,
    areaCode,
    at: now,
    value: `${name} 漏做的处理已补做`,
    threshold: null,
    logId: null,
  }))
  await raiseAlarms(tx, emit, facts, now)
}
