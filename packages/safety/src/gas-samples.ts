import { gasLevels } from '@suoan/domain/dictionaries'
import {
  findGas,
  type GasSpot,
  type GasTestFact,
  type PlannedGasPlace,
  type WithdrawnSample,
} from '@suoan/domain/work-ticket'
import { shanghaiMoment } from '@suoan/kit/shanghai'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Tx } from '@suoan/platform/context'
import { loadGasStandards } from './gas-standards.ts'

const places = z.array(z.object({ place: z.string().min(1), level: z.enum(gasLevels) }))

/** `lo_work.gas_places`; null where none is planned. What cannot be read is none: the places of the kind of work count. */
export const readGasPlaces = (stored: unknown): PlannedGasPlace[] | null =>
  places
    .nullable()
    .catch(null)
    .parse(stored ?? null)

/**
 * Every sample of a ticket, newest first; a gas that the plant has no limits for is one of its own (decision 0638). Times in epoch ms. None is later than its
 * receipt, whatever its clock said: it proves nothing about a later stop (T55). A failing one is not older than what had
 * been found good there when it came in: a clock that was set back, or a date mistyped, makes bad air no history (T30, G14).
 * What a detector found good that was cut off since is `withdrawn` and not among `tests` (decision 0623).
 */
export async function loadGasTests(
  tx: Tx,
  workId: string,
): Promise<{ tests: GasTestFact[]; withdrawn: WithdrawnSample[] }> {
  const { rows } = await sql<
    Omit<GasTestFact, 'sampleTime' | 'calibValidTo'> & {
      sampleTime: Date
      createTime: Date | null
      calibValidTo: string | null
      deviceSn: string
      cutOff: Date | null
      tenantId: number
    }
  >`
    select g.tenant_id, gas_code, point_desc as position, sample_time, create_time,
      coalesce(pass, 0) = 1 as pass, calib_valid_to::text, coalesce(device_sn, '') as device_sn, ${cutOffOf} as cut_off
    from lo_work_gas g where work_id = ${workId} order by create_time, id`.execute(tx)
  const standards = rows[0] === undefined ? [] : await loadGasStandards(tx, rows[0].tenantId)
  const received: (GasTestFact & { withdrawn: WithdrawnSample | null })[] = []
  for (const { createTime, sampleTime, calibValidTo, deviceSn, cutOff, tenantId: _, ...given } of rows) {
    const row = { ...given, gasCode: findGas(given.gasCode, standards).code }
    const stated = Math.min(sampleTime.getTime(), createTime?.getTime() ?? Infinity)
    const before = row.pass ? [] : received.filter((known) => known.pass && speaksOf(row, known))
    received.push({
      ...row,
      sampleTime: Math.max(stated, ...before.map((known) => known.sampleTime)),
      // Valid through the whole last day.
      calibValidTo: calibValidTo === null ? 0 : shanghaiMoment(`${calibValidTo} 23:59:59`),
      withdrawn:
        row.pass && cutOff !== null
          ? { gasCode: row.gasCode, position: row.position, deviceSn, cutOffAt: cutOff.getTime() }
          : null,
    })
  }
  // Of one moment the one that came in last is first.
  const newestFirst = received.toReversed().toSorted((a, b) => b.sampleTime - a.sampleTime)
  return {
    tests: newestFirst.flatMap(({ withdrawn, ...test }) => (withdrawn === null ? [test] : [])),
    withdrawn: newestFirst.flatMap(({ withdrawn }) => withdrawn ?? []),
  }
}

/** SQL: when the detector of sample `g` was cut off after it; null while what it said may count. */
export const cutOffOf: RawBuilder<Date | null> = sql`(select max(coalesce(d.cut_off_time, g.create_time, g.sample_time))
  from lo_device d where d.tenant_id = g.tenant_id and d.device_sn = g.device_sn and d.kind = 'GAS'
    and ((d.status in (3, 5) and d.del_flag = 0) or d.cut_off_time >= coalesce(g.create_time, g.sample_time)))`

/** A failing sample doubts the good ones of its gas and place; of every gas or place where nobody said which. */
const speaksOf = (bad: GasSpot, good: GasSpot): boolean =>
  (bad.gasCode === '' || bad.gasCode === good.gasCode) &&
  (bad.position === '' || bad.position === good.position)
