import { second } from '@suoan/domain/verdict'
import { findGas } from '@suoan/domain/work-ticket'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { copyIn, copyLine } from '@suoan/platform/db/copy-in'
import { askNamed } from '@suoan/platform/db/named-statements'
import { rowsAsArrays } from '@suoan/platform/db/rows-as-arrays'
import { loadGasStandards, type NamedGasStandard } from '../../gas-standards.ts'
import { noteGrantAnswers } from '../../locks/index.ts'
import { jsonText } from '../json-text.ts'
import { columnNames } from '../log-chain.ts'
import { storeRejects } from '../quarantine.ts'
import { storeGaps } from '../gaps.ts'
import { ofTenant, type DeviceInHand, type ShownDevice } from './in-hand.ts'
import type { Results } from './results.ts'

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

/** Statements of one text each, planned once a connection: small batches would spend more on plans than on rows. */
const run = (tx: Tx, statement: RawBuilder<unknown>): Promise<unknown> => askNamed(tx, statement)

/** A batch of rows as one bound value. */
const given = (rows: readonly object[], columns: string): RawBuilder<unknown> =>
  sql`json_to_recordset(${jsonText(rows)}::json) as g(${sql.raw(columns)})`

/** Writes everything a batch brought, each table in one statement. Sessions are closed before new ones open. */
export async function storeResults(
  tx: Tx,
  devices: readonly DeviceInHand[],
  results: Results,
  now: number,
): Promise<void> {
  await storeLogs(tx, results)
  await storeSessions(tx, results)
  await storeLocks(tx, devices)
  await storeDevices(tx, devices)
  await storeCommands(tx, results)
  await storeGaps(tx, results, now)
  const answered = results.commands.filter(({ isFinal }) => isFinal).map(({ cmdId }) => cmdId)
  if (answered.length > 0) await noteGrantAnswers(tx, answered, now)
  await storeTelemetry(tx, results)
  await storeReadings(tx, results)
  await storeGrantUses(tx, results)
  await storeRejects(tx, results.rejects, now)
}

async function storeLogs(tx: Tx, { logs }: Results): Promise<void> {
  await copyIn(tx, 'lo_lock_log', columnNames, logs)
}

const closeTypes = {
  id: 'text',
  close_log_id: 'text',
  close_time: 'timestamptz',
  close_user_id: 'text',
  close_kind: 'smallint',
  duration_sec: 'integer',
  over_sec: 'integer',
} as const

const sessionColumns = [
  'id',
  'tenant_id',
  'lock_id',
  'area_code',
  'sys_org_code',
  'open_log_id',
  'open_time',
  'open_user_id',
  'open_method',
  'limit_sec',
  'work_id',
  'work_no',
  'judged',
  'close_log_id',
  'close_time',
  'close_user_id',
  'close_kind',
  'duration_sec',
  'over_sec',
  'state',
] as const

async function storeSessions(tx: Tx, { opened, closed }: Results): Promise<void> {
  if (closed.length > 0) {
    const rows = closed.map((close) => ({
      id: close.id,
      close_log_id: close.closeLogId,
      close_time: iso(close.closeTime),
      close_user_id: close.closeUserId,
      close_kind: close.closeKind,
      duration_sec: close.durationSec,
      over_sec: close.overSec,
    }))
    // `coalesce` keeps the planner from the index of open sessions, which is full of those that just ended.
    await run(
      tx,
      sql`
      update lo_lock_onoff s set close_log_id = g.close_log_id, close_time = g.close_time,
        close_user_id = g.close_user_id, close_kind = g.close_kind, duration_sec = g.duration_sec,
        over_sec = g.over_sec, state = 2
      from ${rowsAsArrays(closeTypes, rows)} where s.id = g.id and coalesce(s.state, 0) = 1`,
    )
  }
  const lines = opened.map((row) => {
    const values: Record<(typeof sessionColumns)[number], string | number | null> = {
      id: row.id,
      tenant_id: row.tenantId,
      lock_id: row.lockId,
      area_code: row.areaCode,
      sys_org_code: row.sysOrgCode,
      open_log_id: row.openLogId,
      open_time: iso(row.openTime),
      open_user_id: row.openUserId,
      open_method: row.openMethod,
      limit_sec: row.limitSec,
      work_id: row.workId,
      work_no: row.workNo,
      judged: row.judged,
      close_log_id: row.closeLogId,
      close_time: iso(row.closeTime),
      close_user_id: row.closeUserId,
      close_kind: row.closeKind,
      duration_sec: row.durationSec,
      over_sec: row.overSec,
      state: row.state,
    }
    return copyLine(sessionColumns.map((name) => values[name]))
  })
  await copyIn(tx, 'lo_lock_onoff', sessionColumns, lines)
}

const lockTypes = {
  id: 'text',
  latch: 'smallint',
  shackle: 'smallint',
  lock_status: 'smallint',
  state_trust: 'smallint',
  state_time: 'timestamptz',
  online: 'smallint',
  last_seen: 'timestamptz',
  battery: 'integer',
  batt_mv: 'integer',
  rssi: 'integer',
  temp: 'numeric',
  fw_version: 'text',
  open_session_id: 'text',
  chain_head: 'text',
  chain_seq: 'bigint',
  last_boot: 'text',
  last_seq: 'bigint',
  last_open_time: 'timestamptz',
  last_open_user: 'text',
  last_open_method: 'text',
  last_open_work_no: 'text',
  last_close_time: 'timestamptz',
  last_close_user: 'text',
} as const

async function storeLocks(tx: Tx, devices: readonly DeviceInHand[]): Promise<void> {
  const rows = devices.flatMap(({ lock, lastSeen }) =>
    lock === null
      ? []
      : [
          {
            id: lock.id,
            latch: lock.state.latch,
            shackle: lock.state.shackle,
            lock_status: lock.state.status,
            state_trust: lock.state.trust,
            state_time: iso(lock.state.stateTime),
            online: lock.isPassive ? 9 : 1,
            last_seen: iso(lastSeen),
            battery: lock.battery,
            batt_mv: lock.battMv,
            rssi: lock.rssi,
            temp: lock.temp,
            fw_version: lock.fwVersion,
            open_session_id: lock.session?.sessionId ?? null,
            chain_head: lock.chainSeq > 0 ? lock.chainHead : null,
            chain_seq: lock.chainSeq,
            last_boot: lock.stateBoot,
            last_seq: lock.state.last?.seq ?? null,
            last_open_time: iso(lock.last.lastOpenTime),
            last_open_user: lock.last.lastOpenUser,
            last_open_method: lock.last.lastOpenMethod,
            last_open_work_no: lock.last.lastOpenWorkNo,
            last_close_time: iso(lock.last.lastCloseTime),
            last_close_user: lock.last.lastCloseUser,
          },
        ],
  )
  if (rows.length === 0) return
  await run(
    tx,
    sql`
    update lo_lock l set latch = g.latch, shackle = g.shackle, lock_status = g.lock_status,
      state_trust = g.state_trust, state_time = g.state_time, online = g.online,
      last_seen = greatest(l.last_seen, g.last_seen), battery = g.battery, batt_mv = g.batt_mv, rssi = g.rssi,
      temp = g.temp, fw_version = g.fw_version, open_session_id = g.open_session_id, chain_head = g.chain_head,
      chain_seq = g.chain_seq, last_boot = g.last_boot, last_seq = g.last_seq, last_open_time = g.last_open_time,
      last_open_user = g.last_open_user, last_open_method = g.last_open_method,
      last_open_work_no = g.last_open_work_no, last_close_time = g.last_close_time,
      last_close_user = g.last_close_user
    from ${rowsAsArrays(lockTypes, rows)} where l.id = g.id`,
  )
}

const ingestTypes = {
  tenant_id: 'integer',
  sn: 'text',
  seq: 'bigint',
  boots: 'jsonb',
  skews: 'jsonb',
} as const
const deviceTypes = {
  tenant_id: 'integer',
  sn: 'text',
  boot_id: 'text',
  last_seq: 'bigint',
  skew: 'integer',
  trust: 'smallint',
  note: 'text',
} as const

async function storeDevices(tx: Tx, devices: readonly DeviceInHand[]): Promise<void> {
  const remembered = devices.map(({ tenantId, sn, boots, bootsRead, skews }) => ({
    tenant_id: tenantId,
    sn,
    seq: boots.at(-1)?.seq ?? null,
    // Nearly always the newest start has gone on, and the fifteen before it are as they were.
    boots: boots === bootsRead && boots.length > 0 ? null : JSON.stringify(boots),
    skews: JSON.stringify(skews),
  }))
  await run(
    tx,
    sql`
    update lo_device_ingest i set skews = g.skews,
      boots = coalesce(g.boots, jsonb_set(i.boots, '{-1,seq}', to_jsonb(g.seq)))
    from ${rowsAsArrays(ingestTypes, remembered)} where i.tenant_id = g.tenant_id and i.device_sn = g.sn`,
  )
  await showDevices(tx, devices)
  const births = devices.flatMap(({ tenantId, sn, birth }) =>
    birth === null
      ? []
      : [{ tenant_id: tenantId, device_sn: sn, birth: iso(birth.at), fw: birth.fw, cap: birth.caps }],
  )
  if (births.length === 0) return
  await sql`
    update lo_device d set last_birth = g.birth, fw_version = coalesce(g.fw, d.fw_version), cap = coalesce(g.cap, d.cap)
    from ${given(births, 'tenant_id integer, device_sn text, birth timestamptz, fw text, cap jsonb')}
    where d.tenant_id = g.tenant_id and d.device_sn = g.device_sn and d.del_flag = 0`.execute(tx)
}

/** What people see of a device is written when it changes: its numbers go on with every message, and stand in `lo_device_ingest`. */
async function showDevices(tx: Tx, devices: readonly DeviceInHand[]): Promise<void> {
  const rows = devices.flatMap((device) => {
    const now = shownNow(device)
    return isSeen(device.shown, now)
      ? [{ tenant_id: device.tenantId, sn: device.sn, last_seq: device.boots.at(-1)?.seq ?? null, ...now }]
      : []
  })
  if (rows.length === 0) return
  await run(
    tx,
    sql`
    update lo_device d set boot_id = g.boot_id, last_seq = g.last_seq, clock_skew_ms = g.skew, clock_trust = g.trust,
      clock_note = g.note
    from ${rowsAsArrays(deviceTypes, rows)}
    where d.tenant_id = g.tenant_id and d.device_sn = g.sn and d.del_flag = 0`,
  )
}

/** What a batch says of a device's start and clock; where it says nothing of the clock, what was known. */
const shownNow = ({ shown, boots, skewMs, clockTrusted, clockNote }: DeviceInHand): ShownDevice => ({
  boot_id: boots.at(-1)?.id ?? null,
  // As far as the column holds it.
  skew: skewMs === null ? shown.skew : Math.round(Math.max(-2e9, Math.min(2e9, skewMs))),
  trust: clockTrusted === null ? shown.trust : clockTrusted ? 1 : 0,
  note: clockTrusted === null ? shown.note : clockNote,
})

/** A clock is shown in seconds; where it passes the limit of its alarm (A09), whether it is trusted changes too. */
function isSeen(before: ShownDevice, now: ShownDevice): boolean {
  if (before.boot_id !== now.boot_id || before.trust !== now.trust || before.note !== now.note) return true
  if (before.skew === null || now.skew === null) return before.skew !== now.skew
  return Math.abs(now.skew - before.skew) >= second
}

async function storeCommands(tx: Tx, { commands }: Results): Promise<void> {
  if (commands.length === 0) return
  // Only the last change of a command counts; the first tells when it arrived.
  const last = new Map(commands.map((change) => [ofTenant(change.tenantId, change.cmdId), change]))
  const rows = [...last.values()].map((change) => ({
    tenant_id: change.tenantId,
    cmd_id: change.cmdId,
    status: change.status,
    at: iso(change.at),
    final: change.isFinal,
    code: change.resultCode,
    msg: change.resultMsg,
  }))
  await sql`
    update lo_cmd c set status = g.status, deliver_time = coalesce(c.deliver_time, g.at),
      ack_time = case when g.final then g.at else c.ack_time end,
      result_code = coalesce(g.code, c.result_code), result_msg = coalesce(g.msg, c.result_msg)
    from ${given(rows, 'tenant_id integer, cmd_id text, status smallint, at timestamptz, final boolean, code text, msg text')}
    where c.tenant_id = g.tenant_id and c.cmd_id = g.cmd_id`.execute(tx)
}

async function storeTelemetry(tx: Tx, { telemetry }: Results): Promise<void> {
  if (telemetry.length === 0) return
  await sql`
    insert into lo_telemetry select *
    from json_populate_recordset(null::lo_telemetry, ${jsonText(telemetry)}::json)`.execute(tx)
}

/** A reading that was there already (a re-send) is not announced again. */
async function storeReadings(tx: Tx, { readings, events }: Results): Promise<void> {
  if (readings.length === 0) return
  const named = await asThePlantCallsThem(tx, readings)
  const { rows } = await sql<{ id: string; tenantId: number; sn: string }>`
    insert into lo_gas_reading select * from json_populate_recordset(null::lo_gas_reading, ${jsonText(named)}::json)
    on conflict do nothing returning id, tenant_id, device_sn as sn`.execute(tx)
  const stored = new Map<string, { tenantId: number; sn: string; ids: string[] }>()
  for (const { id, tenantId, sn } of rows) {
    const known = stored.get(ofTenant(tenantId, sn))
    if (known === undefined) stored.set(ofTenant(tenantId, sn), { tenantId, sn, ids: [id] })
    else known.ids.push(id)
  }
  for (const data of stored.values()) events.push({ name: 'gas.read', data })
}

/** A gas that the plant has limits for is kept under their code, by whatever name its detector calls it (G14). */
async function asThePlantCallsThem(tx: Tx, readings: Results['readings']): Promise<Results['readings']> {
  const tenants = new Map<number, NamedGasStandard[]>()
  for (const { tenant_id: id } of readings)
    if (!tenants.has(id)) tenants.set(id, await loadGasStandards(tx, id))
  return readings.map((reading) => ({
    ...reading,
    gas_code: findGas(reading.gas_code, tenants.get(reading.tenant_id) ?? []).code,
  }))
}

async function storeGrantUses(tx: Tx, { grantUses }: Results): Promise<void> {
  if (grantUses.size === 0) return
  const rows = [...grantUses].map(([id, uses]) => ({ id, uses }))
  await sql`
    update lo_lock_user u set used_count = u.used_count + g.uses
    from ${given(rows, 'id text, uses integer')} where u.id = g.id`.execute(tx)
}
