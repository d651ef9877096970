import { genesis } from '@suoan/domain/evidence-chain'
import {
  lockStatus,
  powerType,
  stateTrust,
  type LockStatus,
  type StateTrust,
} from '@suoan/domain/dictionaries'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '@suoan/platform/context'
import { sha256 } from '../../evidence/hash.ts'
import { deviceKey, type Boot, type DeviceInHand, type LockInHand } from './in-hand.ts'

interface Row {
  tenantId: number
  sn: string
  kind: string | null
  parentSn: string | null
  parentKind: string | null
  boots: unknown
  skews: unknown
  id: string | null
  lockCode: string
  lockName: string
  areaId: string
  areaCode: string
  areaName: string | null
  sysOrgCode: string | null
  latch: number
  shackle: number
  lockStatus: LockStatus
  stateTrust: StateTrust
  stateTime: Date | null
  lastBoot: string | null
  lastSeq: string | null
  chainHead: string | null
  chainSeq: number
  battery: number | null
  battMv: number | null
  rssi: number | null
  temp: string | null
  fwVersion: string | null
  powerType: number | null
  maxOpenMin: number | null
  sessionId: string | null
  openTime: Date | null
  limitSec: number | null
  lastOpenTime: Date | null
  lastOpenUser: string | null
  lastOpenMethod: string | null
  lastOpenWorkNo: string | null
  lastCloseTime: Date | null
  lastCloseUser: string | null
}

const bootList = z.array(z.object({ id: z.string(), order: z.number(), seq: z.number() }))
const numbers = z.array(z.number())

/**
 * The registered devices among `addresses`, with their locks, locked until the commit: first the devices in the order
 * of their serial numbers, then the locks in the order of their ids, so that two batches can never wait for each other.
 */
export async function loadDevices(
  tx: Tx,
  addresses: readonly { tenantId: number; sn: string }[],
): Promise<Map<string, DeviceInHand>> {
  const given = JSON.stringify(addresses.map(({ tenantId, sn }) => ({ tenant_id: tenantId, sn })))
  // Nearly always every device has spoken before.
  if ((await lockDevices(tx, given)) < addresses.length) {
    await sql`
      insert into lo_device_ingest (tenant_id, device_sn)
      select g.tenant_id, g.sn from json_to_recordset(${given}::json) as g(tenant_id integer, sn text)
      where exists (select 1 from lo_device d where d.tenant_id = g.tenant_id and d.device_sn = g.sn and d.del_flag = 0)
        or exists (select 1 from lo_lock l where l.tenant_id = g.tenant_id and l.device_sn = g.sn and l.del_flag = 0)
      order by g.tenant_id, g.sn
      on conflict do nothing`.execute(tx)
    await lockDevices(tx, given)
  }
  await sql`
    select 1 from lo_lock l
    join json_to_recordset(${given}::json) as g(tenant_id integer, sn text)
      on g.tenant_id = l.tenant_id and g.sn = l.device_sn
    where l.del_flag = 0 order by l.id for update of l`.execute(tx)
  // One look-up by index per device: `offset 0` keeps the planner from joining whole tables before it has statistics.
  const { rows } = await sql<Row>`
    select i.tenant_id, i.device_sn as sn, d.kind, d.parent_sn, u.kind as parent_kind, i.boots, i.skews,
      l.id, l.lock_code, l.lock_name, l.area_id, l.area_code, a.area_name, l.sys_org_code,
      l.latch, l.shackle, l.lock_status, l.state_trust, l.state_time, l.last_boot, l.last_seq,
      l.chain_head, l.chain_seq, l.battery, l.batt_mv, l.rssi, l.temp, l.fw_version,
      t.power_type, t.max_open_min, s.id as session_id, s.open_time, s.limit_sec,
      p.last_open_time, p.last_open_user, p.last_open_method, p.last_open_work_no, p.last_close_time, p.last_close_user
    from json_to_recordset(${given}::json) as g(tenant_id integer, sn text)
    join lo_device_ingest i on i.tenant_id = g.tenant_id and i.device_sn = g.sn
    left join lateral (select x.kind, x.parent_sn, x.tenant_id from lo_device x
      where x.tenant_id = i.tenant_id and x.device_sn = i.device_sn and x.del_flag = 0 offset 0) d on true
    left join lateral (select x.kind from lo_device x
      where x.tenant_id = d.tenant_id and x.device_sn = d.parent_sn and x.del_flag = 0 offset 0) u on true
    left join lateral (select x.id, x.lock_code, x.lock_name, x.lock_type_id, x.area_id, x.area_code, x.sys_org_code,
        x.latch, x.shackle, x.lock_status, x.state_trust, x.state_time, x.last_boot, x.last_seq, x.chain_head,
        x.chain_seq, x.battery, x.batt_mv, x.rssi, x.temp, x.fw_version from lo_lock x
      where x.tenant_id = i.tenant_id and x.device_sn = i.device_sn and x.del_flag = 0 offset 0) l on true
    left join lo_lock_type t on t.id = l.lock_type_id
    left join lateral (select x.area_name from lo_area x where x.id = l.area_id offset 0) a on true
    left join lateral (select x.id, x.open_time, x.limit_sec from lo_lock_onoff x
      where x.lock_id = l.id and x.state = 1 offset 0) s on true
    left join lateral (select x.last_open_time, x.last_open_user, x.last_open_method, x.last_open_work_no,
        x.last_close_time, x.last_close_user from lo_lock_last x
      where x.lock_id = l.id offset 0) p on true`.execute(tx)
  return new Map(rows.map((row) => [deviceKey(row.tenantId, row.sn), readDevice(row)]))
}

/** Locks the devices that have spoken before until the commit; says how many. */
async function lockDevices(tx: Tx, given: string): Promise<number> {
  const { rows } = await sql`
    select 1 from lo_device_ingest i
    join json_to_recordset(${given}::json) as g(tenant_id integer, sn text)
      on g.tenant_id = i.tenant_id and g.sn = i.device_sn
    order by i.tenant_id, i.device_sn for update of i`.execute(tx)
  return rows.length
}

function readDevice(row: Row): DeviceInHand {
  const boots = bootList.catch([]).parse(row.boots)
  return {
    tenantId: row.tenantId,
    sn: row.sn,
    kind: row.kind,
    parentSn: row.parentSn,
    parentKind: row.parentKind,
    lock: row.id === null ? null : readLock(row, row.id, boots),
    boots,
    skews: numbers.catch([]).parse(row.skews),
    lastSeen: 0,
    birth: null,
    clockTrusted: null,
  }
}

function readLock(row: Row, id: string, boots: readonly Boot[]): LockInHand {
  const boot = boots.find((one) => one.id === row.lastBoot)
  return {
    id,
    lockCode: row.lockCode,
    lockName: row.lockName,
    areaId: row.areaId,
    areaCode: row.areaCode,
    areaName: row.areaName,
    sysOrgCode: row.sysOrgCode,
    isPassive: row.powerType === powerType.passive,
    maxOpenMin: row.maxOpenMin ?? 15,
    state: {
      latch: sensorOf(row.latch),
      shackle: sensorOf(row.shackle),
      status: row.lockStatus ?? lockStatus.unknown,
      trust: row.stateTrust ?? stateTrust.unknown,
      stateTime: row.stateTime?.getTime() ?? null,
      last: boot === undefined ? null : { bootOrder: boot.order, seq: Number(row.lastSeq ?? 0) },
    },
    stateBoot: row.lastBoot,
    chainHead: row.chainHead ?? genesis(sha256, 'lock', id),
    chainSeq: Number(row.chainSeq ?? 0),
    session:
      row.sessionId === null || row.openTime === null
        ? null
        : {
            sessionId: row.sessionId,
            openTime: row.openTime.getTime(),
            limitSec: row.limitSec ?? 0,
            row: null,
          },
    last: {
      lastOpenTime: row.lastOpenTime?.getTime() ?? null,
      lastOpenUser: row.lastOpenUser,
      lastOpenMethod: row.lastOpenMethod,
      lastOpenWorkNo: row.lastOpenWorkNo,
      lastCloseTime: row.lastCloseTime?.getTime() ?? null,
      lastCloseUser: row.lastCloseUser,
    },
    battery: row.battery,
    battMv: row.battMv,
    rssi: row.rssi,
    temp: row.temp === null ? null : Number(row.temp),
    fwVersion: row.fwVersion,
  }
}

const sensorOf = (value: number): 0 | 1 | 9 => (value === 0 ? 0 : value === 1 ? 1 : 9)
