import { execPhase, labelOf } from '@suoan/domain/dictionaries'
import {
  isCutOff,
  noGasWatch,
  type GasSpot,
  type GasWatchFact,
  type WatchReading,
} from '@suoan/domain/work-ticket'
import { groupBy } from '@suoan/kit/group'
import { shanghaiMoment } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { loadReadings, verdictOf, type Reading } from './gas-readings.ts'

/** How far back a passing reading is looked for behind newer ones that do not count, ms. */
const lookBackMs = 15 * 60_000

/** The ticket whose gas is watched. */
interface WatchedTicket {
  readonly id: string
  readonly tenantId: number
  readonly execPhase: number | null
}

/** What is asked of the watch by the policy of its type and level. */
interface WatchPolicy {
  readonly continuous: boolean
  /** When it was changed last, epoch ms; null when never. */
  readonly changedAt: number | null
}

/**
 * What the detectors at the places of the ticket say, where its policy asks for continuous measurement (G30, R10); `now`
 * epoch ms.
 */
export async function loadGasWatch(
  tx: Tx,
  work: WatchedTicket,
  policy: WatchPolicy,
  needed: readonly GasSpot[],
  now: number,
): Promise<GasWatchFact> {
  if (!policy.continuous) return noGasWatch
  const [detectors, bareSince] = await Promise.all([
    standing(tx, work, [...new Set(needed.map(({ gasCode }) => gasCode))], now),
    sinceWhenBare(tx, work, policy, needed),
  ])
  return { required: true, detectors, bareSince }
}

interface Standing {
  deviceSn: string
  position: string
  onTime: Date
  /** Null where nobody knows the detector any more. */
  status: number | null
  calibValidTo: string | null
  /** The newest reading of each gas since it stands here. */
  readingIds: string[]
}

async function standing(
  tx: Tx,
  { id, tenantId }: WatchedTicket,
  codes: readonly string[],
  now: number,
): Promise<GasWatchFact['detectors']> {
  const { rows } = await sql<Standing>`
    select a.device_sn, a.point_desc as position, a.on_time, d.status, d.calib_valid_to::text as calib_valid_to,
      array(select n.id from unnest(${[...codes]}::text[]) c cross join lateral (
        select r.id from lo_gas_reading r where r.tenant_id = a.tenant_id and r.device_sn = a.device_sn
          and r.gas_code = upper(c) and r.historical = 0 and r.recv_time >= a.on_time
        order by r.recv_time desc limit 1) n) as reading_ids
    from lo_work_detector a
    left join lo_device d on d.tenant_id = a.tenant_id and d.device_sn = a.device_sn and d.kind = 'GAS' and d.del_flag = 0
    where a.work_id = ${id} and a.tenant_id = ${tenantId} and a.off_time is null order by a.on_time, a.id`.execute(
    tx,
  )
  const newest = groupBy(
    await loadReadings(
      tx,
      tenantId,
      rows.flatMap((row) => row.readingIds),
    ),
    ({ sn }) => sn,
  )
  return Promise.all(
    rows.map(async (row) => ({
      deviceSn: row.deviceSn,
      position: row.position,
      fault: faultOf(row, now),
      readings: await Promise.all(
        codes.flatMap((gasCode) => {
          const reading = newest.get(row.deviceSn)?.find((each) => each.gasCode === gasCode.toUpperCase())
          return reading === undefined ? [] : [heard(tx, tenantId, row, gasCode, reading, now)]
        }),
      ),
    })),
  )
}

/** Why nothing it says counts any more, whenever it spoke last. */
function faultOf({ status, calibValidTo }: Standing, now: number): string | null {
  if (status === null) return '已不在“网关与设备”中'
  if (isCutOff(status)) return `已${labelOf('lo_device_status', status)}`
  if (calibValidTo === null) return '没有检定有效期'
  return shanghaiMoment(`${calibValidTo} 23:59:59`) < now ? `检定有效期至 ${calibValidTo}，已过期` : null
}

/** What was measured long ago and arrives now says nothing of now. */
const measuredAt = ({ occurTime, recvTime }: Reading): number =>
  Math.min(occurTime.getTime(), recvTime.getTime())

async function heard(
  tx: Tx,
  tenantId: number,
  { deviceSn, onTime }: Standing,
  gasCode: string,
  newest: Reading,
  now: number,
): Promise<WatchReading> {
  const { kind, doubt } = verdictOf(newest, now)
  if (kind === 'pass') return { gasCode, goodAt: measuredAt(newest), doubt: null }
  const why = kind === 'fail' ? '读数不合格' : (doubt ?? '读数不能用于合格判定')
  return { gasCode, goodAt: await lastGood(tx, tenantId, deviceSn, gasCode, onTime, now), doubt: why }
}

/** Of each minute the newest reading is looked at: what counts is told apart by the domain, not by the statement. */
async function lastGood(
  tx: Tx,
  tenantId: number,
  deviceSn: string,
  gasCode: string,
  onTime: Date,
  now: number,
): Promise<number | null> {
  const from = new Date(Math.max(onTime.getTime(), now - lookBackMs))
  const { rows } = await sql<{ id: string }>`
    select distinct on (date_trunc('minute', recv_time)) id from lo_gas_reading
    where tenant_id = ${tenantId} and device_sn = ${deviceSn} and gas_code = upper(${gasCode}::text) and historical = 0
      and recv_time >= ${from}
    order by date_trunc('minute', recv_time), recv_time desc`.execute(tx)
  const readings = await loadReadings(
    tx,
    tenantId,
    rows.map(({ id }) => id),
  )
  const good = readings.filter((each) => verdictOf(each, now).kind === 'pass').map(measuredAt)
  return good.length === 0 ? null : Math.max(...good)
}

/**
 * Since when nothing measures at each place where no detector has said anything: the one before was taken away, the work
 * went on, or the policy began to ask, whatever came last.
 */
async function sinceWhenBare(
  tx: Tx,
  { id, tenantId, execPhase: phase }: WatchedTicket,
  { changedAt }: WatchPolicy,
  needed: readonly GasSpot[],
): Promise<GasWatchFact['bareSince']> {
  const { rows } = await sql<{ position: string | null; at: Date | null }>`
    select point_desc as position, max(off_time) as at from lo_work_detector
    where work_id = ${id} and tenant_id = ${tenantId} and off_time is not null group by point_desc
    union all
    select null, (select max(server_time) from lo_work_trans where work_id = ${id} and tenant_id = ${tenantId}
      and to_phase = ${execPhase.working} and from_phase <> ${execPhase.working})`.execute(tx)
  const wentOn = phase === execPhase.working ? rows.find(({ position }) => position === null) : undefined
  const base = phase === execPhase.working ? [wentOn?.at?.getTime() ?? 0, changedAt ?? 0] : []
  const since: Record<string, number> = {}
  for (const position of new Set(needed.map((spot) => spot.position))) {
    const off = rows.find((row) => row.position === position)?.at?.getTime() ?? 0
    const at = Math.max(off, ...base)
    if (at > 0) since[position] = at
  }
  return since
}
