import { clockAlarmMs } from '@suoan/domain/device'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import type { ReactionEvents } from '@suoan/contract/events'
import type { Reacting } from '@suoan/platform/context'
import { belongsTo } from '@suoan/platform/db/belongs-to'
import { raiseAlarms } from '../alarms/index.ts'
import { notifyUsers } from '@suoan/platform/notices/notify-users'

/** What stands for the server as the source of an alarm; it stands until somebody closes it. */
export const serverClock = 'server-clock'

/**
 * The server's clock was set (A09): every administrator is told, in his tenant, with what to do; until then whatever is
 * due is judged by the later reading (`createTimerLook`).
 */
export async function notifyOfClock(
  { tx, emit }: Reacting,
  { byMs, expected, shown }: ReactionEvents['clock.jumped'],
): Promise<void> {
  const seconds = Math.round(Math.abs(byMs) / 1000)
  const turn = byMs < 0 ? '后退' : '前跳'
  // The later reading, so that the alarm is not older than what it speaks of.
  const now = Math.max(expected, shown)
  const { rows } = await sql<{ tenantId: number; userIds: string[] }>`
      select r.tenant_id, array_agg(distinct u.id) as user_ids from sys_role r
      join sys_user_role x on x.role_id = r.id join sys_user u on u.id = x.user_id and u.status = 1 and u.del_flag = 0
      where r.role_code in ('admin', 'ADMIN') and ${belongsTo('u', sql.ref('r.tenant_id'))} group by r.tenant_id`.execute(
    tx,
  )
  for (const { tenantId, userIds } of rows) {
    const value = `服务器时钟${turn} ${seconds} 秒`
    const fact = {
      tenantId,
      alarmType: 'A09',
      sourceKind: 'SYS',
      sourceSn: serverClock,
      lockId: null,
      workId: null,
      areaCode: null,
      at: now,
      value,
      threshold: `${clockAlarmMs / 1000} 秒`,
      logId: null,
    } as const
    const [id] = await raiseAlarms(tx, emit, [fact], now)
    const text =
      `${value}：应为 ${shanghaiTime(expected)}，显示 ${shanghaiTime(shown)}。` +
      '警告和到期已按较晚的时间判断，请核对服务器时钟与校时服务；时钟无误时关闭此报警并重启服务。'
    await notifyUsers(tx, emit, {
      tenantId,
      userIds,
      title: value,
      text,
      level: 3,
      open: { type: 'url', page: '/isps/loAlarmList' },
      ...(id === undefined ? {} : { about: { type: 'alarm', id } }),
      event: 'alarm3',
      now,
    })
  }
}
