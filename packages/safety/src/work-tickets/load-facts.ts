import type { Conflict } from '@suoan/domain/isolation'
import type { Position } from '@suoan/domain/place'
import type { ActorFact, FactName, FormFact, MeasureFact, TicketFacts } from '@suoan/domain/work-ticket'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '@suoan/platform/context'
import { together } from '@suoan/platform/db/together'
import { ticketIn } from '../ticket-sets.ts'
import { loadPrevention, stopOrderAt } from '../areas/index.ts'
import { pairDecision } from './conflicts/stored-decisions.ts'
import { contentHashOf } from './content-hash.ts'
import { loadActing } from './facts/acting.ts'
import { emergencyOf, loadRemovals } from './facts/emergency.ts'
import { loadEnergy } from './facts/energy.ts'
import { loadPresence } from './facts/fence.ts'
import { loadExtension, loadHandovers, readTestRun } from './facts/execution.ts'
import { loadDutyRules, loadFlow, loadSteps } from './facts/flow.ts'
import { loadGas } from './facts/gas.ts'
import { loadGasWatch } from '../gas-watch.ts'
import { absentGuardians } from '../guard-post.ts'
import { missingMeasures, templateOf } from './facts/measure-template.ts'
import { loadLevel } from './facts/level.ts'
import { readKeys } from './facts/keys.ts'
import { loadAlarms, loadLocks, loadSessions } from './facts/locks.ts'
import { loadPersons } from './facts/people.ts'
import { loadHolds, loadPoints } from './facts/points.ts'
import { postHolders } from './facts/post-holders.ts'
import { gasPolicyOf, loadPolicy, noPolicy } from './facts/policy.ts'
import { loadRenewal, loadRenewedBy } from './facts/renewal.ts'
import { loadStopped } from './facts/stopped.ts'
import { loadStopCauses } from './facts/stop-causes.ts'
import { loadUnsynced } from './facts/unsynced.ts'
import type { WorkRow } from './ticket-row.ts'

const siteCheck = z.object({
  areaInspected: z.boolean(),
  toolsCleared: z.boolean(),
  guardsRefitted: z.boolean(),
  photo: z.boolean(),
})
const ids = z.array(z.string())

/** A fact that the caller did not ask for was looked at. */
export class FactNotLoaded extends Error {
  override readonly name = 'FactNotLoaded'
}

export interface FactsAsked {
  /** Where the caller says he stands (G08); absent or null = he does not say. */
  readonly position?: Position | null
  /** When the caller did what he calls for, epoch ms; absent = now. */
  readonly saidAt?: number
  /** The facts somebody will look at; absent = all of them. Looking at another throws `FactNotLoaded`. */
  readonly reads?: readonly FactName[]
}

/**
 * The snapshot for the guards (3-domain.md §4.3), or the part of it that will be read, inside the transaction that will
 * act on it. What does not hang on another answer is read in one statement.
 */
export async function loadFacts(
  tx: Tx,
  work: WorkRow,
  actor: ActorFact,
  now: number,
  { position = null, saidAt = now, reads }: FactsAsked = {},
): Promise<TicketFacts> {
  const facts: Partial<Record<FactName, unknown>> = {}
  await together(tx, async (reading) => {
    const sources = sourcesOf(reading, work, actor, { now, saidAt, position })
    const names = Object.keys(sources) as FactName[] // the keys of the table
    const wanted = new Set(reads ?? names)
    for (const name of names.filter((each) => !wanted.has(each)))
      Object.defineProperty(facts, name, { enumerable: true, get: () => notLoaded(name) })
    await Promise.all(
      [...wanted].map(async (name) => {
        facts[name] = await sources[name]()
      }),
    )
  })
  // Every name is there: with its value, or with the error above.
  return facts as TicketFacts
}

function notLoaded(name: FactName): never {
  throw new FactNotLoaded(name)
}

/** How each fact is read; several names may share one read. */
function sourcesOf(
  tx: Tx,
  work: WorkRow,
  actor: ActorFact,
  {
    now,
    saidAt,
    position,
  }: { readonly now: number; readonly saidAt: number; readonly position: Position | null },
): { readonly [K in FactName]: () => Promise<TicketFacts[K]> } {
  const said =
    <V>(value: V) =>
    () =>
      Promise.resolve(value)
  const policy = once(() => loadPolicy(tx, work))
  const flow = once(async () => {
    const loaded = await policy()
    return loaded ? loadFlow(tx, work, loaded.flowId) : []
  })
  const energy = once(() => loadEnergy(tx, work.tenantId, ids.catch([]).parse(work.equipIds ?? []), work.id))
  const points = once(() => loadPoints(tx, work.id))
  const unsynced = once(() => loadUnsynced(tx, work.id, now))
  const presence = once(() => loadPresence(tx, work, position))
  const asked = once(async () => gasPolicyOf(tx, work, await policy()))
  const gas = once(() => loadGas(tx, work, asked()))
  const limits = once(() => loadAreaLimits(tx, work))
  const rules = async () => (await policy())?.policy ?? noPolicy(work)
  return {
    now: said(now),
    actor: said(actor),
    acting: () => loadActing(tx, work, actor, async () => (await policy())?.certRules, saidAt),
    policy: rules,
    form: () => loadForm(tx, work),
    level: () => loadLevel(tx, work),
    measures: () => loadMeasures(tx, work.id),
    persons: async () => {
      const [persons, absent] = await Promise.all([
        loadPersons(tx, work, async () => (await policy())?.certRules),
        absentGuardians(tx, work, now),
      ])
      return persons.map((person) =>
        person.checkedIn && absent.has(person.userId) ? { ...person, checkedIn: false } : person,
      )
    },
    dutyRules: () => loadDutyRules(tx, work.tenantId),
    points,
    prevention: async () =>
      loadPrevention(
        tx,
        work.tenantId,
        (await points()).map(({ pointId }) => pointId),
      ),
    holds: () => loadHolds(tx, work.id),
    locks: () => loadLocks(tx, work.id),
    energy: async () => (await energy()).energy,
    zoneIds: async () => (await energy()).zoneIds,
    unmodelled: async () => (await energy()).unmodelled,
    isolationStatement: said(work.isolationStatement ?? ''),
    conflicts: () => loadConflicts(tx, work),
    gas,
    gasWatch: async () => loadGasWatch(tx, work, await asked(), (await gas()).needed, now),
    alarms: () => loadAlarms(tx, work.id, work.areaCode ?? '', work.tenantId, now),
    stopOrder: () => stopOrderAt(tx, work.tenantId, { workId: work.id }),
    sessions: () => loadSessions(tx, work.id),
    unsyncedOps: async () => (await unsynced()).unsyncedOps,
    unsyncedOverride: async () => (await unsynced()).unsyncedOverride,
    flow,
    steps: () => loadSteps(tx, work.id, flow),
    insideFence: async () => (await presence()).insideFence,
    fenceGap: async () => (await presence()).fenceGap,
    keys: said(readKeys(work)),
    siteCheck: said(
      siteCheck
        .nullable()
        .catch(null)
        .parse(work.siteCheck ?? null),
    ),
    notifiedAt: said(work.notifiedTime?.getTime() ?? null),
    contentHash: () => contentHashOf(tx, work),
    fireWatchDoneAt: async () => fireWatchEnd(tx, work, (await rules()).idleFireWatchMin),
    areaCapacity: async () => (await limits()).capacity,
    areaOnSite: async () => (await limits()).onSite,
    handovers: () => loadHandovers(tx, work, async () => (await policy())?.certRules),
    testRun: said(readTestRun(work)),
    stopCauses: () => loadStopCauses(tx, work),
    extension: () => loadExtension(tx, work.id),
    renewal: () => loadRenewal(tx, work),
    renewedBy: () => loadRenewedBy(tx, work),
    removals: () => loadRemovals(tx, work.id),
    emergency: said(emergencyOf(work)),
  }
}

/** The same answer for everybody who asks. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => (loading ??= load())
}

async function loadForm(tx: Tx, work: WorkRow): Promise<FormFact> {
  const measures = await tx
    .selectFrom('loWorkMeasure')
    .select(['content', 'involve'])
    .where('workId', '=', work.id)
    .execute()
  const involved = measures.filter((measure) => measure.involve === 1)
  const template = await templateOf(tx, work, [work.workLevel ?? ''])
  const missing = missingMeasures(
    template,
    involved.map((measure) => measure.content ?? ''),
  )
  return {
    workName: work.workName ?? '',
    hazards: (work.hazards ?? '').split(',').filter((hazard) => hazard !== ''),
    measureCount: involved.length,
    emptyMeasures: involved.filter((measure) => (measure.content ?? '').trim() === '').length,
    missingMeasures: missing.map(({ content }) => content),
    noIsoReason: work.noIsoReason ?? '',
    emergencyContact: work.emergencyContact ?? '',
    permitters: await permittersOf(tx, work),
    stopped: await loadStopped(tx, work),
  }
}

/** Who may permit: the permitters whom the ticket names, else whoever holds the post for it. */
async function permittersOf(tx: Tx, work: WorkRow): Promise<string[]> {
  const holders = await postHolders(tx, work, ['PERMIT'])
  const { rows } = await sql<{ realname: string; named: boolean }>`
    select u.realname, bool_or(c.named) as named from (
      select user_id as id, true as named from lo_work_person
        where work_id = ${work.id} and role_tag = 'PERMIT' and state = 1 and del_flag = 0 and user_id is not null
      union select unnest(${holders}::text[]), false) c
    join sys_user u on u.id = c.id and u.status = 1 and u.del_flag = 0
    group by u.id, u.realname order by u.id`.execute(tx)
  const named = rows.filter((row) => row.named)
  return (named.length > 0 ? named : rows).map(({ realname }) => realname)
}

/** The measures that apply, and who confirmed each on site (G28). */
async function loadMeasures(tx: Tx, workId: string): Promise<MeasureFact[]> {
  const rows = await tx
    .selectFrom('loWorkMeasure')
    .select(['id as measureId', 'content', 'confirmBy', 'confirmTime'])
    .where('workId', '=', workId)
    .where('involve', '=', 1)
    .where('delFlag', '=', 0)
    .orderBy('orderNum')
    .execute()
  return rows.map(({ measureId, content, confirmBy, confirmTime }) => ({
    measureId,
    content: content ?? '',
    confirmedBy: confirmBy,
    confirmedAt: confirmTime?.getTime() ?? null,
  }))
}

/** When the fire watch after the work is over: it begins when the leader declares the work done (T41). */
async function fireWatchEnd(tx: Tx, work: WorkRow, minutes: number): Promise<number | null> {
  if (minutes === 0) return null
  const begun = await tx
    .selectFrom('loWorkTrans')
    .select('serverTime')
    .where('tenantId', '=', work.tenantId)
    .where('workId', '=', work.id)
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
