import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { guardAliveMin, policyJoin } from './ticket-policy.ts'

/** Number of another ticket that the person of line `p` of `w` is inside on, or null; a renewal is the same work (T46). */
export const insideElsewhere: RawBuilder<string | null> = sql<string | null>`(
  select coalesce(other.work_no, other.id) from lo_work_person o join lo_work other on other.id = o.work_id
  where o.person_id = p.person_id and o.on_state = 1 and o.work_id <> w.id and other.del_flag = 0
    and other.id is distinct from w.parent_work_id and other.parent_work_id is distinct from w.id limit 1)`

/** How long a terminal may be without its socket before it counts as lost, ms: longer than a node takes to note it. */
const socketLostMs = 90_000

/**
 * Since when the guardian's line `p` of a ticket is not held any more, as one row `(since, why)` or none: his session has
 * ended, his terminal is not connected any more and he has not confirmed since, he has not confirmed in time, or he is
 * inside on another ticket. `w` is the ticket, `t` its policy (`policyJoin`). A session that never had a socket is not expected to have one.
 */
export const lostPost = (now: number): RawBuilder<unknown> => {
  const seen = sql`coalesce(p.guard_seen_time, p.check_in_time)`
  const interval = sql`make_interval(mins => coalesce(t.guard_alive_min, ${guardAliveMin}))`
  const moment = new Date(now)
  return sql`select * from (
      select ${moment}::timestamptz as since, 'SIGNOUT' as why
      where p.guard_session is not null
        and not exists (select 1 from sys_session s where s.id = p.guard_session and s.expires_at > ${moment})
      union all
      select s.socket_at, 'TERMINAL' from sys_session s
      where s.id = p.guard_session and s.socket_at < ${new Date(now - socketLostMs)}
        and s.socket_at > p.check_in_time and ${seen} <= s.socket_at
      union all
      select ${seen} + ${interval}, 'SILENT'
      where coalesce(t.guard_alive_min, ${guardAliveMin}) > 0 and ${seen} + ${interval} < ${moment}
      union all
      select ${moment}, 'MOVED'
      where ${insideElsewhere} is not null
    ) lost order by since limit 1`
}

/** Persons of the ticket who are signed in as guardians and are not at their post now, whatever a look has noted (G15). */
export async function absentGuardians(
  tx: Tx,
  { id }: { readonly id: string },
  now: number,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ personId: string }>`
    select distinct p.person_id from lo_work_person p join lo_work w on w.id = p.work_id ${policyJoin}
    where p.work_id = ${id} and p.role_tag = 'GUARD' and p.state = 1 and p.check_in_time is not null
      and exists (${lostPost(now)})`.execute(tx)
  return new Set(rows.map((row) => row.personId))
}
