import { clockText, minute } from '../verdict/index.ts'

/** How many operations a terminal keeps is shown for so long after it said so. [D] */
const heartbeatMaxAgeMs = 2 * minute

/** `lo_capsule`: a ticket taken along to where there is no network. Times are epoch ms. */
export interface OutstandingCapsule {
  readonly userName: string
  readonly issuedAt: number
  /** Last word from the terminal, and how many operations it still kept then. */
  readonly lastSeenAt: number | null
  readonly pending: number
}

/**
 * Why a capsule may hold operations the platform does not know at `now`, epoch ms (G27); or not yet be known to hold none:
 * it is out until its own terminal gives it back. One that expired is asked
 * too: a phone that never came back may still hold a stop or an entry.
 */
export function unsyncedText(capsule: OutstandingCapsule, now: number): string {
  const { userName, issuedAt, lastSeenAt, pending } = capsule
  const heard = lastSeenAt !== null && now - lastSeenAt <= heartbeatMaxAgeMs
  if (heard && pending > 0) return `${userName}的终端有 ${pending} 项操作待同步`
  return `${userName} ${clockText(issuedAt)} 领取的离线任务包尚未同步`
}
