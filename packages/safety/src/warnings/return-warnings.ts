import type { Custody, LockStatus } from '@suoan/domain/dictionaries'
import { lastShiftChange, wordOfTwo } from '@suoan/domain/warning'
import { groupBy } from '@suoan/kit/group'
import { sql } from 'kysely'
import type { Reacting, Tx } from '@suoan/platform/context'
import { recordAudit } from '@suoan/platform/resource'
import { shiftStarts } from './find/by-time.ts'

interface ByWord {
  readonly id: string
  readonly tenantId: number
  readonly warnNo: string
  readonly warnType: string
  readonly lockId: string
  readonly sessionId: string
  readonly closeTime: Date
  readonly lockStatus: LockStatus | null
  readonly custody: Custody | null
  readonly lastSeen: Date | null
  readonly openSessionId: string | null
  readonly listedOpen: number
}

/**
 * Warnings that two people closed (§5.10) come back, with their opening, when the lock's next report says that it still is
 * not shut; those whose lock is shut are left alone from then on (`wordOfTwo`). Returns how many came back.
 */
export async function returnWarnings({ tx, emit, now }: Reacting): Promise<number> {
  const { rows } = await sql<ByWord>`
    select u.id, u.tenant_id, u.warn_no, u.warn_type, u.lock_id, u.session_id, u.close_time, l.lock_status, l.custody,
      l.last_seen, l.open_session_id,
      (select count(*)::int from jsonb_array_elements(coalesce(u.lock_list, '[]'::jsonb)) e
        join lo_lock_onoff s on s.id = e->>'sessionId' and s.state = 1) as listed_open
    from (select * from lo_unclose_lock where by_word and close_time is not null order by id for update skip locked) u
    left join lo_lock l on l.id = u.lock_id and l.del_flag = 0`.execute(tx)
  if (rows.length === 0) return 0
  const change = lastShiftChange(await shiftStarts(tx), now)
  const judged = groupBy(rows, (row) => wordOfTwo(factsOf(row), change, now))
  const settled = (judged.get('settled') ?? []).map(({ id }) => id)
  if (settled.length > 0)
    await sql`update lo_unclose_lock set by_word = false where id = any(${settled}::text[])`.execute(tx)
  const back: ByWord[] = []
  for (const row of judged.get('takenBack') ?? []) if (await bringBack(tx, row, now)) back.push(row)
  for (const [tenantId, group] of groupBy(back, (row) => row.tenantId))
    emit('resource.changed', { resource: 'uncloseLock', tenantId, ids: group.map(({ id }) => id) })
  return back.length
}

const factsOf = ({ closeTime, lockStatus, custody, lastSeen, listedOpen }: ByWord) => ({
  closedAt: closeTime.getTime(),
  lock:
    lockStatus === null || custody === null
      ? null
      : { status: lockStatus, custody, lastSeen: lastSeen?.getTime() ?? null },
  listedOpen,
})

/** The warning is open again at the level it had reached; false when a newer one of its rule stands for the same opening. */
async function bringBack(tx: Tx, row: ByWord, now: number): Promise<boolean> {
  const sessionId = await resumeSession(tx, row)
  const { rows } = await sql<{ id: string }>`
    update lo_unclose_lock u set by_word = false, status = 0, session_id = ${sessionId}, next_time = ${new Date(now)},
      notify_time = null, notify_level = null, return_count = return_count + 1,
      close_time = null, close_log_id = null, close_by = null, co_close_by = null, close_kind = null, close_photo = null,
      close_remark = null, duration_sec = null, ack_by = null, ack_time = null, ack_remark = null,
      ask_kind = null, ask_by = null, ask_time = null, ask_second = null, ask_photo = null, ask_remark = null
    where id = ${row.id} and not exists (select 1 from lo_unclose_lock o where o.id <> u.id and o.lock_id = u.lock_id
      and o.warn_type = u.warn_type and o.session_id = ${sessionId}) returning id`.execute(tx)
  if (rows.length === 0) {
    await sql`update lo_unclose_lock set by_word = false where id = ${row.id}`.execute(tx)
    return false
  }
  await recordAudit(tx, {
    actor: { tenantId: row.tenantId, username: 'SYSTEM', realname: '系统' },
    content: `未关锁警告 ${row.warnNo}：两人办理后锁具仍未上报关闭，警告恢复`,
    operateType: 3,
    now,
  })
  return true
}

/**
 * The opening goes on: the ended session opens again, or the one that the lock has begun since takes its place. A warning that
 * belongs to no session (W02 of an unknown lock, W06 of a gateway) keeps what it belongs to.
 */
async function resumeSession(tx: Tx, { lockId, sessionId, openSessionId }: ByWord): Promise<string> {
  const { rows } = await sql<{ state: number }>`
    select state from lo_lock_onoff where id = ${sessionId} and lock_id = ${lockId} for update`.execute(tx)
  const [ended] = rows
  if (!ended || ended.state === 1) return sessionId
  if (openSessionId !== null) return openSessionId
  await sql`update lo_lock_onoff set state = 1, close_log_id = null, close_time = null, close_user_id = null,
      close_kind = null, duration_sec = null, over_sec = null where id = ${sessionId}`.execute(tx)
  await sql`update lo_lock set open_session_id = ${sessionId} where id = ${lockId}`.execute(tx)
  return sessionId
}
