import { gasLevels } from '@suoan/domain/dictionaries'
import type { GasTestFact, PlannedGasPlace } from '@suoan/domain/work-ticket'
import { shanghaiMoment } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '@suoan/platform/context'

const places = z.array(z.object({ place: z.string().min(1), level: z.enum(gasLevels) }))

/** `lo_work.gas_places`; null where none is planned. What cannot be read is none: the places of the kind of work count. */
export const readGasPlaces = (stored: unknown): PlannedGasPlace[] | null =>
  places
    .nullable()
    .catch(null)
    .parse(stored ?? null)

/** `lo_work_type.gas_codes`: codes joined by commas. */
export const readGasCodes = (stored: string | null | undefined): string[] =>
  (stored ?? '')
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '')

/** Every sample of a ticket, newest first; a gas without a standard has no code. Times in epoch ms. */
export async function loadGasTests(tx: Tx, workId: string): Promise<GasTestFact[]> {
  const { rows } = await sql<
    Omit<GasTestFact, 'sampleTime' | 'calibValidTo'> & {
      sampleTime: Date
      createTime: Date | null
      calibValidTo: string | null
    }
  >`
    select coalesce((select s.gas_code from lo_gas_std s where upper(s.gas_code) = upper(g.gas_code)
        and s.tenant_id = g.tenant_id and s.del_flag = 0 limit 1), '') as gas_code, point_desc as position, sample_time, create_time,
      coalesce(pass, 0) = 1 as pass, calib_valid_to::text
    from lo_work_gas g where work_id = ${workId} order by sample_time desc, create_time desc, id desc`.execute(
    tx,
  )
  return rows.map(({ createTime, ...row }) => ({
    ...row,
    // Never later than its receipt, whatever its clock said: it proves nothing about a later stop (T55).
    sampleTime: Math.min(row.sampleTime.getTime(), createTime?.getTime() ?? Infinity),
    // Valid through the whole last day.
    calibValidTo: row.calibValidTo === null ? 0 : shanghaiMoment(`${String(row.calibValidTo)} 23:59:59`),
  }))
}
