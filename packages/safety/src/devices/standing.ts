import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { policyJoin } from '../ticket-policy.ts'
import { ticketIn } from '../ticket-sets.ts'

/** Where a gas detector stands: a place of a live ticket. */
export interface StandingAt {
  deviceSn: string
  workNo: string
  pointDesc: string
  /** Work goes on there under a policy of continuous measurement (G30): without it the work will be stopped. */
  isWatch: boolean
}

/** The live tickets at whose places these detectors stand. */
export async function placesOf(tx: Tx, tenantId: number, serials: readonly string[]): Promise<StandingAt[]> {
  const { rows } = await sql<StandingAt>`
    select a.device_sn, coalesce(w.work_no, '') as work_no, a.point_desc,
      ${ticketIn('atWork')} and (t.id is null or t.gas_continuous = 1) as is_watch
    from lo_work_detector a join lo_work w on w.id = a.work_id and ${ticketIn('live')}
    ${policyJoin}
    where a.tenant_id = ${tenantId} and a.device_sn = any(${[...serials]}::text[]) and a.off_time is null
    order by a.device_sn`.execute(tx)
  return rows
}

/** How many live tickets rely on something this detector found good; nothing else says so of it once it is cut off. */
export async function ticketsMeasuredBy(tx: Tx, tenantId: number, deviceSn: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(distinct w.id)::int as n from lo_work_gas g join lo_work w on w.id = g.work_id and ${ticketIn('live')}
    where g.tenant_id = ${tenantId} and g.device_sn = ${deviceSn} and g.pass = 1`.execute(tx)
  return rows[0]?.n ?? 0
}

/** `工作票 A01-… 的“泵坑”`. */
export const placeText = ({ workNo, pointDesc }: StandingAt): string => `工作票 ${workNo} 的“${pointDesc}”`
