import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '@suoan/platform/context'

/** Shifts (`s`) that run at a moment, for a place `area` (a column or a parameter: the code of an area). */
export const runsAt = (at: Date, area: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`s.del_flag = 0 and s.start_time <= ${at} and s.end_time > ${at} and (s.area_id is null or exists (
    select 1 from lo_area d where d.id = s.area_id and d.tenant_id = s.tenant_id and d.del_flag = 0
      and ${area} like d.area_code || '%'))`

/** What somebody on duty is called about. */
interface Called {
  readonly id: string
  readonly tenantId: number
  readonly areaCode: string | null
}

/** The duty room's people on duty for each of these, in the order in which they are called. */
export async function dutyRoomFor(
  tx: Tx,
  about: readonly Called[],
  now: number,
): Promise<readonly { readonly id: string; readonly userId: string; readonly sequence: number }[]> {
  if (about.length === 0) return []
  const given = about.map((each) => ({ id: each.id, tenant_id: each.tenantId, area_code: each.areaCode }))
  const { rows } = await sql<{ id: string; userId: string; sequence: number }>`
    select g.id, s.user_id, min(s.sequence) as sequence
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g(id text, tenant_id integer, area_code text)
    join lo_duty_shift s on s.tenant_id = g.tenant_id and s.duty_post = 'DUTY' and ${runsAt(new Date(now), sql`g.area_code`)}
    group by g.id, s.user_id order by g.id, min(s.sequence), s.user_id`.execute(tx)
  return rows
}
