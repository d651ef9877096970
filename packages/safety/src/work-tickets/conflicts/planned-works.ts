import type { EnergyGraph, PlannedWork } from '@suoan/domain/isolation'
import { execPhase } from '@suoan/domain/dictionaries'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { isTicketOfKind, kindsOfTicket } from '../../ticket-policy.ts'
import { ticketIn } from '../../ticket-sets.ts'
import { nodeIsOf } from '../../ticket-places.ts'
import { loadEnergy } from '../facts/energy.ts'

type PlanRow = Omit<PlannedWork, 'start' | 'end' | 'hazards' | 'adjacentCodes' | 'readOnly' | 'locks'> & {
  start: Date
  end: Date
  hazards: string | null
  adjacentCodes: string[] | null
  locks: PlannedWork['locks']
}

/**
 * What of a ticket can clash (3-domain.md §4.5.4). Adjacency is inherited: what borders on an area borders on what lies
 * inside it. A point restored is no longer wanted; a lifted one (phases 22, 23) is wanted in its working position.
 */
const planColumns = sql`
  w.id as work_id, w.work_no, ${kindsOfTicket()} as kinds, w.plan_start as start,
  -- Expired and not closed out: its locks and people are still there, however late it is.
  case when ${ticketIn('expired')} then 'infinity'::timestamptz else coalesce(w.valid_end, w.plan_end) end as "end",
  w.area_code, w.hazards,
  (select jsonb_agg(distinct c) from lo_area a
    cross join lateral jsonb_array_elements_text(case jsonb_typeof(a.adjacent_codes) when 'array'
      then a.adjacent_codes else '[]' end) as c
    where a.tenant_id = w.tenant_id and a.del_flag = 0 and w.area_code like a.area_code || '%') as adjacent_codes,
  (select coalesce(jsonb_agg(jsonb_build_object('pointId', p.id, 'pointCode', p.point_code,
      'position', case when i.state in (6, 7) then p.normal_pos else p.safe_pos end)), '[]')
    from lo_work_point i join lo_point p on p.id = i.point_id where i.work_id = w.id and i.state <> 8) as points,
  (select coalesce(jsonb_agg(jsonb_build_object('equipId', e.id, 'equipCode', e.equip_code)), '[]')
    from lo_equip e where coalesce(w.equip_ids, '[]'::jsonb) ? e.id) as equipment,
  (select coalesce(jsonb_agg(distinct jsonb_build_object('userId', p.person_id, 'name', coalesce(u.realname, p.person_name, ''))), '[]')
    from lo_work_person p left join sys_user u on u.id = p.user_id
    where p.work_id = w.id and p.state = 1 and p.role_tag in ('WORK', 'CONTR', 'GUARD', 'LEAD')) as people,
  (select coalesce(jsonb_agg(jsonb_build_object('lockId', l.id, 'lockCode', l.lock_code)), '[]')
    from lo_work_lock x join lo_lock l on l.id = x.lock_id
    where x.work_id = w.id and x.use_type in (1, 4) and x.state < 3) as locks,
  (select coalesce(jsonb_agg(distinct n.id), '[]') from lo_equip e join lo_energy_node n on ${nodeIsOf()}
    where coalesce(w.equip_ids, '[]'::jsonb) ? e.id) as zone_ids,
  (select coalesce(jsonb_agg(i.point_id), '[]') from lo_work_point i join lo_point p on p.id = i.point_id
    where i.work_id = w.id and w.need_isolation = 1 and p.lock_count > 0 and p.point_type is distinct from 'SOFT'
      and i.state not in (6, 7, 8)) as cuts,
  (select coalesce(jsonb_agg(i.point_id), '[]') from lo_work_point i
    where i.work_id = w.id and i.state in (6, 7)) as lifted,
  case when ${isTicketOfKind('22')} or w.exec_phase = ${execPhase.testRun} then 'needs'
    when w.need_isolation = 0 and w.work_type <> '30' then 'may' else 'no' end as live`

/** Tickets that stand in somebody's way: under review, approved, executing, expired and not closed out. */
export const standing = ticketIn('underway')

/** Where a ticket that has no end yet is drawn and compared to, epoch ms. */
export const farEnd = Date.parse('2999-12-31T00:00:00Z')

/** The named tickets as plans, whatever their state. */
export async function plannedWorks(tx: Tx, ids: readonly string[]): Promise<PlannedWork[]> {
  const { rows } = await sql<PlanRow>`
    select ${planColumns} from lo_work w where w.id = any(${[...ids]}::text[]) order by w.work_no`.execute(tx)
  return rows.map(plannedOf)
}

/** Every other standing ticket of the tenant that is there at some moment of the time given. */
export async function worksBeside(
  tx: Tx,
  tenantId: number,
  plan: Pick<PlannedWork, 'workId' | 'start' | 'end'>,
): Promise<PlannedWork[]> {
  const { rows } = await sql<PlanRow>`
    select ${planColumns} from lo_work w
    -- A renewing ticket and the one it renews are one job (T46).
    where w.tenant_id = ${tenantId} and w.id <> ${plan.workId} and w.parent_work_id is distinct from ${plan.workId}
      and w.id is distinct from (select parent_work_id from lo_work where id = ${plan.workId})
      and ${standing} and w.plan_start < ${new Date(plan.end)}
      and (${ticketIn('overdue')} or coalesce(w.valid_end, w.plan_end) > ${new Date(plan.start)})
    order by w.work_no`.execute(tx)
  return rows.map(plannedOf)
}

/** The energy map, read only when some of the plans stand on it and one of them may want energy the other cuts. */
export async function energyBetween(
  tx: Tx,
  tenantId: number,
  plans: readonly PlannedWork[],
): Promise<EnergyGraph | null> {
  const isUsed = plans.some((plan) => plan.live !== 'no' || plan.lifted.length > 0)
  if (!isUsed || !plans.some((plan) => plan.cuts.length > 0)) return null
  const equipIds = [...new Set(plans.flatMap((plan) => plan.equipment.map((each) => each.equipId)))]
  return (await loadEnergy(tx, tenantId, equipIds)).energy
}

function plannedOf(row: PlanRow): PlannedWork {
  // The driver reads `infinity` as a number, not as a date.
  const end = row.end instanceof Date ? row.end.getTime() : farEnd
  return {
    ...row,
    start: row.start.getTime(),
    end,
    readOnly: row.kinds.includes('30'),
    hazards: (row.hazards ?? '').split(',').filter((code) => code !== ''),
    adjacentCodes: row.adjacentCodes ?? [],
  }
}
