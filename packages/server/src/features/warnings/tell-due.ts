import { audienceOf, warningAt, warningTitle, type WarningState, type WarnType } from '@suoan/domain/warning'
import { sql } from 'kysely'
import type { Tx } from '../../context.ts'
import type { Emit } from '../../db/transaction.ts'
import { audienceFor } from '../alarms/index.ts'

interface Due {
  id: string
  tenantId: number
  warnType: WarnType
  warnLevel: 0 | 1 | 2 | 3 | null
  status: WarningState['status']
  lockId: string
  workId: string | null
  openUserId: string | null
  openTime: Date | null
  areaCode: string | null
  raiseTime: Date
  notifyTime: Date | null
  notifyLevel: 0 | 1 | 2 | 3 | null
  lockName: string | null
  deviceName: string | null
}

const BATCH = 200

/**
 * Looks at every warning that is due to rise or to be told again, tells the people of its level and says when to look
 * next. Rows are claimed; two servers share them. Returns how many were looked at.
 */
export async function tellDue(tx: Tx, emit: Emit, now: number): Promise<number> {
  const { rows } = await sql<Due>`
    select u.*, l.lock_name, d.device_name from (
      select id, tenant_id, warn_type, warn_level, status, lock_id, work_id, open_user_id, open_time, area_code, raise_time,
        notify_time, notify_level, next_time
      from lo_unclose_lock where next_time <= ${new Date(now)} and status in (0, 1, 2)
      order by next_time, id limit ${BATCH} for update skip locked) u
    left join lo_lock l on l.id = u.lock_id
    left join (select id, coalesce(device_name, device_sn) as device_name from lo_device) d on d.id = u.lock_id`.execute(
    tx,
  )
  const people = await audienceFor(tx, rows)
  for (const row of rows) {
    const step = warningAt(stateOf(row), now)
    const at = new Date(now)
    const rises = step.level > (row.warnLevel ?? 0)
    const wanted = audienceOf(row.warnType, step.level)
    const userIds = [
      ...new Set(
        (people.get(row.id) ?? [])
          .filter(({ audience }) => wanted.includes(audience))
          .map(({ userId }) => userId),
      ),
    ]
    await tx
      .updateTable('loUncloseLock')
      .set({
        warnLevel: step.level,
        status: step.status,
        nextTime: step.nextAt === null ? null : new Date(step.nextAt),
        ...(rises ? { escTime: at, escLevel: step.level } : {}),
        ...(step.tell ? { notifyTime: at, notifyLevel: step.level, notifyIds: JSON.stringify(userIds) } : {}),
      })
      .where('id', '=', row.id)
      .execute()
    if (!step.tell) continue
    await noteTold(tx, row, userIds, at)
    const minutes = Math.floor((now - (row.openTime ?? row.raiseTime).getTime()) / 60_000)
    const name = row.lockName ?? `网关 ${row.deviceName ?? ''} 下的多把锁`
    const msgTxt = warningTitle(row.warnType, name, minutes)
    emit('notice.sent', { tenantId: row.tenantId, userIds, msgId: row.id, msgTxt })
    emit('resource.changed', { resource: 'uncloseLock', tenantId: row.tenantId, ids: [row.id] })
  }
  return rows.length
}

const stateOf = (row: Due): WarningState => ({
  warnType: row.warnType,
  raisedAt: row.raiseTime.getTime(),
  status: row.status,
  level: row.warnLevel ?? 0,
  toldAt: row.notifyTime?.getTime() ?? null,
  toldLevel: row.notifyLevel ?? 0,
})

/** Unread again for everybody who is told: the count of the bell rises with each escalation and each repetition. */
async function noteTold(tx: Tx, row: Due, userIds: readonly string[], at: Date): Promise<void> {
  if (userIds.length === 0) return
  await sql`
    insert into lo_warn_user (tenant_id, warn_id, user_id, read_flag, told_time)
    select ${row.tenantId}, ${row.id}, user_id, 0, ${at} from unnest(${[...userIds]}::text[]) as g(user_id)
    on conflict (warn_id, user_id) do update set read_flag = 0, read_time = null, told_time = excluded.told_time`.execute(
    tx,
  )
}
