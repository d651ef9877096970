import { minute } from '@suoan/domain/verdict'
import { findGas, judgeReading, lawfulLimits, type ReadingVerdict } from '@suoan/domain/work-ticket'
import { shanghaiMoment } from '@suoan/kit/shanghai'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { loadGasStandards } from './gas-standards.ts'

/** A stored reading with its detector and the plant's limits. */
export interface Reading {
  id: string
  sn: string
  areaCode: string
  gasCode: string
  gasName: string | null
  value: number
  unit: string
  occurTime: Date
  recvTime: Date
  timeQuality: number
  historical: number
  isNewest: boolean
  clockTrust: number | null
  calibValidTo: string | null
  status: number | null
  limitMin: number | null
  limitMax: number | null
  stdUnit: string | null
}

/**
 * SQL: when a reading counts among others of its detector. What is told live counts from its receipt, whatever the clock of
 * the detector says; what was read out of its log later, from when it was measured.
 */
export const heardAt = (alias: string): RawBuilder<Date> =>
  sql.raw(`case when ${alias}.historical = 1 then ${alias}.occur_time else ${alias}.recv_time end`)

/** Readings with their detector and the plant's limits, in the order they were measured. */
export async function loadReadings(tx: Tx, tenantId: number, ids: readonly string[]): Promise<Reading[]> {
  const { rows } = await sql<Omit<Reading, 'gasName' | 'limitMin' | 'limitMax' | 'stdUnit'>>`
    select r.id, r.device_sn as sn, coalesce(d.area_code, '') as area_code, r.gas_code, r.value::float8 as value, r.unit, r.occur_time, r.recv_time,
      r.time_quality, r.historical, d.clock_trust, d.calib_valid_to::text as calib_valid_to, d.status,
      not exists (select 1 from lo_gas_reading n where n.tenant_id = r.tenant_id and n.device_sn = r.device_sn
        and n.gas_code = r.gas_code and n.occur_time > r.occur_time) as is_newest
    from lo_gas_reading r
    join lo_device d on d.tenant_id = r.tenant_id and d.device_sn = r.device_sn and d.del_flag = 0
    where r.tenant_id = ${tenantId} and r.id = any(${ids}::text[]) order by r.occur_time, r.id`.execute(tx)
  if (rows.length === 0) return []
  const standards = await loadGasStandards(tx, tenantId)
  return rows.map((row) => {
    const { code: gasCode, standard } = findGas(row.gasCode, standards)
    return standard === null
      ? { ...row, gasCode, gasName: null, limitMin: null, limitMax: null, stdUnit: null }
      : { ...row, gasCode, gasName: standard.gasName, ...lawfulLimits(standard), stdUnit: standard.unit }
  })
}

/** A failing reading this old says nothing of the air any more, ms. [D] */
export const failsForMs = 24 * 60 * minute

/** Is the newest reading of some gas of a detector a failing one? `now` epoch ms. */
export async function saysBadAir(tx: Tx, tenantId: number, sn: string, now: number): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`select distinct on (r.gas_code) r.id from lo_gas_reading r
    where r.tenant_id = ${tenantId} and r.device_sn = ${sn} and r.recv_time > ${new Date(now - failsForMs)}
    order by r.gas_code, ${heardAt('r')} desc, r.recv_time desc`.execute(tx)
  const newest = await loadReadings(
    tx,
    tenantId,
    rows.map(({ id }) => id),
  )
  return newest.some((each) => verdictOf(each, now).kind === 'fail')
}

/** What the reading means for a ticket (G14); `now` epoch ms. */
export function verdictOf(reading: Reading, now: number): ReadingVerdict {
  const { stdUnit, calibValidTo, limitMin, limitMax } = reading
  return judgeReading(
    {
      value: reading.value,
      unit: reading.unit,
      sampleTime: reading.occurTime.getTime(),
      // Valid through the whole last day.
      calibValidTo: calibValidTo === null ? null : shanghaiMoment(`${calibValidTo} 23:59:59`),
      detectorStatus: reading.status,
      timeTrusted: reading.timeQuality > 0 && reading.clockTrust === 1,
      historical: reading.historical === 1,
    },
    stdUnit === null ? null : { limitMin, limitMax, unit: stdUnit },
    now,
  )
}
