import type { PresenceChange } from '@suoan/contract/device'
import { sql } from 'kysely'
import type { Context } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import { ofTenant } from './ingest/in-hand.ts'

/**
 * Notes changes, in the order they came, at the devices and at their locks; the last one of a device holds. Disabled and
 * scrapped devices stay so; passive locks are never on line.
 */
export async function recordPresence(ctx: Context, changes: readonly PresenceChange[]): Promise<void> {
  if (changes.length === 0) return
  await inTransaction(ctx, async (tx, emit) => {
    const { rows } = await sql<{ tenantId: number; lockId: string; online: number }>`
    with g as materialized (select * from jsonb_to_recordset(${JSON.stringify(lastOfEach(changes))}::jsonb) as g(
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
