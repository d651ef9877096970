import type { Conflict } from '@suoan/domain/isolation'
import type { Position } from '@suoan/domain/place'
import type { ActorFact, TicketFacts } from '@suoan/domain/work-ticket'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '../../context.ts'
import { ticketIn } from '../../ticket-sets.ts'
import { loadPrevention, stopOrderAt } from '../areas/index.ts'
import { pairDecision } from './conflicts/stored-decisions.ts'
import { contentHashOf } from './content-hash.ts'
import { emergencyOf, loadRemovals } from './facts/emergency.ts'
import { loadEnergy } from './facts/energy.ts'
import { loadPresence } from './facts/fence.ts'
import { loadExtension, loadHandovers, readTestRun } from './facts/execution.ts'
import { loadDutyRules, loadFlow, loadSteps } from './facts/flow.ts'
import { loadGas } from './facts/gas.ts'
import { readKeys } from './facts/keys.ts'
import { loadAlarms, loadLocks, loadSessions } from './facts/locks.ts'
import { loadPersons } from './facts/people.ts'
import { loadHolds, loadPoints } from './facts/points.ts'
import { loadPolicy, noPolicy } from './facts/policy.ts'
import { loadRenewal, loadRenewedBy } from './facts/renewal.ts'
import { loadUnsynced } from './facts/unsynced.ts'
import type { WorkRow } from './ticket-row.ts'

const siteCheck = z.object({
  areaInspected: z.boolean(),
  toolsCleared: z.boolean(),
  guardsRefitted: z.boolean(),
  photo: z.boolean(),
})
const ids = z.array(z.string())

/** One snapshot for the guards (3-domain.md §4.3), read inside the transaction that will act on it. */
export async function loadFacts(
  tx: Tx,
  work: WorkRow,
  actor: ActorFact,
  now: number,
  /** Where the caller says he stands (G08); null = he does not say. */
  position: Position | null = null,
): Promise<TicketFacts> {
  const loaded = await loadPolicy(tx, work.tenantId, work.workType ?? '', work.workLevel ?? '')
  const flow = loaded ? await loadFlow(tx, work, loaded.flowId) : []
  const equipIds = ids.catch([]).parse(work.equipIds ?? [])
  // One connection serves a transaction, so these run one after the other whatever we write.
  const persons = await loadPersons(tx, work, loaded?.certRules)
  const { energy, zoneIds } = await loadEnergy(tx, work.tenantId, equipIds)
  const measures = await tx
    .selectFrom('loWorkMeasure')
    .select(['content', 'involve'])
    .where('workId', '=', work.id)
    .execute()
  const area = await loadAreaLimits(tx, work)
  const points = await loadPoints(tx, work.id)
  return {
    now,
    actor,
    policy: loaded?.policy ?? noPolicy,
    form: {
      workName: work.workName ?? '',
      hazards: (work.hazards ?? '').split(',').filter((hazard) => hazard !== ''),
      measureCount: measures.filter((measure) => measure.involve === 1).length,
      emptyMeasures: measures.filter(
        (measure) => measure.involve === 1 && (measure.content ?? '').trim() === '',
      ).length,
      noIsoReason: work.noIsoReason ?? '',
      emergencyContact: work.emergencyContact ?? '',
    },
    persons,
    dutyRules: await loadDutyRules(tx, work.tenantId),
    points,
    prevention: await loadPrevention(
      tx,
      work.tenantId,
      points.map(({ pointId }) => pointId),
    ),
    holds: await loadHolds(tx, work.id),
    locks: await loadLocks(tx, work.id),
    energy,
    zoneIds,
    isolationStatement: work.isolationStatement ?? '',
    conflicts: await loadConflicts(tx, work),
    gas: await loadGas(tx, work, loaded?.gas ?? { required: 1, codes: [] }),
    alarms: await loadAlarms(tx, work.id, work.areaCode ?? '', work.tenantId),
    stopOrder: await stopOrderAt(tx, work.tenantId, [work.areaCode ?? '']),
    sessions: await loadSessions(tx, work.id),
    ...(await loadUnsynced(tx, work.id, now)),
    flow,
    steps: await loadSteps(tx, work.id, flow),
    ...(await loadPresence(tx, work, position)),
    keys: readKeys(work),
    siteCheck: siteCheck
      .nullable()
      .catch(null)
      .parse(work.siteCheck ?? null),
    notifiedAt: work.notifiedTime?.getTime() ?? null,
    contentHash: await contentHashOf(tx, work.id),
    fireWatchDoneAt: await fireWatchEnd(tx, work.id, loaded?.policy.idleFireWatchMin ?? 0),
    areaCapacity: area.capacity,
    areaOnSite: area.onSite,
    handovers: await loadHandovers(tx, work, loaded?.certRules),
    testRun: readTestRun(work),
    extension: await loadExtension(tx, work.id),
    renewal: await loadRenewal(tx, work),
    renewedBy: await loadRenewedBy(tx, work),
    removals: await loadRemovals(tx, work.id),
    emergency: emergencyOf(work),
  }
}

/** When the fire watch after the work is over: it begins when the leader declares the work done (T41). */
async function fireWatchEnd(tx: Tx, workId: string, minutes: number): Promise<number | null> {
  if (minutes === 0) return null
  const begun = await tx
    .selectFrom('loWorkTrans')
    .select('serverTime')
    .where('workId', '=', workId)
    .where('transId', '=', 'T41')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return begun?.serverTime ? begun.serverTime.getTime() + minutes * 60_000 : null
}

/**
 * Conflicts with tickets that have their claim already (approved, executing, expired and not closed out), refreshed by
 * `detectConflicts`. Clashes with plans still under review are stored and shown, but whoever is approved first wins
 * (SC07): they never refuse.
 */
async function loadConflicts(tx: Tx, work: WorkRow): Promise<Conflict[]> {
  const { rows } = await sql<
    Omit<Conflict, 'overlapFrom' | 'overlapTo'> & { overlapFrom: Date; overlapTo: Date }
  >`
    select c.other_work_id, o.work_no as other_no, c.kind, c.rule_code, c.severity, c.overlap_from, c.overlap_to,
      coalesce(c.detail, '') as reason, case c.state when 0 then coalesce(m.state, 0) else c.state end as state
    from lo_work_conflict c ${pairDecision} join lo_work o on o.id = c.other_work_id where c.work_id = ${work.id} 
      and ${ticketIn('live', 'o')}`.execute(tx)
  return rows.map((row) => ({
    ...row,
    overlapFrom: row.overlapFrom.getTime(),
    overlapTo: row.overlapTo.getTime(),
  }))
}

async function loadAreaLimits(tx: Tx, work: WorkRow): Promise<{ capacity: number | null; onSite: number }> {
  const { rows } = await sql<{ capacity: number | null; onSite: number }>`
    select a.capacity, (select coalesce(sum(w.on_site_count), 0)::int from lo_work w
      -- Whoever is inside takes room, also on a ticket that has expired under him, and in a place within the area.
      where w.tenant_id = a.tenant_id and w.on_site_count > 0 and starts_with(w.area_code, a.area_code)
        and w.void_flag = 0 and w.del_flag = 0) as on_site
    from lo_area a where a.id = ${work.areaId ?? ''}`.execute(tx)
  return rows[0] ?? { capacity: null, onSite: 0 }
}
