import type {
  ConflictColumns,
  DictTexts,
  ExamineColumns,
  ExtensionColumns,
  HandoverColumns,
  LockColumns,
  PersonColumns,
  PointColumns,
  ReviewColumns,
  TicketDetail,
  TicketGas,
  TicketHead,
  TicketMeasure,
  TicketTrace,
} from '@suoan/contract'
import { procedurePeople } from '@suoan/contract'
import { labelOf, workStatus } from '@suoan/domain/dictionaries'
import {
  answerGap,
  findGas,
  gasPlanStates,
  possibleEvents,
  questionGap,
  readBaseTypes,
  rolesOf,
} from '@suoan/domain/work-ticket'
import { brokenStatuses } from '@suoan/domain/lock'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import { askNamed } from '@suoan/platform/db/named-statements'
import { onOneConnection, together } from '@suoan/platform/db/together'
import { failUnseen } from '@suoan/platform/fail'
import { shownTo } from '@suoan/platform/resource'
import { saidOf } from './audit-diff.ts'
import { presentDetail, readIds } from './detail/present-detail.ts'
import { agenciesOf } from '../agencies.ts'
import { loadActor } from './facts/actor.ts'
import { loadHandovers, readTestRun } from './facts/execution.ts'
import { loadRemovals } from './facts/emergency.ts'
import { loadFlow, loadSteps } from './facts/flow.ts'
import { loadGas } from './facts/gas.ts'
import { readKeys } from './facts/keys.ts'
import { loadHolds } from './facts/points.ts'
import { gasPolicyOf, loadPolicy, type LoadedPolicy } from './facts/policy.ts'
import { readStopCauses } from './facts/stop-causes.ts'
import { loadUnsynced } from './facts/unsynced.ts'
import { loadQuestions } from './load-questions.ts'
import { loadRejection } from './load-rejection.ts'
import { roundDiff } from './round-diff.ts'
import { ticketOf, type WorkRow } from './ticket-row.ts'
import { isConcerned, mustSee } from './visible.ts'
import { readGasPlaces } from '../gas-samples.ts'
import { loadGasStandards } from '../gas-standards.ts'
import { holdIn } from '../hold-sets.ts'

/** Everything the editor and the run screens show of one ticket the caller may see. */
export async function loadDetail(ctx: Context, actor: Actor, workId: string): Promise<TicketDetail> {
  const now = ctx.clock.now()
  const read = (isSeen: boolean): Promise<TicketDetail | null> =>
    onOneConnection(ctx.db, (tx) =>
      together(tx, (reading) => detailIn(reading, actor, workId, { now, isSeen })),
    )
  const detail = await read(false)
  if (detail !== null) return detail
  // Not his business, but perhaps in his list: asked while no connection is held.
  await mustSee(ctx, actor, workId)
  const listed = await read(true)
  if (listed === null) throw failUnseen('lo_work', [workId])
  return listed
}

/** Null for somebody whom the ticket does not concern, unless it is known that he may see it (`isSeen`). */
async function detailIn(
  tx: Tx,
  actor: Actor,
  workId: string,
  { now, isSeen }: { readonly now: number; readonly isSeen: boolean },
): Promise<TicketDetail | null> {
  const [concerned, [work]] = await Promise.all([
    isSeen || isConcerned(tx, actor, workId, now),
    askNamed(
      tx,
      tx
        .selectFrom('loWork')
        .selectAll()
        .where('id', '=', workId)
        .where('tenantId', '=', actor.tenantId)
        .where('delFlag', '=', 0),
    ),
  ])
  if (!work) throw failUnseen('lo_work', [workId])
  // Everything beside the row itself, in as few statements as the answers allow.
  return concerned ? detailOf(tx, actor, work, now) : null
}

async function detailOf(tx: Tx, actor: Actor, work: WorkRow, now: number): Promise<TicketDetail> {
  const workId = work.id
  const policy = loadPolicy(tx, work)
  const flow = async () => {
    const loaded = await policy
    return loaded ? loadFlow(tx, work, loaded.flowId) : []
  }
  const [
    person,
    steps,
    holds,
    { unsyncedOps, unsyncedOverride, unsyncedAsked },
    removals,
    handovers,
    head,
    children,
    diff,
    rejection,
    asked,
    gasPlan,
    agencies,
  ] = await Promise.all([
    loadActor(tx, work, actor),
    loadSteps(tx, workId, flow),
    loadHolds(tx, workId),
    loadUnsynced(tx, workId, now),
    loadRemovals(tx, workId),
    loadHandovers(tx, work, async () => (await policy)?.certRules),
    headOf(tx, work, policy),
    childrenOf(tx, workId),
    roundDiff(tx, work),
    loadRejection(tx, work),
    loadQuestions(tx, workId),
    planOfGas(tx, work, policy, now),
    agenciesOf(tx, work.tenantId, actor.userId, now),
    policy,
  ])
  const ticket = ticketOf(work)
  const standsInFor = agencies.map(({ principalId }) => principalId)
  const isAgent = steps.some(
    (row) => row.round === ticket.round && row.status === 1 && standsInFor.includes(row.userId),
  )
  const roles = rolesOf(ticket, null, {
    actor: person,
    steps,
    holds,
    removals,
    handovers,
  })
  if (holds.some((hold) => hold.userId === actor.userId && hold.workId === workId && hold.holdType >= 2))
    roles.push('OWNER')
  if (person.roleTags.length > 0) roles.push('SELF')
  if (isAgent && !roles.includes('ASSIGNEE')) roles.push('ASSIGNEE')
  // Whether a step may be handed on is the flow's to say (T15), so that no button promises what is refused.
  const own = steps.filter(
    (row) => row.userId === actor.userId && row.round === ticket.round && row.status === 1,
  )
  const mayHandOn = own.some((row) => row.allowDelegate)
  return presentDetail(
    {
      ticket: head,
      ...children,
      people: children.people.map((each) => ({
        ...each,
        phone: shownTo(actor, 'phone', each.phone, each.userId),
        userPhone: shownTo(actor, 'phone', each.userPhone, each.userId),
      })),
      gasPlan,
      diff,
      rejection,
      questions: {
        rows: asked,
        mayAsk: questionGap(ticket, person, steps, standsInFor) === null,
        mayAnswer: answerGap(ticket, person) === null,
      },
      unsynced: { texts: unsyncedOps, override: unsyncedOverride, asked: unsyncedAsked },
      holds,
    },
    ticket,
    {
      userId: actor.userId,
      standsInFor,
      // The approval of this ticket is a relation, not a tag; the console asks by it whose turn an extension is (T39).
      roles: [...person.roleTags, ...(roles.includes('APPROVE') ? (['APPROVE'] as const) : [])],
      permissions: actor.permissions,
      events: possibleEvents(ticket, roles).filter(
        (event) => (event !== 'delegate' || mayHandOn) && (event !== 'addSigner' || own.length > 0),
      ),
    },
    now,
  )
}

async function headOf(tx: Tx, work: WorkRow, loading: ReturnType<typeof loadPolicy>): Promise<TicketHead> {
  const { rows } = await sql<{ procedurePeople: unknown }>`
    select a.area_name, l.realname as leader_name, p.realname as applicant_name, wd.depart_name as work_depart_name,
      td.depart_name as territory_depart_name,
      exists (select 1 from lo_area f where f.tenant_id = w.tenant_id and f.del_flag = 0
        and w.area_code like f.area_code || '%' and f.geo_type in ('circle', 'polygon')) as has_fence,
      o.work_no as parent_work_no, d.realname as duty_manager_name, n.id as renewed_by_id,
      n.work_no as renewed_by_no, v.proc_name as procedure_name, v.status as procedure_status, v.people as procedure_people
    from lo_work w left join lo_area a on a.id = w.area_id left join sys_user l on l.id = w.leader_id
    left join sys_user p on p.id = w.applicant_id left join sys_depart wd on wd.id = w.work_depart_id
    left join sys_depart td on td.id = w.territory_depart_id
    left join lo_procedure v on v.id = w.procedure_id and v.tenant_id = w.tenant_id
    left join lo_work o on o.id = w.parent_work_id left join sys_user d on d.id = w.duty_manager_id
    left join lateral (select c.id, c.work_no from lo_work c where c.parent_work_id = w.id and c.del_flag = 0
      and c.void_flag = 0 order by c.create_time desc limit 1) n on true
    where w.id = ${work.id}`.execute(tx)
  const stored: object = { ...work, ...rows[0] }
  writeDates(stored)
  const loaded = await loading
  // The row's columns are those of the described ticket, and `TicketHead` adds what was joined.
  return {
    ...stored,
    ...texts(stored, {
      workType: 'lo_work_type',
      workLevel: 'lo_work_level',
      workStatus: 'lo_work_status',
      execPhase: 'lo_exec_phase',
    }),
    equipIds: readIds(work.equipIds),
    baseTypes: readBaseTypes(work.baseTypes),
    ...asksOf(loaded),
    testRun: readTestRun(work),
    stopCauses: readStopCauses(work),
    gasPlaces: readGasPlaces(work.gasPlaces),
    askState: readKeys(work),
    procedurePeople: procedurePeople.catch([]).parse(rows[0]?.procedurePeople ?? []),
  } as TicketHead
}

/** What the policy says of the ticket, for whoever looks at it; nothing where the plant has none. */
function asksOf(
  loaded: LoadedPolicy | undefined,
): Pick<
  TicketHead,
  | 'policyName'
  | 'maxHours'
  | 'personalLock'
  | 'briefRequired'
  | 'briefSign'
  | 'handoverSign'
  | 'measureSign'
  | 'gasRequired'
  | 'gasContinuous'
  | 'guardAliveMin'
  | 'editableFields'
> {
  return {
    policyName: loaded?.typeName ?? null,
    maxHours: loaded?.policy.maxHours ?? null,
    personalLock: loaded ? Number(loaded.policy.personalLock) : null,
    briefRequired: loaded ? Number(loaded.policy.briefRequired) : null,
    briefSign: loaded?.signs.brief ?? null,
    handoverSign: loaded?.signs.handover ?? null,
    measureSign: loaded?.signs.measure ?? null,
    gasRequired: loaded?.gas.required ?? null,
    gasContinuous: loaded ? Number(loaded.gas.continuous) : null,
    guardAliveMin: loaded?.guardAliveMin ?? null,
    editableFields: [...(loaded?.policy.editableFields ?? [])],
  }
}

/** The planned places with their newest samples (G14); a place is stale after the interval that counts now. */
async function planOfGas(
  tx: Tx,
  work: WorkRow,
  loading: ReturnType<typeof loadPolicy>,
  now: number,
): Promise<TicketDetail['gasPlan']> {
  // The samples are read beside the policy that says how they count.
  const asking = loading.then((loaded) => gasPolicyOf(tx, work, loaded))
  const [loaded, asked, gas] = await Promise.all([loading, asking, loadGas(tx, work, asking)])
  if (gas.needed.length === 0) return []
  const atWork = work.workStatus === workStatus.executing
  const limitMin = atWork && asked.repeatMin > 0 ? asked.repeatMin : (loaded?.policy.gasPreMin ?? 0)
  const standards = await loadGasStandards(tx, work.tenantId)
  return gasPlanStates(gas, limitMin, now).map((line) => {
    const { standard } = findGas(line.gasCode, standards)
    return {
      ...line,
      gasName: standard?.gasName ?? null,
      unit: standard?.unit ?? null,
      sampleTime: line.sampleTime === null ? null : shanghaiTime(line.sampleTime),
    }
  })
}

const stepDicts = { roleTag: 'lo_role_tag', reasonCode: 'lo_reject_reason', signType: 'lo_sign_type' }

async function childrenOf(tx: Tx, workId: string) {
  const read = async <T>(
    query: ReturnType<typeof sql<object>>,
    dicts: Readonly<Record<string, string>> = {},
  ): Promise<T[]> => {
    const { rows } = await query.execute(tx)
    // The statements below select the columns that the contract names.
    for (const row of rows) {
      writeDates(row)
      Object.assign(row, texts(row, dicts))
    }
    return rows as T[]
  }
  return allOf({
    points: read<PointColumns>(
      sql`select i.*, p.point_code, p.point_name, p.point_type, p.energy_type, p.energy_level, p.normal_pos, p.safe_pos,
          p.verify_methods, p.verify_limit, p.instruction, p.lock_count, l.lock_code as actual_lock_code,
          l.lock_status, l.state_trust, l.state_time, pl.lock_code as planned_lock_code, iu.realname as isolator_name,
          vu.realname as verifier_name, y.comm_type, y.power_type, t.tag_no as tag_number, t.state as tag_state, p.hold_count
        from lo_work_point i join lo_point p on p.id = i.point_id left join lo_lock l on l.id = i.actual_lock_id
        left join lo_lock_type y on y.id = l.lock_type_id
        left join lo_lock pl on pl.id = i.planned_lock_id left join sys_user iu on iu.id = i.isolator_id
        left join sys_user vu on vu.id = i.verifier_id
        left join lo_work_tag t on t.work_id = i.work_id and t.point_id = i.point_id
        where i.work_id = ${workId} order by i.order_num`,
      {
        state: 'lo_point_item_state',
        safePos: 'lo_point_pos',
        energyType: 'lo_energy_type',
        lockStatus: 'lo_lock_status',
        isoMethod: 'lo_iso_method',
      },
    ),
    locks: read<LockColumns>(
      sql`select x.*, l.lock_code, l.lock_name, l.lock_status, l.state_trust, l.state_time, l.battery, l.online, l.custody,
          o.realname as owner_name
        from lo_work_lock x join lo_lock l on l.id = x.lock_id left join sys_user o on o.id = x.owner_id
        where x.work_id = ${workId} order by x.use_type, l.lock_code`,
      { useType: 'lo_lock_purpose', lockStatus: 'lo_lock_status', stateTrust: 'lo_state_trust' },
    ),
    people: read<PersonColumns>(
      sql`select p.*, coalesce(u.realname, p.person_name) as name, u.phone as user_phone, e.photo, l.lock_code as personal_lock_code,
          (select count(*)::int from lo_point_hold h where h.work_id = p.work_id and h.user_id = p.person_id
            and ${holdIn('personal')}) as personal_holds,
          (select min(k.lock_code) from lo_point_hold h join lo_lock k on k.id in (h.lock_id, h.box_id)
            where h.work_id = p.work_id and h.user_id = p.person_id and ${holdIn('personal')}
            and k.lock_status = any(${[...brokenStatuses]}::int[])) as personal_open_code
        from lo_work_person p left join sys_user u on u.id = p.user_id left join lo_lock l on l.id = p.personal_lock_id
          left join lo_external_person e on e.id = p.external_id and e.tenant_id = p.tenant_id
        where p.work_id = ${workId} and (p.state = 1 or p.on_state = 1) order by p.state desc, p.role_tag, p.id`,
      { roleTag: 'lo_role_tag', awayWhy: 'lo_away_why' },
    ),
    measures: read<TicketMeasure>(
      sql`select m.*, u.realname as confirm_name from lo_work_measure m left join sys_user u on u.id = m.confirm_by
        where m.work_id = ${workId} order by m.order_num`,
      {
        controlRank: 'lo_control_rank',
      },
    ),
    gas: read<TicketGas>(
      sql`select g.id, g.tenant_id, g.work_id, g.point_desc, g.gas_code, g.value::float8 as value, g.unit,
          g.limit_min::float8 as limit_min, g.limit_max::float8 as limit_max, g.pass, g.sample_time, g.device_sn,
          g.calib_valid_to::text as calib_valid_to, g.tester_id, g.sign_id, g.photo, g.test_kind, g.sys_org_code,
          g.create_by, g.create_time, g.update_by, g.update_time, u.realname as tester_name, s.gas_name
        from lo_work_gas g left join sys_user u on u.id = g.tester_id
        left join lo_gas_std s on s.gas_code = g.gas_code and s.tenant_id = g.tenant_id
        where g.work_id = ${workId} order by g.sample_time desc`,
    ),
    reviews: read<ReviewColumns>(
      sql`select r.*, u.realname as reviewer_name, f.realname as delegate_for_name, a.realname as added_by_name,
          s.sign_type
        from lo_work_review r left join lo_work_sign s on s.id = r.sign_id left join sys_user u on u.id = r.reviewer_id
        left join sys_user f on f.id = r.delegate_for left join sys_user a on a.id = r.added_by
        where r.work_id = ${workId} order by r.round, r.step_no, r.id`,
      { ...stepDicts, reviewStatus: 'lo_review_status' },
    ),
    examines: read<ExamineColumns>(
      sql`select r.*, u.realname as approver_name, f.realname as delegate_for_name, a.realname as added_by_name,
          s.sign_type
        from lo_work_examine r left join lo_work_sign s on s.id = r.sign_id left join sys_user u on u.id = r.approver_id
        left join sys_user f on f.id = r.delegate_for left join sys_user a on a.id = r.added_by
        where r.work_id = ${workId} order by r.round, r.step_no, r.id`,
      { ...stepDicts, approveStatus: 'lo_approve_status' },
    ),
    handovers: read<HandoverColumns>(
      sql`select h.*, f.realname as from_name, t.realname as to_name from lo_work_handover h
        left join sys_user f on f.id = h.from_user_id left join sys_user t on t.id = h.to_user_id
        where h.work_id = ${workId} and h.del_flag = 0 order by h.create_time desc, h.id desc limit 50`,
      { roleTag: 'lo_role_tag', state: 'lo_handover_state', shiftFrom: 'lo_shift', shiftTo: 'lo_shift' },
    ),
    extensions: read<ExtensionColumns>(
      sql`select x.*, a.realname as ask_name, d.realname as decide_name from lo_work_extend x
        left join sys_user a on a.id = x.ask_by left join sys_user d on d.id = x.decide_by
        where x.work_id = ${workId} and x.del_flag = 0 order by x.ask_time desc, x.id desc`,
      { result: 'lo_extend_result' },
    ),
    conflicts: read<ConflictColumns>(
      sql`select c.*, o.work_no as other_work_no, o.work_name as other_work_name from lo_work_conflict c
        join lo_work o on o.id = c.other_work_id where c.work_id = ${workId} and c.state <> 2 order by c.severity desc`,
    ),
  })
}

/** The answers of questions that do not wait for each other, under their names. */
async function allOf<T extends Readonly<Record<string, Promise<unknown>>>>(
  asked: T,
): Promise<{ [K in keyof T]: Awaited<T[K]> }> {
  const answers = await Promise.all(
    Object.entries(asked).map(async ([name, answer]) => [name, await answer] as const),
  )
  // The same names, each with what its promise gave.
  return Object.fromEntries(answers) as { [K in keyof T]: Awaited<T[K]> }
}

const shownOfTransition = [
  'id',
  'workId',
  'seq',
  'event',
  'transId',
  'fromStatus',
  'toStatus',
  'fromPhase',
  'toPhase',
  'actorId',
  'actorName',
  'actorRole',
  'onBehalfOf',
  'guards',
  'diff',
  'serverTime',
  'prevHash',
  'hash',
] as const

/** The audit rows of a ticket, oldest first. */
export async function loadTimeline(ctx: Context, actor: Actor, workId: string): Promise<TicketTrace[]> {
  await mustSee(ctx, actor, workId)
  const rows = await ctx.db
    .selectFrom('loWorkTrans')
    .select([...shownOfTransition])
    .where('workId', '=', workId)
    .where('tenantId', '=', actor.tenantId)
    .orderBy('seq')
    .execute()
  const asked = [...new Set(rows.flatMap(({ onBehalfOf }) => (onBehalfOf === null ? [] : [onBehalfOf])))]
  const names = await namesOf(ctx, asked)
  return rows.map((row) => ({
    ...row,
    serverTime: row.serverTime && shanghaiTime(row.serverTime.getTime()),
    guards: guardRows.parse(row.guards ?? []),
    diff: saidOf(row.diff),
    hasMoved: row.fromStatus !== row.toStatus || row.fromPhase !== row.toPhase,
    ...(row.onBehalfOf === null ? {} : { onBehalfOfName: names.get(row.onBehalfOf) ?? row.onBehalfOf }),
    ...texts(row, { toStatus: 'lo_work_status', toPhase: 'lo_exec_phase' }),
  }))
}

/** Rules as they were looked at; a row written before they were kept has none. */
const guardRows = z.array(z.looseObject({ id: z.string(), pass: z.boolean(), text: z.string() })).catch([])

async function namesOf(ctx: Context, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db.selectFrom('sysUser').select(['id', 'realname']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, realname }) => [id, realname ?? '']))
}

function texts<N extends string>(row: object, dicts: Readonly<Record<N, string>>): DictTexts<N> {
  const found: Record<string, string> = {}
  for (const field of Object.keys(dicts) as N[]) {
    const value: unknown = Reflect.get(row, field)
    if (typeof value === 'string' || typeof value === 'number')
      found[`${field}_dictText`] = labelOf(dicts[field], value)
  }
  return found as DictTexts<N> // the very names of the mapped type
}

/** Dates of a row that was read for this answer, in place, as the wire writes them: `YYYY-MM-DD HH:mm:ss`, Asia/Shanghai. */
function writeDates(row: object): void {
  for (const key of Object.keys(row)) {
    const value: unknown = Reflect.get(row, key)
    if (value instanceof Date) Reflect.set(row, key, shanghaiTime(value.getTime()))
  }
}
