import { day, minute, second } from '../verdict/index.ts'

/** Samples kept per device and boot: `recv − ts` of its last messages, ms, newest last. */
const skewSamples = 20
/** Below this the device clock is taken as it is, ms. */
const correctAboveMs = 2 * second
/** Above this the clock is set by a TIME command and A09 is raised, ms (§5.5.4). */
export const clockAlarmMs = 2 * minute
/** A device time further ahead than this is not believed, ms. */
const futureLimitMs = 5 * minute
/** Two messages that agree this well about the skew confirm each other, ms. [D] */
const agreeWithinMs = minute
/** A clock this far ahead is believed only when a second message confirms it, ms. [D] */
const loneLimitMs = day
/** No message waits longer than this in a device or gateway, ms. [D] */
const longestDelayMs = 30 * day

/** Why a device time is not believed: it says so itself, contradicts the messages around it, or lies in the future. */
export type ClockDoubt = 'NEVER_SET' | 'TOO_OLD' | 'JUMPED' | 'AHEAD' | 'SET_BACK'

export interface CorrectedTime {
  occurTime: number
  /** 2 synced, 1 corrected, 0 estimated. */
  timeQuality: 0 | 1 | 2
  skewMs: number
  /** The clock is off so far that it must be set (TIME command, A09). */
  needsTimeCommand: boolean
  /** Why the time of receipt stands instead; null when the device's time does. */
  doubt: ClockDoubt | null
  /** Samples to keep for the next message. */
  samples: readonly number[]
}

/**
 * When an event really happened (§5.5.4). Any constant skew is taken out, of a slow clock as of a fast one. `eventTs` may be
 * older than the message's `messageTs` (an event waits in the device); `tq` is the device's own word; `earlier` are the
 * samples of this boot. All times epoch ms.
 */
export function correctTime(
  message: { messageTs: number; eventTs: number; tq: 0 | 1 | 2; recvTime: number },
  earlier: readonly number[],
): CorrectedTime {
  const { messageTs, eventTs, tq, recvTime } = message
  const unbelieved = { occurTime: recvTime, timeQuality: 0, needsTimeCommand: true } as const
  if (tq === 0) return { ...unbelieved, skewMs: 0, doubt: 'NEVER_SET', samples: earlier }
  const own = recvTime - messageTs
  const samples = [...earlier, own].slice(-skewSamples)
  const skewMs = skewOf(samples, own)
  // Delay only adds: a message cannot have come earlier than the clock allows, unless the clock jumped or the stamp is wrong.
  if (own < skewMs - futureLimitMs || (samples.length === 1 && own < -loneLimitMs))
    return { ...unbelieved, skewMs, doubt: 'JUMPED', samples }
  const needsTimeCommand = Math.abs(skewMs) > clockAlarmMs
  const corrected = Math.abs(skewMs) > correctAboveMs ? eventTs + skewMs : eventTs
  if (corrected > recvTime + futureLimitMs)
    return { ...unbelieved, needsTimeCommand, skewMs, doubt: 'AHEAD', samples }
  const timeQuality = corrected !== eventTs ? 1 : tq === 2 ? 2 : 1
  return { occurTime: corrected, timeQuality, skewMs, needsTimeCommand, doubt: null, samples }
}

/**
 * The time of a report that is the newest by its number (§5.5.2): it did not happen before what the lock told earlier, at
 * `before`. Delay cannot turn the two round, so a clock that says otherwise was set back, and the time of receipt stands.
 * Up to a minute is the noise of the correction itself. All times epoch ms; `before` is null when nothing was told.
 */
export function inOrder(time: CorrectedTime, before: number | null, recvTime: number): CorrectedTime {
  if (before === null || time.occurTime >= before) return time
  if (before - time.occurTime <= agreeWithinMs)
    return { ...time, occurTime: before, timeQuality: time.timeQuality === 0 ? 0 : 1 }
  return { ...time, occurTime: recvTime, timeQuality: 0, needsTimeCommand: true, doubt: 'SET_BACK' }
}

/**
 * The earliest moment, epoch ms, at which something of this time can have happened: what is to count as newer than what is
 * known must be so whatever the clock. Null when nobody knows. A message that alone stands for the skew of its clock may have
 * waited as long as it seems late, and a corrected time is not better than the least that is corrected.
 */
export function earliestTime({ occurTime, timeQuality, samples, skewMs }: CorrectedTime): number | null {
  if (timeQuality === 0) return null
  const waited = samples.length > 1 ? 0 : Math.max(0, skewMs)
  return occurTime - waited - (timeQuality === 2 ? 0 : correctAboveMs)
}

/**
 * The smallest sample, for delay only adds to the skew. One of a clock more than five minutes fast counts when another
 * agrees with it: a single wrong stamp would bend the times of the twenty messages after it.
 */
function skewOf(samples: readonly number[], own: number): number {
  const possible = samples.filter((sample) => own - sample <= longestDelayMs)
  const confirmed = possible.filter(
    (sample, at) =>
      sample >= -futureLimitMs ||
      samples.length === 1 ||
      possible.some((other, index) => index !== at && Math.abs(other - sample) <= agreeWithinMs),
  )
  if (confirmed.length > 0) return Math.min(...confirmed)
  return possible.reduce((best, sample) => (Math.abs(sample) < Math.abs(best) ? sample : best), own)
}
