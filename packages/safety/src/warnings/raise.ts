import { newId } from '@suoan/kit/id'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import type { Candidate } from './candidate.ts'

/**
 * Writes the warnings that do not stand yet: one row per (lock, rule, session), so that two servers or two looks make
 * one. A new row is due at once; telling people is the work of `notifyDue`. Returns how many are new.
 */
export async function raiseWarnings(tx: Tx, found: readonly Candidate[], now: number): Promise<number> {
  const added = await insertWarnings(tx, found, now)
  if (added.length > 0)
    await sql`update lo_lock_onoff s set warn_id = g.id
      from unnest(${added.map(({ id }) => id)}::text[], ${added.map(({ sessionId }) => sessionId)}::text[]) as g(id, session_id)
      where s.id = g.session_id and s.warn_id is null`.execute(tx)
  return added.length
}

/** Writes the warnings only: their sessions do not name them yet. Returns the new ones. */
export async function insertWarnings(
  tx: Tx,
  found: readonly Candidate[],
  now: number,
): Promise<readonly { readonly id: string; readonly sessionId: string }[]> {
  if (found.length === 0) return []
  const day = shanghaiTime(now).slice(0, 10).replaceAll('-', '')
  const rows = found.map((each) => {
    const id = newId()
    return {
      id,
      tenant_id: each.tenantId,
      // Readable, unique without a counter: the day and the tail of the time-ordered id.
      warn_no: `W${day}${id.slice(-8)}`,
      warn_type: each.warnType,
      lock_id: each.lockId,
      area_code: each.areaCode,
      sys_org_code: each.sysOrgCode,
      session_id: each.sessionId,
      work_id: each.workId,
      open_user_id: each.openUserId,
      open_time: each.openTime?.toISOString() ?? null,
      threshold_sec: each.thresholdSec,
      raise_time: each.raiseTime.toISOString(),
      gateway_id: each.gatewayId ?? null,
      lock_list: each.lockList ?? null,
    }
  })
  const { rows: added } = await sql<{ id: string; sessionId: string }>`
    insert into lo_unclose_lock (id, tenant_id, warn_no, warn_type, lock_id, area_code, sys_org_code, session_id, work_id,
      open_user_id, open_time, threshold_sec, raise_time, gateway_id, lock_list, status, esc_level, next_time)
    select g.id, g.tenant_id, g.warn_no, g.warn_type, g.lock_id, g.area_code, g.sys_org_code, g.session_id, g.work_id,
      g.open_user_id, g.open_time, g.threshold_sec, g.raise_time, g.gateway_id, g.lock_list, 0, 0, ${new Date(now)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(id text, tenant_id integer, warn_no text, warn_type text,
      lock_id text, area_code text, sys_org_code text, session_id text, work_id text, open_user_id text,
      open_time timestamptz, threshold_sec integer, raise_time timestamptz, gateway_id text, lock_list jsonb)
    on conflict (lock_id, warn_type, session_id) do nothing returning id, session_id`.execute(tx)
  return added
}
