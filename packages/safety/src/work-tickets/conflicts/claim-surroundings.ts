import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { isTicketOfKind } from '../../ticket-policy.ts'
import type { WorkRow } from '../ticket-row.ts'

interface Surroundings {
  areaCode: string | null
  adjacentCodes: string[]
  /** Points, people, equipment and locks, each with its kind before it. */
  things: string[]
}

/**
 * Locks what two tickets could clash over, until the transaction ends (3-domain.md §4.5.3): its own points, people,
 * equipment and locks, the points that feed equipment it needs live, and a range lock of its area. The range: the area
 * and its neighbours for itself, everything above them shared, so that a ticket further down or further up meets it and
 * one elsewhere does not. All in one order, so nobody waits in a circle. Row locks of ticket, points and locks are held
 * by then.
 */
export async function claimSurroundings(tx: Tx, work: Pick<WorkRow, 'id' | 'tenantId'>): Promise<void> {
  const { rows } = await sql<Surroundings>`
    select w.area_code,
      (select coalesce(jsonb_agg(distinct c), '[]') from lo_area a
        cross join lateral jsonb_array_elements_text(case jsonb_typeof(a.adjacent_codes) when 'array'
          then a.adjacent_codes else '[]' end) as c
        where a.tenant_id = w.tenant_id and a.del_flag = 0 and w.area_code like a.area_code || '%') as adjacent_codes,
      (select coalesce(jsonb_agg(distinct thing), '[]') from (
        select 'point/' || point_id as thing from lo_work_point where work_id = w.id
        union all select 'person/' || person_id from lo_work_person where work_id = w.id
        union all select 'lock/' || lock_id from lo_work_lock where work_id = w.id
        union all select 'equip/' || e from jsonb_array_elements_text(case jsonb_typeof(w.equip_ids) when 'array'
          then w.equip_ids else '[]' end) as e
        union all select 'point/' || e.point_id from lo_energy_edge e
          where e.tenant_id = w.tenant_id and e.del_flag = 0 and e.point_id is not null
            and (w.need_isolation = 0 or ${isTicketOfKind('22')})) as all_things) as things
    from lo_work w where w.id = ${work.id}`.execute(tx)
  const [around] = rows
  if (!around) return
  const claims = rangeOf(around.areaCode ?? '', around.adjacentCodes)
  for (const thing of around.things) claims.set(thing, true)
  // By the number the database locks, not by name: two names may share a number.
  const keys = new Map<bigint, boolean>()
  for (const [name, alone] of claims) {
    const key = lockKey(work.tenantId, name)
    keys.set(key, alone || keys.get(key) === true)
  }
  const inOrder = [...keys].toSorted(([a], [b]) => (a < b ? -1 : 1))
  await sql`select case when alone then pg_advisory_xact_lock(key) else pg_advisory_xact_lock_shared(key) end
    from unnest(${inOrder.map(([key]) => String(key))}::bigint[], ${inOrder.map(([, alone]) => alone)}::boolean[])
      as claim(key, alone)`.execute(tx)
}

/** Area codes to lock: true = for itself. A code grows by three characters a level. */
export function rangeOf(areaCode: string, adjacentCodes: readonly string[]): Map<string, boolean> {
  const own = [areaCode, ...adjacentCodes].filter((code) => code !== '')
  const above = own.flatMap((code) => Array.from({ length: code.length }, (_, end) => code.slice(0, end + 1)))
  return new Map([
    ...above.map((code) => [`area/${code}`, false] as const),
    ...own.map((code) => [`area/${code}`, true] as const),
  ])
}

function lockKey(tenantId: number, name: string): bigint {
  return createHash('sha256').update(`simops/${tenantId}/${name}`).digest().readBigInt64BE(0)
}
