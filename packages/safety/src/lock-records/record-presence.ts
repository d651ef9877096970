import { devicePresence } from '@suoan/contract'
import type { PresenceChange } from '@suoan/contract/device'
import { powerType } from '@suoan/domain/dictionaries'
import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import type { Context, Tx } from '@suoan/platform/context'
import { rowsAsArrays } from '@suoan/platform/db/rows-as-arrays'
import { inTransaction } from '@suoan/platform/db/transaction'
import { ofTenant } from './ingest/in-hand.ts'
import { mayCarry } from './ingest/may-carry.ts'

/**
 * Notes changes, in the order they came, at the devices and at their locks; the last one of a device holds. What a carrier
 * says that may not speak for the device changes nothing (`mayCarry`). Disabled and scrapped devices stay so; passive
 * locks are never on line.
 */
export async function recordPresence(ctx: Context, changes: readonly PresenceChange[]): Promise<void> {
  if (changes.length === 0) return
  await inTransaction(ctx, async (tx, emit) => {
    const believed = await bySomebodyWhoMay(tx, changes)
    if (believed.length === 0) return
    await keepPresence(tx, believed)
    for (const tenantId of new Set(believed.map((each) => each.tenantId)))
      emit('resource.changed', { resource: devicePresence.name, tenantId, ids: [] })
    const { rows } = await sql<{ tenantId: number; lockId: string; online: number }>`
    with g as materialized (select * from jsonb_to_recordset(${JSON.stringify(lastOfEach(believed))}::jsonb) as g(
      tenant_id integer, sn text, online smallint, at timestamptz, came timestamptz, went timestamptz)
    ), device as (
      update lo_device d set status = 2 - g.online, online_time = coalesce(g.came, d.online_time),
        offline_time = coalesce(g.went, d.offline_time)
      from g where d.tenant_id = g.tenant_id and d.device_sn = g.sn and d.del_flag = 0 and d.status not in (3, 5)
    ), locked as materialized (
      -- In the order in which a batch of reports locks them.
      select l.id, g.online, g.at from g
      join lo_lock l on l.tenant_id = g.tenant_id and l.device_sn = g.sn and l.del_flag = 0
      join lo_lock_type t on t.id = l.lock_type_id and t.power_type <> 2
      order by l.id for update of l
    )
    update lo_lock l set online = k.online, last_seen = greatest(l.last_seen, k.at)
    from locked k where l.id = k.id
    returning l.tenant_id, l.id as lock_id, k.online`.execute(tx)
    for (const { tenantId, lockId, online } of rows) {
      emit('lock.changed', { tenantId, ids: [lockId] })
      // What was known of it is believed again; what it did meanwhile it reports itself.
      if (online === 1) emit('lock.stateChanged', { tenantId, lockId })
    }
  })
}

const presenceTypes = {
  id: 'text',
  tenant_id: 'integer',
  sn: 'text',
  parent_sn: 'text',
  online: 'smallint',
  at: 'timestamptz',
} as const

/** Every coming and going of registered devices, for 日志看板 (3-domain.md §6.2); the device’s row keeps only the last. */
async function keepPresence(tx: Tx, changes: readonly PresenceChange[]): Promise<void> {
  const rows = changes.map(({ tenantId, sn, parentSn, online, at }) => ({
    id: newId(),
    tenant_id: tenantId,
    sn,
    parent_sn: parentSn,
    online: online ? 1 : 0,
    at: new Date(at).toISOString(),
  }))
  await sql`
    insert into lo_device_presence (id, tenant_id, sys_org_code, device_sn, device_name, kind, parent_sn, area_code, online,
      occur_time)
    select g.id, g.tenant_id, d.sys_org_code, g.sn, d.device_name, d.kind, g.parent_sn,
      coalesce(l.area_code, d.area_code), g.online, g.at
    from ${rowsAsArrays(presenceTypes, rows)}
    join lo_device d on d.tenant_id = g.tenant_id and d.device_sn = g.sn and d.del_flag = 0 and d.status not in (3, 5)
    left join lo_lock l on l.tenant_id = g.tenant_id and l.device_sn = g.sn and l.del_flag = 0`.execute(tx)
}

async function bySomebodyWhoMay(
  tx: Tx,
  changes: readonly PresenceChange[],
): Promise<readonly PresenceChange[]> {
  if (changes.every(({ parentSn }) => parentSn === null)) return changes
  const sns = [...new Set(changes.map(({ sn }) => sn))]
  const { rows } = await sql<{ tenantId: number; sn: string; parentSn: string | null; isPassive: boolean }>`
    select g.tenant_id, g.sn, d.parent_sn, coalesce(t.power_type = ${powerType.passive}, false) as is_passive
    from (select tenant_id, device_sn as sn from lo_device where device_sn = any(${sns}::text[]) and del_flag = 0
      union select tenant_id, device_sn from lo_lock where device_sn = any(${sns}::text[]) and del_flag = 0) g
    left join lo_device d on d.tenant_id = g.tenant_id and d.device_sn = g.sn and d.del_flag = 0
    left join lo_lock l on l.tenant_id = g.tenant_id and l.device_sn = g.sn and l.del_flag = 0
    left join lo_lock_type t on t.id = l.lock_type_id`.execute(tx)
  const registered = new Map(rows.map((row) => [ofTenant(row.tenantId, row.sn), row]))
  return changes.filter(({ tenantId, sn, parentSn }) => {
    const row = registered.get(ofTenant(tenantId, sn))
    return row !== undefined && mayCarry(parentSn, row)
  })
}

interface Last {
  tenant_id: number
  sn: string
  online: 0 | 1
  at: string
  /** When it last came and went among these changes. */
  came: string | null
  went: string | null
}

function lastOfEach(changes: readonly PresenceChange[]): Last[] {
  const devices = new Map<string, Last>()
  for (const { tenantId, sn, online, at: ms } of changes) {
    const at = new Date(ms).toISOString()
    const before = devices.get(ofTenant(tenantId, sn)) ?? { came: null, went: null }
    const state = online ? ({ online: 1, came: at } as const) : ({ online: 0, went: at } as const)
    devices.set(ofTenant(tenantId, sn), { ...before, tenant_id: tenantId, sn, at, ...state })
  }
  return [...devices.values()]
}
