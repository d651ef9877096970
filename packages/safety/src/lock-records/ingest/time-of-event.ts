import { correctTime, type CorrectedTime } from '@suoan/domain/device'

/** No clock that was ever set shows an earlier moment. */
const EARLIEST = Date.UTC(2015, 0, 1)
const FUTURE_MS = 5 * 60_000

/**
 * When an event happened (3-domain.md §5.5.4). A message time of 0, before 2015 or in the far future says nothing about
 * the clock: it must not enter the samples, or twenty good messages would be bent by one bad one.
 */
export function timeOfEvent(
  message: { ts: number; tq: 0 | 1 | 2; recvTs: number },
  eventTs: number,
  skews: readonly number[],
): CorrectedTime {
  const { ts, tq, recvTs } = message
  const believable = ts >= EARLIEST && ts <= recvTs + FUTURE_MS
  return correctTime(
    {
      messageTs: ts,
      eventTs: eventTs >= EARLIEST ? eventTs : ts,
      tq: believable ? tq : 0,
      recvTime: recvTs,
    },
    skews,
  )
}
