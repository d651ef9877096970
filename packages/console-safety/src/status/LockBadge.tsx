import { Age } from '@suoan/console-base/status/Age.tsx'
import { lockLook } from './lock-look.ts'
import { StatusBadge } from '@suoan/console-base/status/StatusBadge.tsx'

interface ShownLock {
  readonly lockStatus: number | null
  readonly stateTrust: number | null
  readonly stateTime?: string | null
}

/** State of a lock (`lockStatus`), how far it is to be trusted (`stateTrust`), and how old the word is (`stateTime`). */
export function LockBadge({ lock }: { lock: ShownLock }) {
  return (
    <span className="lock-mark">
      <StatusBadge look={lockLook(lock.lockStatus, lock.stateTrust)} />
      {lock.stateTime ? (
        <small>
          <Age at={lock.stateTime} />
        </small>
      ) : null}
    </span>
  )
}
