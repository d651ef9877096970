import { floodLocks } from '@suoan/domain/warning'
import { groupBy } from '@suoan/kit/group'
import { sql } from 'kysely'
import type { Tx } from '../../../context.ts'
import type { Candidate } from '../candidate.ts'
import { openSessions, sessionColumns } from './open-sessions.ts'

type Silent = Omit<Candidate, 'warnType'> & {
  gatewayId: string | null
  lockName: string
  /** The gateway is down with more open locks behind it than one can warn of one by one. */
  isFlood: boolean
  /** A warning of the whole gateway stands already. */
  parentId: string | null
}

/**
 * W06: last known open, and silent for longer than its type allows. Locks of a gateway that is down with more than
 * twenty open locks become one warning with a list (flood control); locks that fall silent later join the list.
 */
export async function findOutOfContact(tx: Tx, now: number): Promise<Candidate[]> {
  const { rows } = await sql<Silent>`
    select ${sessionColumns}, coalesce(t.offline_sec, 1800) as threshold_sec, l.lock_name, l.gateway_id,
      l.last_seen + make_interval(secs => coalesce(t.offline_sec, 1800)) as raise_time,
      coalesce((select g.status from lo_device g where g.id = l.gateway_id) = 2 and (select count(*) from lo_lock_onoff o join lo_lock k on k.id = o.lock_id
        where o.state = 1 and k.gateway_id = l.gateway_id) > ${floodLocks}, false) as is_flood,
      (select p.id from lo_unclose_lock p where p.lock_id = l.gateway_id and p.warn_type = 'W06'
        and p.status in (0, 1, 2) limit 1) as parent_id
    from ${openSessions('W06')} and t.power_type <> 2
      and l.last_seen + make_interval(secs => coalesce(t.offline_sec, 1800)) <= ${new Date(now)}
      and not exists (select 1 from lo_unclose_lock p where p.lock_id = l.gateway_id and p.warn_type = 'W06'
        and p.status in (0, 1, 2) and p.lock_list @> jsonb_build_array(jsonb_build_object('sessionId', s.id)))
    order by raise_time limit 2000`.execute(tx)
  const single = rows.filter((row) => !row.isFlood && row.parentId === null)
  const flooded = groupBy(
    rows.filter((row) => row.isFlood || row.parentId !== null),
    (row) => row.gatewayId ?? '',
  )
  for (const found of flooded.values()) await joinParent(tx, found)
  const parents = [...flooded.values()].filter(([first]) => first?.parentId === null).map(parentOf)
  return [...single.map(candidateOf), ...parents]
}

const candidateOf = ({ lockName: _n, isFlood: _f, parentId: _p, gatewayId, ...row }: Silent): Candidate => ({
  ...row,
  warnType: 'W06',
  gatewayId,
})

const entryOf = (row: Silent) => ({ lockId: row.lockId, lockName: row.lockName, sessionId: row.sessionId })

function parentOf(found: readonly Silent[]): Candidate {
  const [first] = found
  if (!first?.gatewayId) throw new Error('a flood without a gateway')
  return {
    ...candidateOf(first),
    lockId: first.gatewayId,
    // Tells one outage of the gateway from the next.
    sessionId: `GW-${first.sessionId}`,
    workId: null,
    openUserId: null,
    lockList: found.map(entryOf),
  }
}

/** Locks that fell silent after the warning of their gateway join its list. */
async function joinParent(tx: Tx, found: readonly Silent[]): Promise<void> {
  const parentId = found[0]?.parentId ?? null
  if (parentId === null) return
  await sql`update lo_unclose_lock set lock_list = coalesce(lock_list, '[]'::jsonb) || ${JSON.stringify(found.map(entryOf))}::jsonb
    where id = ${parentId}`.execute(tx)
}
