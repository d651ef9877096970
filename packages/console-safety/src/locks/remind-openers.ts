import { openSessionEndpoints, remindQuietMin } from '@suoan/contract'
import { feedback } from '@suoan/console-base/feedback.ts'
import { call } from '@suoan/console-base/request/call.ts'
import { runAction } from '@suoan/console-base/resource/run-action.ts'

/** Reminds those at these open locks and says how many were told now. */
export const remindOpeners = (sessionIds: readonly string[]): Promise<unknown> =>
  runAction(async () => {
    const { notified, waiting } = await call(openSessionEndpoints.remind, { sessionIds: [...sessionIds] })
    void feedback().message.success(
      [
        notified > 0 ? `已提醒 ${notified} 把锁的开锁人、监护人和负责人` : '',
        waiting > 0 ? `${waiting} 把锁在 ${remindQuietMin} 分钟内已提醒过` : '',
      ]
        .filter(Boolean)
        .join('；') || '没有可以提醒的人员',
    )
  })
