/** Shares of the devices that have it when a stage is over, percent (3-domain.md §5.9). */
export const rolloutStages: readonly number[] = [1, 10, 100]

/** The stage (from 0) of the device at place `at` of `total` in the order of the roll-out; each stage takes at least one. */
export function stageOf(at: number, total: number): number {
  const stage = rolloutStages.findIndex(
    (percent, index) => at < Math.max(index + 1, Math.ceil((total * percent) / 100)),
  )
  return stage === -1 ? rolloutStages.length - 1 : stage
}

/** What has become of the devices of the stages so far. */
export interface StageTally {
  /** Not sent, or sent and not answered. */
  readonly open: number
  readonly confirmed: number
  readonly failed: number
  /** Left for later because a live ticket relies on them; nobody waits for them once another has proven the stage. */
  readonly postponed: number
}

/**
 * What a roll-out does next: `stop` as soon as the failures of a stage are more than `stopAt` percent of what it has
 * answered, `wait` while the stage is not over, `next` when it is (3-domain.md §5.9). A stage that is only postponed has
 * proven nothing and is not over.
 */
export function judgeStage(
  { open, confirmed, failed, postponed }: StageTally,
  stopAt: number,
): 'stop' | 'wait' | 'next' {
  if (failed > 0 && failed * 100 > stopAt * (failed + confirmed)) return 'stop'
  return open > 0 || (confirmed === 0 && postponed > 0) ? 'wait' : 'next'
}
