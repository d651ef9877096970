/** Samples kept per device: `recv − ts` of its last messages, ms, newest last. */
const skewSamples = 20
/** Below this the device clock is taken as it is, ms. */
const correctAboveMs = 2_000
/** Above this the clock is set by a TIME command and A09 is raised, ms (§5.5.4). */
export const clockAlarmMs = 120_000
/** A device time further ahead than this is not believed, ms. */
const futureLimitMs = 5 * 60_000

export interface CorrectedTime {
  occurTime: number
  /** 2 synced, 1 corrected, 0 estimated. */
  timeQuality: 0 | 1 | 2
  skewMs: number
  /** The clock is off so far that it must be set (TIME command, A09). */
  needsTimeCommand: boolean
  /** Samples to keep for the next message. */
  samples: readonly number[]
}

/**
 * When an event really happened (§5.5.4). Skew is the smallest of the last 20 `recv − ts`: delay only ever adds to it.
 * `eventTs` may be older than the message's `messageTs` (an event waits in the device); `tq` is the device's own word.
 */
export function correctTime(
  message: { messageTs: number; eventTs: number; tq: 0 | 1 | 2; recvTime: number },
  earlier: readonly number[],
): CorrectedTime {
  const { messageTs, eventTs, tq, recvTime } = message
  if (tq === 0) {
    return { occurTime: recvTime, timeQuality: 0, skewMs: 0, needsTimeCommand: true, samples: earlier }
  }
  const samples = [...earlier, recvTime - messageTs].slice(-skewSamples)
  const skewMs = Math.min(...samples)
  const needsTimeCommand = Math.abs(skewMs) > clockAlarmMs
  const corrected = Math.abs(skewMs) > correctAboveMs ? eventTs + skewMs : eventTs
  if (corrected > recvTime + futureLimitMs) {
    return { occurTime: recvTime, timeQuality: 0, skewMs, needsTimeCommand, samples }
  }
  const timeQuality = corrected !== eventTs ? 1 : tq === 2 ? 2 : 1
  return { occurTime: corrected, timeQuality, skewMs, needsTimeCommand, samples }
}
