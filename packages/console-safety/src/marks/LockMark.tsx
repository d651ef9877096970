import { Age } from '@suoan/console-base/marks/Age.tsx'
import { lockLook } from './lock-look.ts'
import { Mark } from '@suoan/console-base/marks/Mark.tsx'

/** State of a lock (`lockStatus`), how far it is to be trusted (`stateTrust`), and how old the word is (`stateTime`). */
export function LockMark({ lock }: { lock: Readonly<Record<string, unknown>> }) {
  return (
    <span className="lock-mark">
      <Mark look={lockLook(lock['lockStatus'], lock['stateTrust'])} />
      {lock['stateTime'] ? (
        <small>
          <Age at={lock['stateTime']} />
        </small>
      ) : null}
    </span>
  )
}
