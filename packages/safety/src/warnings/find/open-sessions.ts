import { custody, lockPurpose } from '@suoan/domain/dictionaries'
import type { OpenSessionFacts } from '@suoan/domain/warning'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { holdIn } from '../../hold-sets.ts'
import { ticketIn } from '../../ticket-sets.ts'
import type { Candidate } from '../candidate.ts'

/** An open session, as a candidate and with the facts that the rules ask for. */
export interface OpenSession extends Omit<
  Candidate,
  'warnType' | 'thresholdSec' | 'raiseTime' | 'lockList' | 'openTime'
> {
  readonly openTime: Date
  readonly facts: OpenSessionFacts
  readonly lockName: string
  readonly gatewayId: string | null
  readonly gatewayStatus: number | null
  /** The rules that have warned of it already. */
  readonly warned: readonly string[]
  /** A standing warning of its gateway (W06); it may list the session already. */
  readonly parentId: string | null
  readonly isListed: boolean
}

interface Row extends Omit<OpenSession, 'facts'> {
  readonly limitSec: number
  readonly lockStatus: OpenSessionFacts['lockStatus']
  readonly stateTime: Date | null
  readonly powerType: OpenSessionFacts['power']
  readonly lastSeen: Date | null
  readonly offlineSec: number
  readonly ticketEnd: Date | null
}

/** What is carried to its place; an access lock, a box and a seal stand where they are. */
const padlocks: readonly number[] = [lockPurpose.isolation, lockPurpose.personal]

/**
 * Every session that is open, oldest first: the rules over them are the domain's (`dueWarnings`). `workId` is the ticket of
 * the opening, else the live ticket that has the lock on its list. A padlock that lies in the store for nobody is not left open
 * and not out of contact there; one that holds a point always counts, wherever it is said to be.
 */
export async function loadOpenSessions(tx: Tx): Promise<OpenSession[]> {
  // A lock whose type is gone is judged by the defaults of a type: it must not fall silent.
  const { rows } = await sql<Row>`
    select s.tenant_id, s.lock_id, s.id as session_id, s.area_code, s.sys_org_code, owner.work_id, s.open_user_id, s.open_time,
      coalesce(s.limit_sec, 60 * coalesce(t.max_open_min, 15)) as limit_sec, l.lock_name, l.lock_status, l.state_time,
      coalesce(t.power_type, 1) as power_type, l.last_seen, coalesce(t.offline_sec, 900) as offline_sec,
      case when ${ticketIn('notEnded')} then w.valid_end end as ticket_end,
      array(select u.warn_type from lo_unclose_lock u where u.lock_id = s.lock_id and u.session_id = s.id) as warned,
      l.gateway_id, g.status as gateway_status, p.id as parent_id,
      coalesce(p.lock_list @> jsonb_build_array(jsonb_build_object('sessionId', s.id)), false) as is_listed
    from lo_lock_onoff s
    join lo_lock l on l.id = s.lock_id and l.del_flag = 0
    left join lo_lock_type t on t.id = l.lock_type_id
    left join lo_device g on g.id = l.gateway_id
    left join lateral (select u.id, u.lock_list from lo_unclose_lock u
      where u.lock_id = l.gateway_id and u.warn_type = 'W06' and u.status in (0, 1, 2) limit 1) p on true
    left join lateral (
      select coalesce(s.work_id, (
        select x.work_id from lo_work_lock x join lo_work w on w.id = x.work_id
        where x.lock_id = s.lock_id and x.state < 3 and x.del_flag = 0 and ${ticketIn('holdsLocks')}
        order by w.valid_end limit 1)) as work_id
    ) owner on true
    left join lo_work w on w.id = owner.work_id
    where s.state = 1
      and not (l.custody = ${custody.inStore} and l.lock_purpose = any(${[...padlocks]}::int[])
        and (w.id is null or not ${ticketIn('notEnded')})
        and not exists (select 1 from lo_point_hold h where h.lock_id = l.id and ${holdIn('resting')}))
    order by s.open_time`.execute(tx)
  return rows.map(
    ({ limitSec, lockStatus, stateTime, powerType, lastSeen, offlineSec, ticketEnd, ...row }) => ({
      ...row,
      facts: {
        openTime: row.openTime.getTime(),
        limitSec,
        lockStatus,
        stateTime: stateTime?.getTime() ?? null,
        power: powerType,
        lastSeen: lastSeen?.getTime() ?? null,
        offlineSec,
        ticketEnd: ticketEnd?.getTime() ?? null,
      },
    }),
  )
}
