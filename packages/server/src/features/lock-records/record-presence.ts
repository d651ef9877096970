import { sql } from 'kysely'
import type { Context } from '../../context.ts'

/** A device went on or off line; `at` in epoch ms. */
export interface Presence {
  readonly tenantId: number
  readonly sn: string
  /** The gateway or key that carries it now. */
  readonly parentSn?: string | null
  readonly online: boolean
  readonly at: number
}

/** Notes it at the device and at its lock. Disabled and scrapped devices stay so; passive locks are never on line. */
export async function recordPresence(ctx: Context, { tenantId, sn, online, at }: Presence): Promise<void> {
  const time = new Date(at)
  const { rows } = await sql<{ lockId: string }>`
    with device as (
      update lo_device set status = ${online ? 1 : 2},
        online_time = case when ${online} then ${time}::timestamptz else online_time end,
        offline_time = case when ${online} then offline_time else ${time}::timestamptz end
      where tenant_id = ${tenantId} and device_sn = ${sn} and del_flag = 0 and status not in (3, 5)
      returning device_sn
    ), lock as (
      update lo_lock l set online = ${online ? 1 : 0}, last_seen = greatest(l.last_seen, ${time}::timestamptz)
      from lo_lock_type t
      where t.id = l.lock_type_id and t.power_type <> 2 and l.tenant_id = ${tenantId} and l.device_sn = ${sn}
        and l.del_flag = 0
      returning l.id as lock_id
    )
    update lo_lock_last p set online = ${online ? 1 : 0} from lock where p.lock_id = lock.lock_id
    returning p.lock_id`.execute(ctx.db)
  for (const { lockId } of rows) ctx.events.emit('lock.stateChanged', { tenantId, lockId })
}
