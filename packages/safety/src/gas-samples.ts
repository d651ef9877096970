import { gasLevels } from '@suoan/domain/dictionaries'
import type { GasSpot, GasTestFact, PlannedGasPlace } from '@suoan/domain/work-ticket'
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
export const readGasCodes = (stored: string | null | undefined): string[] => [
  ...new Set(
    (stored ?? '')
      .split(',')
      .map((code) => code.trim())
      .filter((code) => code !== ''),
  ),
]

/**
 * Every sample of a ticket, newest first; a gas without a standard has no code. Times in epoch ms. None is later than its
 * receipt, whatever its clock said: it proves nothing about a later stop (T55). A failing one is not older than what had
 * been found good there when it came in: a clock that was set back, or a date mistyped, makes bad air no history (T30, G14).
 */
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
    from lo_work_gas g where work_id = ${workId} order by create_time, id`.execute(tx)
  const received: GasTestFact[] = []
  for (const { createTime, sampleTime, calibValidTo, ...row } of rows) {
    const stated = Math.min(sampleTime.getTime(), createTime?.getTime() ?? Infinity)
    const before = row.pass ? [] : received.filter((known) => known.pass && speaksOf(row, known))
    received.push({
      ...row,
      sampleTime: Math.max(stated, ...before.map((known) => known.sampleTime)),
      // Valid through the whole last day.
      calibValidTo: calibValidTo === null ? 0 : shanghaiMoment(`${calibValidTo} 23:59:59`),
    })
  }
  // Of one moment the one that came in last is first.
  return received.toReversed().toSorted((a, b) => b.sampleTime - a.sampleTime)
}

/** A failing sample doubts the good ones of its gas and place; of every gas or place where nobody said which. */
const speaksOf = (bad: GasSpot, good: GasSpot): boolean =>
  (bad.gasCode === '' || bad.gasCode === good.gasCode) &&
  (bad.position === '' || bad.position === good.position)
