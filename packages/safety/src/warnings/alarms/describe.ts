import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { holdIn } from '../../hold-sets.ts'

interface Source {
  readonly tenantId: number
  readonly sourceKind: string
  readonly sourceSn: string
  readonly lockId: string | null
  readonly workId: string | null
  readonly areaCode: string | null
  readonly value: string
}

/** Locks as the sources of alarms, with the ticket that relies on each. */
export async function describeLocks(
  tx: Tx,
  lockIds: readonly string[],
): Promise<(Source & { stateTime: number | null })[]> {
  if (lockIds.length === 0) return []
  const { rows } = await sql<Source & { stateTime: Date | null }>`
    select l.tenant_id, 'LOCK' as source_kind, l.id as source_sn, l.id as lock_id, l.area_code, l.lock_name as value, l.state_time,
      (select h.work_id from lo_point_hold h where h.lock_id = l.id and ${holdIn('isolating')} limit 1) as work_id
    from lo_lock l where l.id = any(${[...lockIds]}::text[])`.execute(tx)
  return rows.map((row) => ({ ...row, stateTime: row.stateTime?.getTime() ?? null }))
}

/** Devices by `tenant/serial`, as the sources of alarms; the lock behind one counts instead of it. */
export async function describeSources(
  tx: Tx,
  devices: readonly { readonly tenantId: number; readonly sn: string }[],
): Promise<Map<string, Source>> {
  const { rows } = await sql<Source & { sn: string }>`
    select g.tenant_id, g.sn, coalesce(d.kind, 'LOCK') as source_kind, g.sn as source_sn, l.id as lock_id, null as work_id,
      coalesce(l.area_code, d.area_code) as area_code, coalesce(l.lock_name, d.device_name, g.sn) as value
    from (select distinct * from jsonb_to_recordset(${JSON.stringify(
      devices.map(({ tenantId, sn }) => ({ tenant_id: tenantId, sn })),
    )}::jsonb) as r(tenant_id integer, sn text)) g
    left join lo_device d on d.tenant_id = g.tenant_id and d.device_sn = g.sn and d.del_flag = 0
    left join lo_lock l on l.tenant_id = g.tenant_id and l.device_sn = g.sn and l.del_flag = 0
    where d.id is not null or l.id is not null`.execute(tx)
  return new Map(rows.map(({ sn, ...row }) => [`${row.tenantId}/${sn}`, row]))
}
