import { Age } from './Age.tsx'
import { lockLook } from './lock-look.ts'
import { Mark } from './Mark.tsx'
import './marks.css'

interface LockStateOf {
  readonly lockStatus?: unknown
  readonly stateTrust?: unknown
  readonly stateTime?: unknown
}

/** State of a lock, how far it is to be trusted, and how old the word is. */
export function LockMark({ lock }: { lock: LockStateOf }) {
  return (
    <span className="lock-mark">
      <Mark look={lockLook(lock.lockStatus, lock.stateTrust)} />
      {lock.stateTime ? (
        <small>
          <Age at={lock.stateTime} />
        </small>
      ) : null}
    </span>
  )
}
