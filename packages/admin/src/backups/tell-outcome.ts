import type { BackupTask } from '@suoan/contract'
import type { Context } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import { beginCondition, endCondition, platformAdministrators } from '@suoan/platform/notices/conditions'
import { notifyUsers } from '@suoan/platform/notices/notify-users'

const CONDITION = 'backup/manual'
/** Whoever tries again and again is told once in this time. [D] */
const QUIET_MS = 3_600_000

/**
 * Tells the administrators of a backup by hand that failed, as a nightly one is told by its job (decision 0826): whoever
 * began it may have gone, and the others rely on it. One that somebody ended says nothing.
 */
export async function tellOutcome(ctx: Context, task: BackupTask): Promise<void> {
  if (task.status !== 'failed' && task.status !== 'done') return
  const now = ctx.clock.now()
  const condition = { tenantId: 0, name: CONDITION, now, quietMs: QUIET_MS }
  try {
    await inTransaction(ctx, async (tx, emit) => {
      if (task.status === 'done') {
        await endCondition(tx, condition)
        return
      }
      if (!(await beginCondition(tx, condition))) return
      await notifyUsers(tx, emit, {
        tenantId: 0,
        userIds: await platformAdministrators(tx),
        title: '手工备份失败',
        text: `${task.name}：${task.text}\n请到“备份与恢复”查看，处理后再备份一次；成功之前不重复提醒。`,
        level: 2,
        open: { type: 'url', page: '/isystem/backup' },
        about: { type: 'backupFailed', id: task.name },
        event: 'operations',
        now,
      })
    })
  } catch (error) {
    // Nobody waits for this, and the page says what became of the backup.
    ctx.log.error({ err: error }, 'a failed backup was not told')
  }
}
