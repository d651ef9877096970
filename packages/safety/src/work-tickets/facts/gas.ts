import { gasIsRequired, type GasFact } from '@suoan/domain/work-ticket'
import { shanghaiMoment } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import type { WorkRow } from '../ticket-row.ts'
import type { GasPolicy } from './policy.ts'

/** Where a sample is taken as long as nobody has named a place. */
const onlyPlace = '作业点'

/** What gas the ticket must be tested for, at every place that was tested so far, and what was found (G14). */
export async function loadGas(tx: Tx, work: WorkRow, policy: GasPolicy): Promise<GasFact> {
  const testing = sql<
    GasFact['tests'][number] & { sampleTime: Date; createTime: Date | null; calibValidTo: string | null }
  >`
    select coalesce((select s.gas_code from lo_gas_std s where upper(s.gas_code) = upper(g.gas_code)
        and s.tenant_id = g.tenant_id and s.del_flag = 0 limit 1), '') as gas_code, point_desc as position, sample_time, create_time,
      coalesce(pass, 0) = 1 as pass, calib_valid_to::text
    from lo_work_gas g where work_id = ${work.id} order by sample_time desc, create_time desc, id desc`
  const [{ rows }, required] = await Promise.all([testing.execute(tx), isRequired(tx, work, policy)])
  const places = [...new Set(rows.map((row) => row.position))]
  return {
    required,
    needed: (required ? (places.length > 0 ? places : [onlyPlace]) : []).flatMap((position) =>
      policy.codes.map((gasCode) => ({ gasCode, position })),
    ),
    tests: rows.map(({ createTime, ...row }) => ({
      ...row,
      // Never later than its receipt, whatever its clock said: it proves nothing about a later stop (T55).
      sampleTime: Math.min(row.sampleTime.getTime(), createTime?.getTime() ?? Infinity),
      // Valid through the whole last day.
      calibValidTo: row.calibValidTo === null ? 0 : shanghaiMoment(`${String(row.calibValidTo)} 23:59:59`),
    })),
  }
}

async function isRequired(tx: Tx, { workType, areaId }: WorkRow, { required }: GasPolicy): Promise<boolean> {
  const area = await tx
    .selectFrom('loArea')
    .select(['exZone', 'areaType'])
    .where('id', '=', areaId ?? '')
    .executeTakeFirst()
  const { exZone = null, areaType = null } = area ?? {}
  return gasIsRequired({ workType, areaType, exZone, byPolicy: required })
}
