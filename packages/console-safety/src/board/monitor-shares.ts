import type { BoardSummary } from '@suoan/contract'

/** A part of all locks, with the list behind it. */
export interface Share {
  readonly label: string
  readonly count: number
  readonly of: number
  /** 0…100, whole. */
  readonly percent: number
  readonly isGood: boolean
  readonly to: string
}

/** The parts of the locks that are online, shut, fully shut and well charged. */
export function sharesOf({ locks }: Pick<BoardSummary, 'locks'>): Share[] {
  const { total } = locks
  const share = (label: string, count: number, to: string): Share => ({
    label,
    count,
    of: total,
    // Rounded down: only all of them are a hundred.
    percent: total === 0 ? 0 : Math.floor((count / total) * 100),
    // What is not online may have changed since it last spoke.
    isGood: count === total && locks.online === total,
    to,
  })
  return [
    share('在线', locks.online, '/isps/loLockList?online=1'),
    share('未开启', total - locks.open, '/isps/openLockList?tab=opening'),
    share('已锁到位', total - locks.notFull, '/isps/loLockList?lockStatus=3'),
    share('电量正常', total - locks.lowBattery, '/isps/loLockList'),
  ]
}
