import { Age } from '@suoan/console-base/status/Age.tsx'
import { lockLook } from './lock-look.ts'
import { StatusBadge } from '@suoan/console-base/status/StatusBadge.tsx'

/** State of a lock (`lockStatus`), how far it is to be trusted (`stateTrust`), and how old the word is (`stateTime`). */
export function LockBadge({ lock }: { lock: Readonly<Record<string, unknown>> }) {
  return (
    <span className="lock-mark">
      <StatusBadge look={lockLook(lock['lockStatus'], lock['stateTrust'])} />
      {lock['stateTime'] ? (
        <small>
          <Age at={lock['stateTime']} />
        </small>
      ) : null}
    </span>
  )
}
