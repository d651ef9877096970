import { gasState } from '@suoan/domain/dictionaries'
import { keyValidMs } from '@suoan/domain/work-ticket'
import type { Pool } from 'pg'
import type { Picture } from './model-picture.ts'
import { accessLock, personOf } from './people.ts'

interface Asked {
  /** The model's names of tickets by their ids. */
  readonly names: ReadonlyMap<string, string>
  /** People whose tags may change. */
  readonly tagged: readonly string[]
  readonly pointIds: readonly string[]
  readonly lockIds: readonly string[]
  /** Epoch ms. */
  readonly now: number
}

/** Everything that is said of one ticket, as the tables hold it; read in one statement, by other words than the server's. */
const ofTicket = `
  select w.id, w.work_status || '/' || w.exec_phase as state, w.void_flag = 1 or w.del_flag = 1 as is_void,
    coalesce(w.close_flag, 0) = 1 as is_closed, w.close_result, w.review_status, w.approve_status, w.round, w.gas_state,
    w.extend_count, w.leader_id, w.work_level, w.content_hash is not null as is_sealed,
    w.real_start is not null as has_start, w.real_end is not null as has_end, w.suspended_at is not null as is_suspended,
    extract(epoch from w.valid_end)::bigint * 1000 as valid_end,
    extract(epoch from w.close_deadline)::bigint * 1000 as close_deadline, coalesce(w.on_site_count, 0) as on_site,
    w.test_run, coalesce(w.ask_state, '[]') as keys, w.emergency_flag, w.after_review_state,
    array(select distinct user_id from lo_work_person p where p.work_id = w.id and p.on_state = 1) as inside,
    array(select distinct user_id from lo_work_person p where p.work_id = w.id and p.must_ack = 1) as must_ack,
    array(select distinct owner_id from lo_emergency_removal r where r.state = 2) as removed_from,
    array(select point_id || ' ' || user_id || ' ' || lock_id || ' ' || state from lo_point_hold h
      where h.work_id = w.id and h.hold_type = 1 and h.state in (1, 2)) as holds,
    array(select user_id from lo_point_hold h where h.work_id = w.id and h.hold_type in (2, 3) and h.state in (1, 2)) as personal,
    exists (select 1 from lo_point_hold h where h.work_id = w.id and h.hold_type = 0 and h.state = 3) as is_planned,
    array(select s.stage || '.' || s.step_no || ' ' || s.user_id || ' ' || s.status from (
        select 1 as stage, step_no, reviewer_id as user_id, review_status as status, round from lo_work_review where work_id = w.id
        union all select 2, step_no, approver_id, approve_status, round from lo_work_examine where work_id = w.id) s
      where s.round = w.round or s.status = 1) as steps,
    array(select distinct g.status from lo_lock_user g join lo_work_person p on p.id = g.work_person_id and p.state = 1
      where g.work_id = w.id and g.grant_type = 4 and p.role_tag in ('ISO', 'VERIFY')) as isolator_grants,
    array(select distinct g.status from lo_lock_user g join lo_work_person p on p.id = g.work_person_id and p.state = 1
      where g.work_id = w.id and g.grant_type = 4 and p.role_tag in ('WORK', 'GUARD', 'CONTR')) as crew_grants,
    exists (select 1 from lo_lock_user g where g.work_id = w.id and g.grant_type = 6 and g.status in (0, 1, 2)) as may_test,
    (select extract(epoch from x.new_end)::bigint * 1000 from lo_work_extend x where x.work_id = w.id and x.result = 0) as extension,
    array(select h.role_tag || ' ' || h.from_user_id || ' ' || h.to_user_id || ' ' || h.state from lo_work_handover h
      where h.work_id = w.id and h.state in (0, 1)) as handovers,
    array(select r.owner_id || ' ' || r.state || ' asked ' || r.request_by || ' agreed ' || coalesce(r.approve_by, '-')
        || ' by ' || coalesce(r.remover_id, '-')
      from lo_emergency_removal r where r.work_id = w.id and r.state in (0, 1, 2)) as removals,
    array(select distinct c->>'kind' from jsonb_array_elements(coalesce(w.stop_causes, '[]')) c
      where c->>'closedAt' is null and (w.work_status, w.exec_phase) in
        ((4, 10), (4, 11), (4, 12), (20, 21), (20, 22), (20, 23), (40, 25))) as stops,
    array(select distinct a.alarm_type || case a.source_sn when w.id then '' else ' ' || a.source_sn end from lo_alarm a
      where a.work_id = w.id and a.status in (0, 1)) as alarms,
    coalesce((select jsonb_object_agg(p.user_id, p.tags) from (select user_id, jsonb_agg(role_tag order by role_tag) as tags
      from lo_work_person where work_id = w.id and state = 1 group by user_id) p), '{}') as tags,
    (select jsonb_agg(jsonb_build_object('pointId', i.point_id, 'state', i.state, 'lock', i.actual_lock_id,
        'tag', coalesce(t.state, 0) = 2, 'residual', i.residual_done, 'isolator', i.isolator_id,
        'proof', case when i.verifier_id is null or coalesce(i.verify_result, 0) <> 1 then 'none'
          when i.verify_time <= last.last_close_time then 'old' else 'valid' end))
      from lo_work_point i left join lo_work_tag t on t.work_id = i.work_id and t.point_id = i.point_id
      left join lo_lock_last last on last.lock_id = i.actual_lock_id where i.work_id = w.id) as items
  from lo_work w where w.id = any($1)`

interface TicketRow {
  id: string
  state: string
  is_void: boolean
  is_closed: boolean
  close_result: string | null
  review_status: number
  approve_status: number
  round: number
  gas_state: number | null
  extend_count: number | null
  leader_id: string | null
  work_level: string
  is_sealed: boolean
  has_start: boolean
  has_end: boolean
  is_suspended: boolean
  valid_end: string | null
  close_deadline: string | null
  on_site: number
  test_run: { pointIds: string[]; userIds: string[] } | null
  keys: { event: string; index: number; userId: string; at: number }[]
  emergency_flag: number | null
  after_review_state: number | null
  inside: string[]
  must_ack: string[]
  removed_from: string[]
  holds: string[]
  personal: string[]
  is_planned: boolean
  steps: string[]
  isolator_grants: number[]
  crew_grants: number[]
  may_test: boolean
  extension: string | null
  handovers: string[]
  removals: string[]
  stops: string[]
  alarms: string[]
  tags: Record<string, string[]>
  items:
    | {
        pointId: string
        state: number
        lock: string | null
        tag: boolean
        residual: number
        isolator: string | null
        proof: string
      }[]
    | null
}

const reviews: Readonly<Record<number, string>> = { 1: 'open', 2: 'reviewed', 3: 'escalated' }
const sorted = (lines: readonly string[]): string => lines.toSorted().join('; ')
/** Every word of a line that is a user's id, said as the model says it. */
const named = (line: string): string => line.split(' ').map(personOf).join(' ')
const people = (users: readonly string[]): string => sorted(users.map(personOf))

/** What the tables say of these tickets, their points and their locks, in the words of `modelPicture`. */
export async function serverPicture(pool: Pool, asked: Asked): Promise<Picture> {
  const [tickets, locks, points] = await Promise.all([
    pool.query<TicketRow>(ofTicket, [[...asked.names.keys()]]),
    pool.query<{ id: string; isClosed: boolean; custody: number; pointId: string; boundTo: string }>(
      `select id, lock_status = 1 as "isClosed", custody, coalesce(point_id, '') as "pointId",
        coalesce(curr_work_id, '') as "boundTo" from lo_lock where id = any($1)`,
      [[...asked.lockIds, accessLock]],
    ),
    pool.query<{ id: string; count: number; counted: number }>(
      `select p.id, coalesce(p.hold_count, 0) as count,
        (select count(*)::int from lo_point_hold h where h.point_id = p.id and h.state in (1, 2)) as counted
      from lo_point p where p.id = any($1)`,
      [asked.pointIds],
    ),
  ])
  return {
    ...Object.fromEntries(tickets.rows.flatMap((row) => Object.entries(ticketLines(row, asked)))),
    ...Object.fromEntries(
      locks.rows.map(({ id, isClosed, custody, pointId, boundTo }) => [
        `lock ${id}`,
        id === accessLock
          ? isClosed
            ? 'closed'
            : 'open'
          : [isClosed ? 'closed' : 'open', custody, pointId, asked.names.get(boundTo) ?? boundTo].join(' '),
      ]),
    ),
    ...Object.fromEntries(
      points.rows.map(({ id, count, counted }) => [
        `point ${id}`,
        count === counted ? `${count} holds` : `${counted} holds counted as ${count}`,
      ]),
    ),
  }
}

function ticketLines(row: TicketRow, { names, tagged, now }: Asked): Record<string, string> {
  const isSet = (is: boolean): string => (is ? 'set' : '-')
  const acks = people(row.must_ack)
  const removed = people(row.removed_from)
  const lines: Record<string, string> = {
    ticket: [
      row.state,
      row.is_void ? 'void' : '',
      row.is_closed ? 'closed' : '',
      `result ${row.close_result ?? '-'}`,
      `review ${row.review_status} approval ${row.approve_status} round ${Math.min(row.round, 2)}`,
      `gas ${row.gas_state === gasState.failed ? 'failed' : 'fine'} extended ${row.extend_count ?? 0} lead ${personOf(row.leader_id)} level ${row.work_level}`,
      `sealed ${row.is_sealed ? 'yes' : 'no'}`,
    ].join(' '),
    times: [
      `start ${isSet(row.has_start)} end ${isSet(row.has_end)} suspended ${isSet(row.is_suspended)}`,
      `valid ${row.valid_end ?? '-'} close ${row.close_deadline ?? '-'}`,
    ].join(' '),
    inside: `${row.on_site}: ${people(row.inside)}`,
    mustAcknowledge: acks === removed ? acks : `${acks} on the list, ${removed} by the removals`,
    holds: sorted(row.holds.map(named)),
    personalLocks: people(row.personal),
    planned: row.is_planned ? 'yes' : 'no',
    steps: sorted(row.steps.map(named)),
    signatures: sorted(
      row.keys
        .filter(({ at }) => now - at <= keyValidMs)
        .map(({ event, index, userId }) => `${event} ${index} ${personOf(userId)}`),
    ),
    grants: `isolators ${row.isolator_grants.join() || '-'} crew ${row.crew_grants.join() || '-'}`,
    test:
      row.test_run === null
        ? '-'
        : `${sorted(row.test_run.pointIds)} by ${people(row.test_run.userIds)} ${row.may_test ? 'on' : 'off'}`,
    extension: row.extension ?? '-',
    handovers: sorted(row.handovers.map(named)),
    removals: sorted(row.removals.map(named)),
    stops: sorted(row.stops),
    emergency: row.emergency_flag === 1 ? (reviews[row.after_review_state ?? 0] ?? '-') : 'none',
    alarms: sorted(row.alarms),
  }
  for (const person of tagged)
    lines[`tags ${person}`] = sorted(
      Object.entries(row.tags).flatMap(([user, tags]) => (personOf(user) === person ? tags : [])),
    )
  for (const item of row.items ?? [])
    lines[`item ${item.pointId}`] = [
      `state ${item.state} lock ${item.lock ?? '-'} tag ${item.tag ? 'hangs' : '-'}`,
      `residual ${item.residual} isolator ${item.isolator === null ? '-' : personOf(item.isolator)} proof ${item.proof}`,
    ].join(' ')
  const name = names.get(row.id) ?? row.id
  return Object.fromEntries(Object.entries(lines).map(([about, said]) => [`${name} ${about}`, said]))
}
