import {
  correctTime,
  inOrder,
  type ClockDoubt,
  type CorrectedTime,
  type Position,
} from '@suoan/domain/device'
import { isNewer, type LockState } from '@suoan/domain/lock'
import { shanghaiTime } from '@suoan/kit/shanghai'

/** No clock that was ever set shows an earlier moment. */
const EARLIEST = Date.UTC(2015, 0, 1)

/**
 * When an event happened (3-domain.md §5.5.4). A message time of 0 or before 2015 says that the clock was never set: it
 * must not enter the samples.
 */
export function timeOfEvent(
  message: { ts: number; tq: 0 | 1 | 2; recvTs: number },
  eventTs: number,
  skews: readonly number[],
): CorrectedTime {
  const { ts, tq, recvTs } = message
  const isOld = ts < EARLIEST
  const given = {
    messageTs: ts,
    eventTs: eventTs >= EARLIEST ? eventTs : ts,
    tq: isOld ? 0 : tq,
    recvTime: recvTs,
  }
  const time = correctTime(given, skews)
  return isOld && time.doubt !== null && tq !== 0 ? { ...time, doubt: 'TOO_OLD' } : time
}

/** The same for what a lock tells live at `place`: what is newer than its state by number is not older by time. */
export function inLockOrder(
  time: CorrectedTime,
  state: LockState | undefined,
  place: { readonly position: Position; readonly idx: number },
  recvTs: number,
): CorrectedTime {
  return state && isNewer(place, state.last) ? inOrder(time, state.stateTime, recvTs) : time
}

const doubts: Readonly<Record<ClockDoubt, string>> = {
  NEVER_SET: '设备报告时钟从未校准',
  TOO_OLD: '早于 2015 年，时钟未曾校准',
  JUMPED: '与前后报文相差过大，时钟跳变或时间戳损坏',
  AHEAD: '明显晚于接收时间',
  SET_BACK: '早于此锁此前的上报，时钟被调回',
}

/** Why a device's time was not believed, for people; null when it was. `ts` is the device's own, epoch ms. */
export function doubtText({ doubt }: CorrectedTime, ts: number): string | null {
  return doubt === null ? null : `设备时间 ${shanghaiTime(ts)} 不可信（${doubts[doubt]}），按接收时间记录`
}
