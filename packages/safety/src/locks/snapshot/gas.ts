import type { InterlockTicket } from '@suoan/domain/interlock'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'

/** The newest reading of each gas and position: all must pass, and the oldest of them counts. */
export async function loadGas(
  tx: Tx,
  workId: string,
  rule: { readonly controlled: boolean; readonly limitMin: number; readonly at: number },
): Promise<InterlockTicket['gas']> {
  const { controlled, limitMin, at } = rule
  if (!controlled) return { controlled, pass: true, sampleTime: null, limitMin }
  const { rows } = await sql<{ pass: number; sampleTime: Date }>`
    select distinct on (gas_code, point_desc) pass, sample_time from lo_work_gas
    where work_id = ${workId} and sample_time <= ${new Date(at)}
    order by gas_code, point_desc, sample_time desc`.execute(tx)
  const times = rows.map(({ sampleTime }) => sampleTime.getTime())
  return {
    controlled,
    pass: rows.length > 0 && rows.every(({ pass }) => pass === 1),
    sampleTime: times.length === 0 ? null : Math.min(...times),
    limitMin,
  }
}
