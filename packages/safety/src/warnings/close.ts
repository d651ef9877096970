import { closeKind } from '@suoan/domain/dictionaries'
import { groupBy } from '@suoan/kit/group'
import { sql } from 'kysely'
import type { Reacting, Tx } from '@suoan/platform/context'
import type { Emit } from '@suoan/platform/db/transaction'
import { noteMissed } from '../alarms/index.ts'

/**
 * Closes the live warnings whose lock has reported itself shut: their session has ended, or, for a lock that was
 * unknown and not open (W02), its state is confirmed closed. Nothing else closes one but two people (§5.10). Looks at
 * the warnings of `lockIds` and of gateways only, or at all. A closing that was reported when the warning had been told
 * already, and whose reaction is not stored any more, was missed: that is noted as a defect (A20). Returns how many were
 * closed.
 */
export async function closeOfClosedLocks(reacting: Reacting, lockIds?: readonly string[]): Promise<number> {
  const { tx, emit, now } = reacting
  const columns = sql`select id, lock_id, session_id, work_id, raise_time, notify_time, lock_list from lo_unclose_lock
      where status in (0, 1, 2)`
  // Each half by an index of its own: joined by `or` they would read every live warning.
  const live =
    lockIds === undefined
      ? columns
      : sql`${columns} and lock_id = any(${[...new Set(lockIds)]}::text[])
      union ${columns} and lock_list is not null`
  // Few warnings are live and many sessions have ended: each warning looks its own up (`offset 0` keeps it that way).
  const { rows } = await sql<Closed>`
    with live as materialized (${live}), found as materialized (
      select u.id, s.close_time, s.close_log_id, s.close_user_id, s.close_kind,
        -- A warning raised in the moment of the closing is not seen by it: one told before (by clocks within 2 s) was.
        exists (select 1 from lo_lock_log g where g.id = s.close_log_id and g.occur_time = s.close_time
            and g.recv_time > u.notify_time + interval '2 seconds')
          and not exists (select 1 from reaction r where r.consumer = 'warnings.closings' and r.subject = u.lock_id
            and r.data->>'logId' = s.close_log_id) as is_missed
      from live u cross join lateral (select * from lo_lock_onoff o where o.id = u.session_id offset 0) s
      where s.state <> 1 and s.close_time is not null
      union all
      select u.id, greatest(l.state_time, u.raise_time), null, null, 4, false
      from live u join lo_lock l on l.id = u.lock_id
      where u.session_id = u.work_id and l.lock_status = 1 and l.state_trust = 1
      union all
      select u.id, ${new Date(now)}, null, null, 4, false
      from live u
      where u.lock_list is not null and not exists (
        select 1 from jsonb_array_elements(u.lock_list) e join lo_lock_onoff s on s.id = e->>'sessionId' and s.state = 1)
    )
    update lo_unclose_lock u set status = 3, next_time = null, close_time = f.close_time, close_log_id = f.close_log_id,
      close_by = f.close_user_id, close_kind = f.close_kind, by_word = f.close_kind is not distinct from ${closeKind.administrative},
      duration_sec = round(extract(epoch from f.close_time - coalesce(u.open_time, u.raise_time)))
    -- \`coalesce\` sends it to each warning by its id: by the index of live ones it compares every one with every one found.
    from found f where u.id = f.id and coalesce(u.status, 3) in (0, 1, 2)
    returning u.id, u.tenant_id, u.lock_id, u.area_code, f.is_missed,
      coalesce((select l.lock_name from lo_lock l where l.id = u.lock_id), u.warn_no) as name`.execute(tx)
  await notifyClosed(tx, emit, rows)
  await noteMissed(
    reacting,
    rows
      .filter(({ isMissed }) => isMissed)
      .map(({ tenantId, lockId, name, areaCode, id }) => ({
        tenantId,
        consumer: 'warnings.closings',
        name,
        workId: null,
        areaCode,
        about: { lockId, warningId: id },
      })),
  )
  return rows.length
}

interface Closed {
  readonly id: string
  readonly tenantId: number
  readonly lockId: string
  readonly areaCode: string | null
  readonly name: string
  readonly isMissed: boolean
}

/** Lets the bells of everybody who was told look again; nothing is read aloud. */
export async function notifyClosed(
  tx: Tx,
  emit: Emit,
  closed: readonly { readonly id: string; readonly tenantId: number }[],
): Promise<void> {
  if (closed.length === 0) return
  const { rows } = await sql<{ tenantId: number; userId: string }>`
    select distinct tenant_id, user_id from lo_warn_user where warn_id = any(${closed.map(({ id }) => id)}::text[])`.execute(
    tx,
  )
  for (const [tenantId, told] of groupBy(rows, (row) => row.tenantId))
    emit('notice.sent', { tenantId, userIds: told.map(({ userId }) => userId), msgId: null, msgTxt: '' })
  for (const [tenantId, ids] of groupBy(closed, (row) => row.tenantId))
    emit('resource.changed', { resource: 'uncloseLock', tenantId, ids: ids.map(({ id }) => id) })
}
