import {
  audienceOf,
  callNextMs,
  warningAt,
  warningTitle,
  type WarningState,
  type WarnType,
} from '@suoan/domain/warning'
import { groupBy } from '@suoan/kit/group'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import type { Emit } from '@suoan/platform/db/transaction'
import { audienceFor } from '../alarms/index.ts'
import { dutyRoomFor } from '../duty-shifts/index.ts'

interface Due {
  id: string
  tenantId: number
  warnNo: string
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
  escTime: Date | null
  lockName: string | null
  deviceName: string | null
}

const BATCH = 200

/** By which event of messages a level is told outside the console. */
const wantedAt = { 1: 'warning1', 2: 'warning2', 3: 'warning3' } as const

/**
 * Looks at every warning that is due to rise or to be told again, tells the people of its level and says when to look
 * next. Rows are claimed; two servers share them. Returns how many were looked at.
 */
export async function notifyDue(tx: Tx, emit: Emit, now: number): Promise<number> {
  const { rows } = await sql<Due>`
    select u.*, l.lock_name, d.device_name from (
      select id, tenant_id, warn_no, warn_type, warn_level, status, lock_id, work_id, open_user_id, open_time, area_code, raise_time,
        notify_time, notify_level, esc_time, next_time
      from lo_unclose_lock where next_time <= ${new Date(now)} and status in (0, 1, 2)
      order by next_time, id limit ${BATCH} for update skip locked) u
    left join lo_lock l on l.id = u.lock_id
    left join (select id, coalesce(device_name, device_sn) as device_name from lo_device) d on d.id = u.lock_id`.execute(
    tx,
  )
  const people = await audienceFor(tx, rows, now)
  const looked = rows.map((row) => {
    const step = warningAt(stateOf(row), now)
    const wanted = audienceOf(row.warnType, step.level)
    const notified = (people.get(row.id) ?? []).filter(({ audience }) => wanted.includes(audience))
    return { row, step, userIds: [...new Set(notified.map(({ userId }) => userId))] }
  })
  await storeSteps(tx, looked, now)
  const notified = looked.filter(({ step }) => step.notify)
  const calls = await callsFor(tx, notified, people, now)
  await storeNotified(tx, notified, now)
  for (const { row, step, userIds } of notified) {
    const minutes = Math.floor((now - (row.openTime ?? row.raiseTime).getTime()) / 60_000)
    const name = row.lockName ?? `网关 ${row.deviceName ?? ''} 下的多把锁`
    const msgTxt = warningTitle(row.warnType, name, minutes)
    emit('notice.sent', { tenantId: row.tenantId, userIds, msgId: row.id, msgTxt })
    // Apart from the bell: a stored reaction, so that a fault in the queue takes nothing from what was told here.
    if (userIds.length > 0)
      emit('message.wanted', {
        tenantId: row.tenantId,
        event: wantedAt[step.level],
        userIds,
        calls: calls.get(row.id) ?? [],
        title: msgTxt,
        text: `${msgTxt}（警告 ${row.warnNo}）。请立即到现场确认并关锁，并在系统中确认警告。`,
        at: now,
        variables: { lockName: name, warnNo: row.warnNo, minutes: String(minutes) },
        about: { type: 'warn', id: row.id },
      })
  }
  for (const [tenantId, group] of groupBy(notified, ({ row }) => row.tenantId))
    emit('resource.changed', { resource: 'uncloseLock', tenantId, ids: group.map(({ row }) => row.id) })
  return rows.length
}

/**
 * Who is called by telephone about each warning of level 3: of those on duty in the duty room the first, then with every
 * five minutes without an answer the next one too. Where nobody is on duty, everybody who holds the post is called: an
 * empty roster makes nothing quieter.
 */
async function callsFor(
  tx: Tx,
  notified: readonly Looked[],
  people: Awaited<ReturnType<typeof audienceFor>>,
  now: number,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const urgent = notified.filter(({ step }) => step.level === 3)
  const onDuty = groupBy(
    await dutyRoomFor(
      tx,
      urgent.map(({ row }) => row),
      now,
    ),
    ({ id }) => id,
  )
  return new Map(
    urgent.map(({ row }) => {
      const room = (people.get(row.id) ?? []).filter(({ audience }) => audience === 'dutyRoom')
      const able = new Set(room.map(({ userId }) => userId))
      // One whose account was closed since is passed over, not called in vain.
      const own = (onDuty.get(row.id) ?? []).filter(({ userId }) => able.has(userId))
      if (own.length === 0) return [row.id, [...able]]
      const since = row.warnLevel === 3 && row.escTime !== null ? now - row.escTime.getTime() : 0
      const first = Math.min(...own.map(({ sequence }) => sequence))
      const until = first + Math.floor(since / callNextMs)
      return [row.id, own.filter(({ sequence }) => sequence <= until).map(({ userId }) => userId)]
    }),
  )
}

interface Looked {
  readonly row: Due
  readonly step: ReturnType<typeof warningAt>
  readonly userIds: readonly string[]
}

/** The level, status and next look of every warning, and when and whom it was told where it is told now. */
async function storeSteps(tx: Tx, looked: readonly Looked[], now: number): Promise<void> {
  const rows = looked.map(({ row, step, userIds }) => ({
    id: row.id,
    level: step.level,
    status: step.status,
    next_at: step.nextAt === null ? null : new Date(step.nextAt).toISOString(),
    rises: step.level > (row.warnLevel ?? 0),
    notify: step.notify,
    user_ids: userIds,
  }))
  if (rows.length === 0) return
  const at = new Date(now)
  await sql`
    update lo_unclose_lock u set warn_level = g.level, status = g.status, next_time = g.next_at,
      esc_time = case when g.rises then ${at}::timestamptz else u.esc_time end,
      esc_level = case when g.rises then g.level else u.esc_level end,
      notify_time = case when g.notify then ${at}::timestamptz else u.notify_time end,
      notify_level = case when g.notify then g.level else u.notify_level end,
      notify_ids = case when g.notify then g.user_ids else u.notify_ids end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(id text, level smallint, status smallint,
      next_at timestamptz, rises boolean, notify boolean, user_ids jsonb)
    where u.id = g.id`.execute(tx)
}

const stateOf = (row: Due): WarningState => ({
  warnType: row.warnType,
  raisedAt: row.raiseTime.getTime(),
  status: row.status,
  level: row.warnLevel ?? 0,
  notifiedAt: row.notifyTime?.getTime() ?? null,
  notifiedLevel: row.notifyLevel ?? 0,
})

/** Unread again for everybody who is told: the count of the bell rises with each escalation and each repetition. */
async function storeNotified(tx: Tx, notified: readonly Looked[], now: number): Promise<void> {
  const rows = notified.flatMap(({ row, userIds }) =>
    userIds.map((userId) => ({ tenant_id: row.tenantId, warn_id: row.id, user_id: userId })),
  )
  if (rows.length === 0) return
  await sql`
    insert into lo_warn_user (tenant_id, warn_id, user_id, read_flag, told_time)
    select tenant_id, warn_id, user_id, 0, ${new Date(now)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(tenant_id integer, warn_id text, user_id text)
    on conflict (warn_id, user_id) do update set read_flag = 0, read_time = null, told_time = excluded.told_time`.execute(
    tx,
  )
}
