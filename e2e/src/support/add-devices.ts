import { hashDeviceSecret } from '@suoan/safety/lock-records/device-secret'
import pg from 'pg'

/** A gateway of our own and the locks behind it, for runs that speak MQTT themselves. */
export interface StandDevices {
  readonly gateway: string
  readonly secret: string
  readonly locks: readonly string[]
}

/** Adds a gateway and `locks` powered locks to the demo plant. */
export async function addDevices(url: string, gateway: string, locks: number): Promise<StandDevices> {
  const devices: StandDevices = {
    gateway,
    secret: `secret-of-${gateway}`,
    locks: Array.from({ length: locks }, (_, n) => `${gateway}L${n + 1}`),
  }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(
      `insert into lo_device (id, device_sn, kind, device_name, secret_hash, create_by, create_time)
       values ($1, $1, 'GW', '演练网关', $2, 'admin', now())`,
      [gateway, hashDeviceSecret(devices.secret)],
    )
    await client.query(
      `insert into lo_device (id, device_sn, kind, device_name, parent_sn, create_by, create_time)
       select sn, sn, 'LOCK', '演练锁 ' || sn, $2, 'admin', now() from unnest($1::text[]) sn`,
      [devices.locks, gateway],
    )
    await client.query(
      `insert into lo_lock (id, lock_code, lock_name, lock_type_id, lock_purpose, device_sn, area_id, area_code,
         keeper_id, create_by, create_time)
       select sn, sn, '演练锁 ' || sn, 'demo-ty-ble', 4, sn, 'demo-a0101', 'A01A01', 'u11', 'admin', now()
       from unnest($1::text[]) sn`,
      [devices.locks],
    )
  } finally {
    await client.end()
  }
  return devices
}
