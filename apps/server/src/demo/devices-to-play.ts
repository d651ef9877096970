import { lockStatus, powerType } from '@suoan/domain/dictionaries'
import type { Context } from '@suoan/platform/context'
import type { DeviceSpec } from '@suoan/simulator'
import { sql } from 'kysely'

/** What a demo device is to the simulator. */
const kinds: Readonly<Record<string, DeviceSpec['kind']>> = {
  GW: 'gateway',
  KEY: 'key',
  LOCK: 'lock',
  GAS: 'gas',
}

/** As the platform last knew it: a lock that is open, or half-way, in the books is so in the simulator's hands. */
const standsOpen: readonly number[] = [lockStatus.open, lockStatus.notFullyLocked]

/**
 * The demo plant's devices as a simulator of the same installation plays them. Each lock begins as the platform last knew
 * it, so that a restart tells no opening that nobody made; one never heard of hangs closed on its board in the store. What
 * a real plant has enrolled is never among them: the demo plant's rows are told by their ids.
 */
export async function demoDevicesToPlay(ctx: Context): Promise<readonly DeviceSpec[]> {
  const { rows } = await sql<{
    sn: string
    kind: string
    parentSn: string | null
    connects: boolean
    power: number | null
    lockStatus: number | null
    battery: number | null
  }>`
    select d.device_sn as sn, d.kind, d.parent_sn, d.secret_hash is not null as connects, t.power_type as power,
      l.lock_status, l.battery
    from lo_device d
    left join lo_lock l on l.tenant_id = d.tenant_id and l.device_sn = d.device_sn and l.del_flag = 0
    left join lo_lock_type t on t.id = l.lock_type_id
    where d.tenant_id = 0 and d.del_flag = 0 and d.id like 'demo-dev-%' and d.device_sn is not null
    order by d.id`.execute(ctx.db)
  const connecting = new Set(rows.flatMap(({ sn, connects }) => (connects ? [sn] : [])))
  return rows.flatMap(({ sn, kind, parentSn, connects, power, battery, ...row }) => {
    const played = power === powerType.passive ? 'passive' : kinds[kind]
    const isReached = connects || (parentSn !== null && connecting.has(parentSn))
    if (played === undefined || !isReached) return []
    return {
      sn,
      kind: played,
      open: row.lockStatus !== null && standsOpen.includes(row.lockStatus),
      ...(connects || parentSn === null ? {} : { parentSn }),
      ...(battery === null ? {} : { battery }),
    }
  })
}
