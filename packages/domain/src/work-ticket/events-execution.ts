import type { AlarmType } from '../alarm/index.ts'
import type { RoleTag } from '../dictionaries/index.ts'

/** What happens to a ticket while people rely on it: handover, test run, partial release, extension (T31, T34–T39). */
export type ExecutionEvent =
  | { type: 'handoverAsk'; handoverId: string }
  | { type: 'handoverAccept'; handoverId: string }
  /** `checks`: what outgoing and incoming have walked through together (`handoverChecks`). */
  | { type: 'handoverDone'; handoverId: string; checks: readonly string[] }
  | { type: 'handoverCancel'; handoverId: string }
  | {
      type: 'testBegin'
      pointIds: readonly string[]
      /** Who may open the lifted set. */
      userIds: readonly string[]
      minutes: number
      toolsCleared: boolean
    }
  | { type: 'testEnd'; deEnergised: boolean }
  | { type: 'relocked' }
  | { type: 'groupRelease'; group: number }
  | { type: 'extendAsk'; extendId: string; newEnd: number }
  | { type: 'extendApprove'; extendId: string }
  | { type: 'extendReject'; extendId: string; reason: string }
  | { type: 'closeDeadlineMove'; deadline: number; reason: string }
  /** `userIds`: who may open it. */
  | { type: 'lockAdd'; lockId: string; changesScope: boolean; userIds?: readonly string[] }
  /** Always a wider scope, kept so that it is refused with the way on (T31). */
  | { type: 'pointAdd' }

/** What a caller performs for them, in the same transaction. */
export type ExecutionEffect =
  | { do: 'notice.person'; userId: string; text: string }
  | { do: 'handover.set'; handoverId: string; state: 1 | 2 | 3 }
  /** One tag goes from one person to another; nothing lies between. */
  | { do: 'role.switch'; roleTag: RoleTag; fromUserId: string; toUserId: string }
  | { do: 'crew.remove'; userId: string; roleTag: RoleTag; successorId: string }
  | { do: 'hold.lift'; pointIds: readonly string[] }
  | {
      do: 'test.begin'
      pointIds: readonly string[]
      userIds: readonly string[]
      /** Epoch ms. */
      until: number
    }
  /** Test power is off: nobody opens the lifted set any more. */
  | { do: 'test.end' }
  | { do: 'test.clear' }
  /** The lock leaves its point and stays in the hands of the person who put it there. */
  | { do: 'lock.handBack'; lockId: string; userId: string }
  | { do: 'extension.set'; extendId: string; result: 8 | 9 }
  /** Grants, reminders and gas moments follow a new end. */
  | { do: 'grants.extend' }
  | { do: 'timers.gas' }
  /** When zero energy must be proven again at the first of its points (T24, T32). */
  | { do: 'timers.proof' }
  | { do: 'timers.stop' }
  | { do: 'alarm.recover'; alarmType: AlarmType }
