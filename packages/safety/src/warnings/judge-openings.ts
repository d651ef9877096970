import { holdType, openMethod, type ExecPhase } from '@suoan/domain/dictionaries'
import {
  coversOpening,
  type PhaseHistory,
  type RecordedGrant,
  type RecordedOpening,
} from '@suoan/domain/grant'
import { holdSets } from '@suoan/domain/isolation'
import { saysWhoOpened } from '@suoan/domain/offline'
import { authorityOf, type OpeningFacts } from '@suoan/domain/warning'
import { groupBy } from '@suoan/kit/group'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Reacting, Tx } from '@suoan/platform/context'
import { lockAlarms, noteMissed, raiseAlarms } from '../alarms/index.ts'
import { grantColumns, grantOf, mayReach, type GrantRow } from '../locks/index.ts'
import { insertWarnings } from './raise.ts'
import { holdIn } from '../hold-sets.ts'

interface Opening extends Omit<OpeningFacts, 'covered' | 'tokenOver'> {
  id: string
  tenantId: number
  lockId: string
  lockName: string
  areaCode: string | null
  lockAreaCode: string
  lockTypeId: string
  groupIds: unknown
  ticketRequired: number | null
  sysOrgCode: string | null
  /** The ticket of the opening, else the one the lock holds a point for. */
  workId: string | null
  /** The ticket that the opening's command or grant names. */
  namedWorkId: string | null
  openUserId: string | null
  openTime: Date
  openMethod: string | null
  openLogId: string | null
  grantId: string | null
  /** The offline token it names, where it is one of ours. */
  token: { nbf: number; exp: number; lockIds: string[]; revokedAt: number | null } | null
  isOpen: boolean
  /** Its reaction (`warnings.openings`) is stored. */
  isAwaited: boolean
  heldFor: string[]
}

const BATCH = 500
/**
 * Where the past of a demo is played beside the running server, an opening that lies so far ahead of the set clock is the
 * running server's to judge. A plant judges every opening, whatever its clock says.
 */
const AHEAD_MS = 3_600_000

/**
 * Asks of every opening that nobody has judged yet by what right it happened (W04, A01). A session that was only
 * inferred from a state has no opening to judge: the difference itself is A17. An opening whose reaction is not stored any
 * more, though nobody has judged it, was missed: that is noted as a defect (A20). What somebody else holds at this moment
 * is left to him, unless it is among `openLogIds`: those alone are looked at then, and waited for. Returns how many were
 * judged.
 */
export async function judgeOpenings(reacting: Reacting, openLogIds?: readonly string[]): Promise<number> {
  const { ctx, tx, emit, now } = reacting
  const time = ctx.onlyAnswers ? sql`and open_time <= ${new Date(now + AHEAD_MS)}` : sql``
  const own = openLogIds === undefined ? time : sql`${time} and open_log_id = any(${[...openLogIds]}::text[])`
  // Before the sessions, which reports must be able to close meanwhile: another writer of alarms may take its time.
  const { rows: tenants } = await sql<{ tenantId: number }>`
    select distinct tenant_id from (select tenant_id from lo_lock_onoff where judged = 0 ${own}
      order by open_time limit ${BATCH}) s`.execute(tx)
  if (tenants.length === 0) return 0
  const tenantIds = tenants.map(({ tenantId }) => tenantId)
  await lockAlarms(tx, tenantIds)
  const { rows } = await sql<Opening>`
    select s.id, s.tenant_id, s.lock_id, l.lock_name, s.area_code, l.area_code as lock_area_code, l.lock_type_id, l.group_ids,
      t.ticket_required, s.sys_org_code, s.open_user_id, s.open_user_id as user_id, s.open_time, s.open_log_id,
      g.open_method, g.grant_id, s.state = 1 as is_open, l.lock_purpose as purpose, l.keeper_id, l.holder_id,
      (g.event_type = 'FORCE') is true as forced,
      -- Whoever had hung it then, whatever its record says.
      coalesce((select min(h.user_id) from lo_point_hold h where h.lock_id = l.id
        and h.hold_type = any(${[...holdSets.personal.types]}::int[]) and h.placed_time <= s.open_time
        and (${holdIn('personal')} or h.removed_time > s.open_time)), l.owner_user_id) as owner_user_id,
      (select jsonb_build_object('nbf', k.nbf, 'exp', k.exp, 'lockIds', k.lock_ids,
          'revokedAt', extract(epoch from k.revoked_time) * 1000) from lo_grant_token k
        where k.tenant_id = s.tenant_id and k.token_id = g.token_id) as token,
      (select d.allow = 1 from lo_decision d where d.decision_id = g.decision_id and d.tenant_id = s.tenant_id) as decision_allowed,
      s.work_id as named_work_id,
      coalesce(s.work_id, (select h.work_id from lo_point_hold h
        where h.lock_id = s.lock_id and ${holdIn('isolating')} limit 1)) as work_id,
      -- One look sees the session and its reaction together: they are written, and settled, in one transaction.
      exists (select 1 from reaction r where r.consumer = 'warnings.openings' and r.subject = s.lock_id
        and r.data->>'logId' = s.open_log_id) as is_awaited,
      l.custody in (0, 1) and not exists (select 1 from lo_point_hold h where h.lock_id = l.id and h.state = 1) as in_store,
      array(select h.work_id from lo_point_hold h where h.lock_id = l.id and h.hold_type = ${holdType.isolationLock}
        and h.placed_time <= s.open_time and (h.state = 1 or h.removed_time > s.open_time)) as held_for
    from (select * from lo_lock_onoff where judged = 0 ${own}
      and tenant_id = any(${tenantIds}::int[]) order by open_time limit ${BATCH}
      for update ${openLogIds === undefined ? sql`skip locked` : sql``}) s
    join lo_lock l on l.id = s.lock_id
    left join lo_lock_type t on t.id = l.lock_type_id
    -- The time of the opening finds the month of the log.
    left join lo_lock_log g on g.id = s.open_log_id and g.occur_time = s.open_time`.execute(tx)
  if (rows.length === 0) return 0
  const isCovered = await coverageOf(tx, rows)
  const bare = rows.filter(
    (row) =>
      row.openLogId !== null &&
      authorityOf({ ...row, covered: isCovered(row), tokenOver: isTokenOver(row) }) === null,
  )
  const found = bare
    .filter((row) => row.isOpen)
    .map((row) => ({
      ...row,
      warnType: 'W04' as const,
      sessionId: row.id,
      thresholdSec: 0,
      raiseTime: row.openTime,
    }))
  const raised = await insertWarnings(tx, found, now)
  await raiseAlarms(
    tx,
    emit,
    // Torn open is A02, told by the event itself.
    bare
      .filter((row) => !row.forced)
      .map((row) => ({
        tenantId: row.tenantId,
        alarmType: 'A01',
        sourceKind: 'LOCK',
        sourceSn: row.lockId,
        lockId: row.lockId,
        workId: row.workId,
        areaCode: row.areaCode,
        at: row.openTime.getTime(),
        value: row.lockName,
        threshold: null,
        logId: row.openLogId,
      })),
    now,
  )
  await noteMissed(
    reacting,
    rows
      .filter(({ openLogId, isAwaited }) => openLogId !== null && !isAwaited)
      .map(({ tenantId, lockId, lockName, areaCode, openLogId }) => ({
        tenantId,
        consumer: 'warnings.openings',
        name: lockName,
        workId: null,
        areaCode,
        about: { lockId, logId: openLogId },
      })),
  )
  const warnings = new Map(raised.map(({ id, sessionId }) => [sessionId, id]))
  await sql`update lo_lock_onoff s set judged = 1, warn_id = coalesce(s.warn_id, g.warn_id)
    from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ id }) => warnings.get(id) ?? null)}::text[]) as g(id, warn_id)
    where s.id = g.id`.execute(tx)
  return rows.length
}

const isTokenOver = ({ token, lockId, openTime }: Opening): boolean =>
  token !== null && !saysWhoOpened(token, { lockId, at: openTime.getTime() })

/** Which of these openings a grant covered: the database gives the grants and phases there are, the domain judges. */
async function coverageOf(tx: Tx, openings: readonly Opening[]): Promise<(opening: Opening) => boolean> {
  const unsettled = openings.filter(({ decisionAllowed, forced }) => decisionAllowed !== true && !forced)
  if (unsettled.length === 0) return () => false
  const grants = await grantsAt(tx, unsettled)
  const tickets = [...grants.values()].flat().flatMap(({ workId }) => workId ?? [])
  for (const { namedWorkId, heldFor } of unsettled)
    tickets.push(...heldFor, ...(namedWorkId ? [namedWorkId] : []))
  const phases = await phasesOf(tx, [...new Set(tickets)])
  return (opening) => coversOpening(recorded(opening), grants.get(opening.id) ?? [], phases)
}

const names = z.array(z.string())

function recorded(row: Opening): RecordedOpening {
  const { userId, grantId, lockId, namedWorkId: workId, heldFor } = row
  const lock = {
    lockId,
    areaCode: row.lockAreaCode,
    lockTypeId: row.lockTypeId,
    groupIds: names.catch([]).parse(row.groupIds ?? []),
    // A lock without a known type gets the strict reading.
    ticketRequired: row.ticketRequired !== 0,
  }
  const method = Object.values(openMethod).find((each) => each === row.openMethod) ?? null
  return { userId, grantId, lock, at: row.openTime.getTime(), method, workId, heldFor }
}

/** The grants of whoever opened, by opening, with what they were used for since. */
async function grantsAt(tx: Tx, openings: readonly Opening[]): Promise<Map<string, RecordedGrant[]>> {
  type Row = GrantRow & {
    openingId: string
    createTime: Date | null
    updateTime: Date | null
    usedSince: number
  }
  const { rows } = await sql<Row>`
    select s.id as opening_id, ${grantColumns}, u.create_time, u.update_time,
      case when u.max_uses = 0 then 0 else (select count(*)::int from lo_lock_log g where g.tenant_id = u.tenant_id
        and g.event_type = 'OPEN' and g.op_result = 1 and g.grant_id = u.id and g.occur_time >= s.open_time) end as used_since
    from unnest(${openings.map(({ id }) => id)}::text[], ${openings.map(({ grantId }) => grantId)}::text[]) as named(id, grant_id)
    join lo_lock_onoff s on s.id = named.id
    join lo_lock l on l.id = s.lock_id
    -- Two questions, each by its index: with "or" between them every opening may be compared with every grant of the plant.
    cross join lateral (
      select g.* from lo_lock_user g where g.tenant_id = s.tenant_id and g.user_id = s.open_user_id and g.del_flag = 0
      union all
      select g.* from lo_lock_user g where g.tenant_id = s.tenant_id and s.open_user_id is null and g.id = named.grant_id
        and g.del_flag = 0) u
    where ${mayReach(sql`l`)}`.execute(tx)
  const byOpening = groupBy(rows, ({ openingId }) => openingId)
  return new Map(
    [...byOpening].map(([id, found]) => [
      id,
      found.map((row) => ({
        ...grantOf(row),
        createdAt: row.createTime?.getTime() ?? null,
        changedAt: row.updateTime?.getTime() ?? null,
        usedSince: row.usedSince,
      })),
    ]),
  )
}

/** The phases these tickets went through; a ticket whose moves are not recorded has been in its phase all along. */
async function phasesOf(tx: Tx, workIds: readonly string[]): Promise<Map<string, PhaseHistory>> {
  const { rows } = await sql<{ workId: string; since: Date | null; phase: ExecPhase | null }>`
    select w.id as work_id, t.server_time as since, case when t.id is null then w.exec_phase else t.to_phase end as phase
    from lo_work w left join lo_work_trans t on t.tenant_id = w.tenant_id and t.work_id = w.id
    where w.id = any(${[...workIds]}::text[]) order by t.seq`.execute(tx)
  const byTicket = groupBy(rows, ({ workId }) => workId)
  return new Map(
    [...byTicket].map(([id, moves]) => [
      id,
      moves.map(({ since, phase }) => ({ since: since?.getTime() ?? 0, phase })),
    ]),
  )
}
