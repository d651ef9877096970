import { cronUnits, cronBounds, type CronUnit } from './units.ts'

/** A cron expression that means nothing: why in Chinese, and where. */
export class CronError extends Error {
  override readonly name = 'CronError'
  /** What is wrong and what to write instead, without the place. */
  readonly reason: string
  /** The part that is wrong; null where it is the whole expression. */
  readonly part: CronUnit | null
  /** Where that part begins in the expression, in characters from 0. */
  readonly at: number

  constructor(reason: string, part: CronUnit | null = null, at = 0) {
    super(part ? `第 ${cronUnits.indexOf(part) + 1} 部分“${cronBounds[part].title}”：${reason}` : reason)
    this.reason = reason
    this.part = part
    this.at = at
  }
}
