import { custody, lockStatus, workStatus, type RoleTag } from '@suoan/domain/dictionaries'
import { brokenStatuses } from '@suoan/domain/lock'
import {
  accountGap,
  emergencyType,
  ownLockMissing,
  unregistered,
  type OwnHold,
  type PersonFact,
  type PointFact,
} from '@suoan/domain/work-ticket'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { belongsTo } from '@suoan/platform/db/belongs-to'
import { columnsOf, kindsOfTicket } from '../../ticket-policy.ts'
import { ticketIn } from '../../ticket-sets.ts'
import type { WorkRow } from '../ticket-row.ts'
import { holdIn } from '../../hold-sets.ts'
import { mustAcknowledge } from '../../must-acknowledge.ts'
import { loadExternals } from '../../external-people/index.ts'
import { requiredCerts } from '../../cert-rules.ts'
import { loadCerts } from '../../person-certs.ts'
import { loadPoints } from './points.ts'

/** `LoWorkType.certRules` of every row that applies to the ticket, read when somebody asks. */
export type RulesOf = () => Promise<unknown>

interface PersonRow {
  userId: string
  hasAccount: boolean
  status: number | null
  delFlag: number | null
  name: string
  tags: RoleTag[]
  personSource: number
  briefTime: Date | null
  briefSignId: string | null
  onState: number
  mustAck: boolean
  checkedIn: boolean
}

/**
 * Everybody on the ticket, one entry a person with all tags, certificates and other live tickets. Whoever was replaced
 * and has not been seen leaving is still a person inside (G17), without a tag.
 */
export async function loadPersons(tx: Tx, work: WorkRow, rules: RulesOf): Promise<PersonFact[]> {
  const { rows } = await sql<PersonRow>`
    select p.person_id as user_id, bool_or(p.user_id is not null) as has_account, max(u.status) as status, max(u.del_flag) as del_flag,
      coalesce(max(u.realname), max(e.person_name), max(p.person_name), '') as name, coalesce(array_agg(p.role_tag order by p.role_tag) filter (where p.state = 1), '{}') as tags,
      coalesce(max(e.source), max(p.person_source)) as person_source, max(p.brief_time) as brief_time, max(p.brief_sign_id) as brief_sign_id,
      max(case when p.on_state = 1 then 1 else 0 end) as on_state, bool_or(${mustAcknowledge(sql.ref('p.person_id'), work.tenantId)}) as must_ack,
      bool_or(p.role_tag = 'GUARD' and p.check_in_time is not null and p.away_since is null) as checked_in
    from lo_work_person p left join sys_user u on u.id = p.user_id
      left join lo_external_person e on e.id = p.external_id and e.tenant_id = p.tenant_id
    where p.work_id = ${work.id} and (p.state = 1 or p.on_state = 1)
    group by p.person_id`.execute(tx)
  return personFacts(tx, work, rules, rows)
}

/** Somebody who is to take a tag of the ticket (T34): judged with it, whether he is listed already or not. */
export async function loadIncoming(
  tx: Tx,
  work: WorkRow,
  rules: RulesOf,
  userId: string,
  roleTag: RoleTag,
): Promise<PersonFact | null> {
  const { rows } = await sql<PersonRow>`
    select u.id as user_id, true as has_account, u.status, u.del_flag, u.realname as name, array(select role_tag from lo_work_person p
        where p.work_id = ${work.id} and p.user_id = u.id and p.state = 1) || ${roleTag}::varchar as tags,
      case when ${roleTag}::varchar = 'CONTR' then 2 else 1 end as person_source, null as brief_time,
      null as brief_sign_id, false as checked_in,
      coalesce((select max(on_state) from lo_work_person p where p.work_id = ${work.id} and p.user_id = u.id
        and p.on_state = 1), 0) as on_state,
      ${mustAcknowledge(sql.ref('u.id'), work.tenantId)} as must_ack
    from sys_user u where u.id = ${userId} and u.del_flag = 0 and u.status = 1
      and ${belongsTo('u', work.tenantId)}`.execute(tx)
  const [incoming] = await personFacts(tx, work, rules, rows)
  return incoming ?? null
}

async function personFacts(
  tx: Tx,
  work: WorkRow,
  rulesOf: RulesOf,
  rows: readonly PersonRow[],
): Promise<PersonFact[]> {
  if (rows.length === 0) return []
  const userIds = rows.map((row) => row.userId)
  // A crew that carries on under a renewing ticket is locked on already, by the old one (T46).
  const openParent = work.workStatus === workStatus.approved ? work.parentWorkId : null
  const holding = sql<
    { userId: string } & OwnHold
  >`select distinct user_id, point_id, (box_id is not null) as is_on_box from lo_point_hold
      where (work_id = ${work.id} or work_id = ${openParent})
      and ${holdIn('personal', 'lo_point_hold')}
      -- A drain or vent holds nothing back: a lock on it protects nobody.
      and not exists (select 1 from lo_point o where o.id = lo_point_hold.point_id and lo_point_hold.box_id is null
        and o.lock_count = 0)
      -- A lock that is lost or no longer proves that it holds, or hangs on such a box, protects nobody (G13); nor does one
      -- with a device that has never told its state. A padlock without one is what people have seen.
      and not exists (select 1 from lo_lock k where k.id in (lo_point_hold.lock_id, lo_point_hold.box_id)
        and (k.lock_status = any(${[...brokenStatuses]}::int[])
          or (k.lock_status = ${lockStatus.unknown} and k.device_sn is not null) or k.custody = ${custody.lost}))`
  const living = sql<{ userId: string; roleTag: RoleTag; n: number }>`
      select p.person_id as user_id, p.role_tag, count(distinct p.work_id)::int as n
      from lo_work_person p join lo_work w on w.id = p.work_id
      where p.person_id = any(${userIds}) and p.state = 1 and p.work_id <> ${work.id}
        and w.id is distinct from ${work.parentWorkId}::text and w.parent_work_id is distinct from ${work.id}
        and ${ticketIn('live')} and ${meetsWindow(work)}
      group by p.person_id, p.role_tag`
  const busy = sql<{ userId: string; inside: string | null; guarding: string | null }>`
      select p.person_id as user_id, max(coalesce(w.work_no, w.id)) filter (where p.on_state = 1) as inside,
        max(coalesce(w.work_no, w.id)) filter (where p.on_state <> 1) as guarding
      from lo_work_person p join lo_work w on w.id = p.work_id
      where p.person_id = any(${userIds}) and p.work_id <> ${work.id} and w.del_flag = 0
        and w.id is distinct from ${work.parentWorkId}::text and w.parent_work_id is distinct from ${work.id}
        and (p.on_state = 1 or (p.role_tag = 'GUARD' and p.state = 1 and p.check_in_time is not null
          and p.away_since is null and ${ticketIn('inField')}))
      group by p.person_id`
  const known = rows.filter((row) => !row.hasAccount).map((row) => row.userId)
  const points = loadPoints(tx, work.id)
  const [certs, externals, holds, live, elsewhere, rules, isolated] = await Promise.all([
    loadCerts(tx, userIds),
    loadExternals(tx, work.tenantId, known),
    holding.execute(tx),
    living.execute(tx),
    busy.execute(tx),
    rulesOf(),
    points,
  ])
  return rows.map((row) => ({
    userId: row.userId,
    name: row.name,
    roleTags: row.tags,
    certs: [...(certs.get(row.userId) ?? []), ...(externals.get(row.userId)?.training ?? [])],
    requiredCerts: requiredCerts(rules, row.tags),
    isContractor: row.personSource === 2,
    external: row.hasAccount ? null : (externals.get(row.userId)?.fact ?? unregistered),
    accountGap: row.hasAccount ? accountGap(row) : null,
    briefed: row.briefTime !== null,
    briefSigned: row.briefSignId !== null,
    ...ownLocks(
      isolated,
      holds.rows.filter((hold) => hold.userId === row.userId),
    ),
    checkedIn: row.checkedIn,
    onSite: row.onState === 1,
    busyOn: busyOn(elsewhere.rows.find((each) => each.userId === row.userId)),
    liveCounts: Object.fromEntries(
      live.rows.filter((each) => each.userId === row.userId).map((each) => [each.roleTag, each.n]),
    ),
    mustAck: row.mustAck,
  }))
}

/**
 * Whether ticket `w` asks for its people while this one does (G04 MAX_LIVE, G15): their windows overlap, this one from
 * `earlyMin` before its plan on. Once this one is approved, work that has begun and is not closed out counts whatever its plan says.
 */
const meetsWindow = (work: WorkRow) => sql<boolean>`(
  w.plan_start is null or w.plan_end is null or ${work.planStart}::timestamptz is null
  or (w.work_status <> ${workStatus.approved} and ${work.workStatus ?? 0} >= ${workStatus.approved})
  or (w.plan_start < ${work.planEnd}::timestamptz and w.plan_end > ${work.planStart}::timestamptz
    - make_interval(mins => coalesce((select max(t.early_min) from lo_work_type t where t.tenant_id = ${work.tenantId}
      and t.type_code = any(${kindsOfTicket(columnsOf(work))})
      and (t.level_code = ${work.workLevel} or ${work.workType} = ${emergencyType}) and t.del_flag = 0), 0)::int)))`

/** A lock of his on one point of several says nothing of the others (G13). */
function ownLocks(points: readonly PointFact[], holds: readonly OwnHold[]) {
  const missing = ownLockMissing(points, holds)
  return missing === null || missing.length === 0
    ? { personalLockOn: missing !== null }
    : { personalLockOn: false, ownLockMissing: missing }
}

const busyOn = (found?: PersonFact['busyOn']): PersonFact['busyOn'] => ({
  inside: found?.inside ?? null,
  guarding: found?.guarding ?? null,
})
