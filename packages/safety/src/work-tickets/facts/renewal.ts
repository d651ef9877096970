import { execPhase, lockStatus, stateTrust } from '@suoan/domain/dictionaries'
import type { RenewalFact } from '@suoan/domain/work-ticket'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { ticketIn } from '../../ticket-sets.ts'
import { personName } from '../../person-name.ts'
import type { WorkRow } from '../ticket-row.ts'
import { holdIn } from '../../hold-sets.ts'
import { readStopCauses } from './stop-causes.ts'

/** The old ticket as far as it is still to be taken over; null when this renews none, or that one has ended (T46, I3). */
export async function loadRenewal(tx: Tx, work: WorkRow): Promise<RenewalFact | null> {
  if (work.parentWorkId === null) return null
  const { rows } = await sql<Omit<RenewalFact, 'holds' | 'openCauses'> & Pick<WorkRow, 'stopCauses'>>`
    select w.id as parent_id, w.work_no as parent_no, w.work_status as status, w.exec_phase as phase,
      array(select coalesce(u.realname, p.person_name, '') from lo_work_person p left join sys_user u on u.id = p.user_id
        -- Whoever was replaced and has not been seen leaving is still inside (G17).
        where p.work_id = w.id and p.on_state = 1) as on_site,
      array(select p.point_code from lo_work_point i join lo_point p on p.id = i.point_id
        where i.work_id = w.id and i.state = 9 order by i.order_num) as doubtful, w.stop_causes
    from lo_work w where w.id = ${work.parentWorkId} and w.tenant_id = ${work.tenantId} 
      and ${ticketIn('notEnded')}`.execute(tx)
  const [parent] = rows
  if (!parent) return null
  const holds = await sql<RenewalFact['holds'][number]>`
    select h.id as hold_id, h.point_id, coalesce(p.point_code, '') as point_code, h.work_id, w.work_no, h.user_id,
      ${personName('h.user_id')} as user_name, h.lock_id, l.lock_code, h.hold_type, h.state,
      coalesce(h.release_group, 1) as release_group,
      coalesce(l.lock_status = ${lockStatus.closed} and l.state_trust <> ${stateTrust.unknown}, false) as lock_shut,
      (w.exec_phase = ${execPhase.releasing}) as releasing
    from lo_point_hold h join lo_work w on w.id = h.work_id left join lo_point p on p.id = h.point_id
    left join lo_lock l on l.id = h.lock_id
    where h.work_id = ${parent.parentId} and ${holdIn('resting')}
    order by h.id`.execute(tx)
  const { stopCauses, ...known } = parent
  const openCauses = readStopCauses({ stopCauses }).filter((cause) => cause.closedAt === null)
  return { ...known, holds: holds.rows, openCauses }
}

/** Number of the ticket that is on its way to take this one's holds. */
export async function loadRenewedBy(tx: Tx, work: WorkRow): Promise<string | null> {
  const { rows } = await sql<{ workNo: string }>`
    select work_no from lo_work where parent_work_id = ${work.id} and tenant_id = ${work.tenantId} 
      and ${ticketIn('renewing', 'lo_work')} order by create_time desc limit 1`.execute(tx)
  return rows[0]?.workNo ?? null
}
