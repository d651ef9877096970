import { reminderMin } from '@suoan/domain/warning'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import type { Emit } from '@suoan/platform/db/transaction'
import { openTicket } from '../open-ticket.ts'
import { notifyUsers } from '@suoan/platform/notices/notify-users'
import { audienceFor } from '../alarms/index.ts'

/** W03 before its time: 30 and 10 minutes before the ticket ends, those at the open lock are reminded, once each. */
export async function remindBeforeEnd(tx: Tx, emit: Emit, now: number): Promise<number> {
  const longest = Math.max(...reminderMin)
  const { rows } = await sql<{
    sessionId: string
    tenantId: number
    lockId: string
    lockName: string
    areaCode: string | null
    openUserId: string | null
    workId: string
    workNo: string | null
    validEnd: Date
    told: string[]
  }>`
    select s.id as session_id, s.tenant_id, s.lock_id, l.lock_name, s.area_code, s.open_user_id, w.id as work_id, w.work_no,
      w.valid_end, array(select a.bus_type from sys_announcement a where a.bus_id = s.id and a.bus_type like 'W03-%') as told
    from lo_lock_onoff s join lo_lock l on l.id = s.lock_id join lo_work w on w.id = s.work_id
    where s.state = 1 and w.void_flag = 0 and w.valid_end > ${new Date(now)}
      and w.valid_end <= ${new Date(now + longest * 60_000)}`.execute(tx)
  let sent = 0
  for (const row of rows) {
    const left = Math.ceil((row.validEnd.getTime() - now) / 60_000)
    const mark = [...reminderMin].toSorted((a, b) => a - b).find((minutes) => left <= minutes)
    if (mark === undefined || row.told.includes(`W03-${mark}`)) continue
    const people = await audienceFor(tx, [{ ...row, id: row.sessionId }], now)
    const userIds = (people.get(row.sessionId) ?? [])
      .filter(({ audience }) => ['opener', 'guardian', 'leader'].includes(audience))
      .map(({ userId }) => userId)
    const id = await notifyUsers(tx, emit, {
      tenantId: row.tenantId,
      userIds,
      title: `${row.lockName}还未关闭，工作票${left}分钟后到期`,
      text: `工作票 ${row.workNo ?? ''} 将在 ${left} 分钟后到期，${row.lockName}仍处于开启状态，请及时关锁。`,
      level: 2,
      open: openTicket(row.workId),
      about: { type: `W03-${mark}`, id: row.sessionId },
      event: 'stepWaiting',
      variables: { workNo: row.workNo ?? '' },
      once: true,
      now,
    })
    if (id !== null) sent += 1
  }
  return sent
}
