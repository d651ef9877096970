import { genesis } from '@suoan/domain/evidence-chain'
import {
  deviceStatus,
  lockStatus,
  powerType,
  stateTrust,
  type LockStatus,
  type StateTrust,
} from '@suoan/domain/dictionaries'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { askNamed } from '@suoan/platform/db/named-statements'
import { arrayText, rowsAsArrays } from '@suoan/platform/db/rows-as-arrays'
import { sha256 } from '../../evidence/hash.ts'
import { ofTenant, type Boot, type DeviceInHand, type LockInHand } from './in-hand.ts'

interface DeviceRow {
  tenantId: number
  sn: string
  boots: unknown
  skews: unknown
}

interface LockRow {
  tenantId: number
  sn: string
  id: string
  lockCode: string
  lockName: string
  lockTypeId: string
  areaId: string
  areaCode: string
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
  lastOpenTime: Date | null
  lastOpenUser: string | null
  lastOpenMethod: string | null
  lastOpenWorkNo: string | null
  lastCloseTime: Date | null
  lastCloseUser: string | null
}

interface PlaceRow {
  tenantId: number
  sn: string
  kind: string | null
  deviceStatus: number | null
  parentSn: string | null
  parentKind: string | null
  bootId: string | null
  clockSkewMs: number | null
  clockTrust: number | null
  clockNote: string | null
  powerType: number | null
  maxOpenMin: number | null
  areaName: string | null
  sessionId: string | null
  openTime: Date | null
  limitSec: number | null
}

const nowhere = {
  kind: null,
  deviceStatus: null,
  parentSn: null,
  parentKind: null,
  bootId: null,
  clockSkewMs: null,
  clockTrust: null,
  clockNote: null,
  powerType: null,
  maxOpenMin: null,
  areaName: null,
  sessionId: null,
  openTime: null,
  limitSec: null,
} as const
type Place = Omit<PlaceRow, 'tenantId' | 'sn'>

const isBoot = (value: unknown): value is Boot =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'order' in value &&
  typeof value.order === 'number' &&
  'seq' in value &&
  typeof value.seq === 'number'

/** What is stored of a device is ours; what is no list of starts (or numbers) is none. Read for every device of every batch. */
const readBoots = (stored: unknown): Boot[] =>
  Array.isArray(stored) && stored.every((each) => isBoot(each)) ? stored : []
const readNumbers = (stored: unknown): readonly number[] =>
  Array.isArray(stored) && stored.every((each) => typeof each === 'number') ? stored : []

/**
 * The registered devices among `addresses`, with their locks, locked until the commit: first the devices in the order
 * of their serial numbers, then the locks in the order of their ids, so that two batches can never wait for each other.
 */
export async function loadDevices(
  tx: Tx,
  addresses: readonly { tenantId: number; sn: string }[],
): Promise<Map<string, DeviceInHand>> {
  const tenants = arrayText(addresses.map(({ tenantId }) => tenantId))
  const serials = arrayText(addresses.map(({ sn }) => sn))
  let devices = await lockDevices(tx, tenants, serials)
  // Nearly always every device has spoken before.
  if (devices.length < addresses.length) {
    await sql`
      insert into lo_device_ingest (tenant_id, device_sn)
      select g.tenant_id, g.sn from unnest(${tenants}::integer[], ${serials}::text[]) as g(tenant_id, sn)
      where exists (select 1 from lo_device d where d.tenant_id = g.tenant_id and d.device_sn = g.sn and d.del_flag = 0)
        or exists (select 1 from lo_lock l where l.tenant_id = g.tenant_id and l.device_sn = g.sn and l.del_flag = 0)
      order by g.tenant_id, g.sn
      on conflict do nothing`.execute(tx)
    devices = await lockDevices(tx, tenants, serials)
  }
  const locks = await lockLocks(tx, tenants, serials)
  const places = await loadPlaces(tx, devices, locks)
  return new Map(
    devices.map((device) => {
      const key = ofTenant(device.tenantId, device.sn)
      return [key, readDevice(device, locks.get(key) ?? null, places.get(key) ?? nowhere)]
    }),
  )
}

/** Locks the devices that have spoken before until the commit. */
async function lockDevices(tx: Tx, tenants: string, serials: string): Promise<DeviceRow[]> {
  const rows = await askNamed(
    tx,
    sql<DeviceRow>`
    select i.tenant_id, i.device_sn as sn, i.boots, i.skews from lo_device_ingest i
    join unnest(${tenants}::integer[], ${serials}::text[]) as g(tenant_id, sn)
      on g.tenant_id = i.tenant_id and g.sn = i.device_sn
    order by i.tenant_id, i.device_sn for update of i`,
  )
  return rows
}

/** Locks the locks of these devices until the commit; by the device's address. */
async function lockLocks(tx: Tx, tenants: string, serials: string): Promise<Map<string, LockRow>> {
  const rows = await askNamed(
    tx,
    sql<LockRow>`
    select l.tenant_id, l.device_sn as sn, l.id, l.lock_code, l.lock_name, l.lock_type_id, l.area_id, l.area_code,
      l.sys_org_code, l.latch, l.shackle, l.lock_status, l.state_trust, l.state_time, l.last_boot, l.last_seq,
      l.chain_head, l.chain_seq, l.battery, l.batt_mv, l.rssi, l.temp, l.fw_version,
      l.last_open_time, l.last_open_user, l.last_open_method, l.last_open_work_no, l.last_close_time, l.last_close_user
    from lo_lock l
    join unnest(${tenants}::integer[], ${serials}::text[]) as g(tenant_id, sn)
      on g.tenant_id = l.tenant_id and g.sn = l.device_sn
    where l.del_flag = 0 order by l.id for update of l`,
  )
  return new Map(rows.map((row) => [ofTenant(row.tenantId, row.sn), row]))
}

const placeTypes = {
  tenant_id: 'integer',
  sn: 'text',
  lock_type_id: 'text',
  area_id: 'text',
  lock_id: 'text',
} as const

/**
 * What stands around them: kind and parent of the device, type and area of the lock, its open session. Asked after the
 * locks are ours, so that the session is the one that holds now. One look-up by index each: `offset 0` keeps the planner
 * from joining whole tables before it has statistics.
 */
async function loadPlaces(
  tx: Tx,
  devices: readonly DeviceRow[],
  locks: ReadonlyMap<string, LockRow>,
): Promise<Map<string, PlaceRow>> {
  const asked = devices.map(({ tenantId, sn }) => {
    const lock = locks.get(ofTenant(tenantId, sn))
    return {
      tenant_id: tenantId,
      sn,
      lock_type_id: lock?.lockTypeId ?? null,
      area_id: lock?.areaId ?? null,
      lock_id: lock?.id ?? null,
    }
  })
  const rows = await askNamed(
    tx,
    sql<PlaceRow>`
    select g.tenant_id, g.sn, d.kind, d.status as device_status, d.parent_sn, u.kind as parent_kind,
      d.boot_id, d.clock_skew_ms, d.clock_trust, d.clock_note, t.power_type, t.max_open_min, a.area_name,
      s.id as session_id, s.open_time, s.limit_sec
    from ${rowsAsArrays(placeTypes, asked)}
    left join lateral (select x.kind, x.parent_sn, x.status, x.boot_id, x.clock_skew_ms, x.clock_trust,
        x.clock_note from lo_device x
      where x.tenant_id = g.tenant_id and x.device_sn = g.sn and x.del_flag = 0 offset 0) d on true
    left join lateral (select x.kind from lo_device x
      where x.tenant_id = g.tenant_id and x.device_sn = d.parent_sn and x.del_flag = 0 offset 0) u on true
    left join lo_lock_type t on t.id = g.lock_type_id
    left join lateral (select x.area_name from lo_area x where x.id = g.area_id offset 0) a on true
    left join lateral (select x.id, x.open_time, x.limit_sec from lo_lock_onoff x
      where x.lock_id = g.lock_id and x.state = 1 offset 0) s on true`,
  )
  return new Map(rows.map((row) => [ofTenant(row.tenantId, row.sn), row]))
}

function readDevice(device: DeviceRow, lock: LockRow | null, place: Place): DeviceInHand {
  const boots = readBoots(device.boots)
  return {
    tenantId: device.tenantId,
    sn: device.sn,
    kind: place.kind,
    isDisabled: place.deviceStatus === deviceStatus.disabled || place.deviceStatus === deviceStatus.scrapped,
    parentSn: place.parentSn,
    parentKind: place.parentKind,
    lock: lock === null ? null : readLock(lock, place, boots),
    boots,
    bootsRead: boots,
    skews: readNumbers(device.skews),
    skewMs: null,
    clockNote: null,
    lastSeen: 0,
    birth: null,
    clockTrusted: null,
    shown: {
      boot_id: place.bootId,
      skew: place.clockSkewMs,
      trust: place.clockTrust,
      note: place.clockNote,
    },
  }
}

function readLock(row: LockRow, place: Place, boots: readonly Boot[]): LockInHand {
  const boot = boots.find((one) => one.id === row.lastBoot)
  return {
    id: row.id,
    lockCode: row.lockCode,
    lockName: row.lockName,
    areaId: row.areaId,
    areaCode: row.areaCode,
    areaName: place.areaName,
    sysOrgCode: row.sysOrgCode,
    isPassive: place.powerType === powerType.passive,
    maxOpenMin: place.maxOpenMin ?? 15,
    state: {
      latch: sensorOf(row.latch),
      shackle: sensorOf(row.shackle),
      status: row.lockStatus ?? lockStatus.unknown,
      trust: row.stateTrust ?? stateTrust.unknown,
      stateTime: row.stateTime?.getTime() ?? null,
      last: boot === undefined ? null : { bootOrder: boot.order, seq: Number(row.lastSeq ?? 0) },
    },
    stateBoot: row.lastBoot,
    keyWord: null,
    chainHead: row.chainHead ?? genesis(sha256, 'lock', row.id),
    chainSeq: Number(row.chainSeq ?? 0),
    session:
      place.sessionId === null || place.openTime === null
        ? null
        : {
            sessionId: place.sessionId,
            openTime: place.openTime.getTime(),
            limitSec: place.limitSec ?? 0,
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
