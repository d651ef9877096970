import {
  execPhase,
  roleTags,
  workStatus,
  type ExecPhase,
  type RoleTag,
  type WorkStatus,
} from '@suoan/domain/dictionaries'
import { asksTwoPeople, type InterlockTicket } from '@suoan/domain/interlock'
import {
  gasCodesOf,
  gasDemand,
  gasIsRequired,
  gasPlacesOf,
  neededGas,
  readBaseTypes,
  reVerifyGap,
  unheardGas,
  type WorkPlace,
} from '@suoan/domain/work-ticket'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { placesOf } from '../../ticket-places.ts'
import { ticketIn } from '../../ticket-sets.ts'
import { reVerifications } from '../../re-verifications.ts'
import { readGasPlaces } from '../../gas-samples.ts'
import { loadGasWatch } from '../../gas-watch.ts'
import { loadGas } from './gas.ts'
import { loadItem, type LoadedItem } from './item.ts'
import { lostPost } from '../../guard-post.ts'
import { policyJoin } from '../../ticket-policy.ts'
import { holdIn } from '../../hold-sets.ts'
import { presenceColumns, presenceGaps, presenceJoins, type PresentPerson } from '../../presence-gaps.ts'
import { personName } from '../../person-name.ts'

export interface LoadedTicket {
  readonly fact: InterlockTicket
  /** The point the lock serves on this ticket. */
  readonly pointId: string | null
  /** `LoWorkType.certRules` of every row that applies, unread. */
  readonly certRules: unknown
  readonly areaCode: string
}

interface Row {
  id: string
  workNo: string
  workType: string
  baseTypes: string | null
  workStatus: WorkStatus
  execPhase: ExecPhase
  voidFlag: number
  planStart: Date
  validEnd: Date | null
  closeDeadline: Date | null
  earlyMin: number | null
  isolateLeadMin: number | null
  gasRequired: number | null
  gasContinuous: number | null
  policyChanged: Date | null
  gasCodes: string | null
  gasPlaces: unknown
  gasPreMin: number | null
  gasRepeatMin: number | null
  guardRequired: number | null
  dualByPolicy: boolean
  dualByMeasure: boolean
  certRules: unknown
  areaCode: string | null
  places: WorkPlace[]
  listsLock: boolean
  gaveLockBack: boolean
  userTags: string[]
  onSite: string[]
  personalLocksOn: string[]
  conflicts: string[]
}

interface Asked {
  readonly tenantId: number
  readonly lockId: string
  readonly userId: string
  readonly at: number
  readonly workId: string | null
}

/**
 * The ticket the request names; without one, the live ticket that lists the lock, first one that also names the user.
 * Null when there is none, or when it has given the lock back: then only store, personal and patrol legs remain.
 */
export async function loadTicket(tx: Tx, asked: Asked): Promise<LoadedTicket | null> {
  const workId = asked.workId ?? (await findTicket(tx, asked))
  if (workId === null) return null
  const { lockId, userId, tenantId } = asked
  const { rows } = await sql<Row>`
    select w.id, w.work_no, w.work_type, w.base_types, w.work_status, w.exec_phase, w.void_flag, w.plan_start, w.valid_end,
      w.close_deadline, t.early_min, t.isolate_lead_min, t.gas_required, t.gas_continuous, t.update_time as policy_changed, t.gas_codes, w.gas_places, t.gas_pre_min, t.gas_repeat_min,
      t.guard_required, t.dual_control = 1 as dual_by_policy,
      exists (select 1 from lo_work_measure m where m.work_id = w.id and m.involve = 1 and m.dual_control = 1
        and m.del_flag = 0) as dual_by_measure, t.cert_rules, w.area_code, ${placesOf()} as places,
      exists (select 1 from lo_work_lock k where k.work_id = w.id and k.lock_id = ${lockId}
        and k.state < 3 and k.del_flag = 0) as lists_lock,
      exists (select 1 from lo_work_lock k join lo_lock l on l.id = k.lock_id where k.work_id = w.id
        and k.lock_id = ${lockId} and k.state = 3 and l.point_id is null) as gave_lock_back,
      array(select p.role_tag from lo_work_person p where p.work_id = w.id and p.user_id = ${userId}
        and p.state = 1 and p.del_flag = 0) as user_tags,
      array(select coalesce(u.realname, p.person_name, '') from lo_work_person p left join sys_user u on u.id = p.user_id
        -- Whoever was replaced and has not been seen leaving is still inside (G17).
        where p.work_id = w.id and p.on_state = 1) as on_site,
      array(select coalesce(l.lock_code, '') || '（' || ${personName('h.user_id')} || '）'
        from lo_point_hold h left join lo_lock l on l.id = h.lock_id
        where h.work_id = w.id and ${holdIn('personal')}
          and (w.exec_phase <> ${execPhase.testRun} or h.point_id is null or h.point_id in (select i.point_id from lo_work_point i
            where i.work_id = w.id and i.actual_lock_id = ${lockId})) order by 1) as personal_locks_on,
      array(select o.work_no from lo_work_conflict c join lo_work o on o.id = c.other_work_id
        where c.work_id = w.id and c.severity = 3 and c.state = 0 and c.del_flag = 0) as conflicts
    from lo_work w
    ${policyJoin}
    where w.id = ${workId} and w.tenant_id = ${tenantId} and w.del_flag = 0`.execute(tx)
  const [row] = rows
  // A number nobody knows must not make a lock look as if no ticket relied on it.
  if (row === undefined) return asked.workId === null ? null : loadTicket(tx, { ...asked, workId: null })
  // A lock the ticket has given back (T38, T43) is its holder's to open or the store's (L6); the ticket says nothing of it.
  if (row.gaveLockBack && !row.listsLock) return null
  const item = await loadItem(tx, row.id, lockId, row.execPhase)
  return {
    fact: await factOf(tx, row, item, asked),
    pointId: item?.pointId ?? null,
    certRules: row.certRules,
    areaCode: row.areaCode ?? '',
  }
}

async function findTicket(tx: Tx, { tenantId, lockId, userId }: Asked): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select w.id from lo_work w
    join lo_work_lock k on k.work_id = w.id and k.lock_id = ${lockId} and k.state < 3 and k.del_flag = 0
    where w.tenant_id = ${tenantId} and ${ticketIn('live')}
    order by exists (select 1 from lo_work_person p where p.work_id = w.id and p.user_id = ${userId}
        and p.state = 1 and p.del_flag = 0) desc,
      ${ticketIn('executing')} desc, w.plan_start, w.id limit 1`.execute(tx)
  return rows[0]?.id ?? null
}

async function factOf(tx: Tx, row: Row, item: LoadedItem | null, asked: Asked): Promise<InterlockTicket> {
  const [gas, guardians, zeroEnergy] = await Promise.all([
    gasOf(tx, row, asked),
    guardiansThere(tx, row.id, asked.at),
    zeroEnergyOf(tx, row.id, asked.at),
  ])
  return {
    workId: row.id,
    workNo: row.workNo,
    workType: row.workType,
    status: row.workStatus,
    phase: row.execPhase,
    voidFlag: row.voidFlag === 1,
    planStart: row.planStart.getTime(),
    validEnd: row.validEnd?.getTime() ?? null,
    closeDeadline: row.closeDeadline?.getTime() ?? null,
    // A ticket without a policy row gets no allowance.
    earlyMin: row.earlyMin ?? 0,
    isolateLeadMin: row.isolateLeadMin ?? 0,
    userTags: roleTags.filter((tag: RoleTag) => row.userTags.includes(tag)),
    listsLock: row.listsLock,
    item: item?.fact ?? null,
    onSite: row.onSite,
    personalLocksOn: row.personalLocksOn,
    otherHolds: item?.otherHolds ?? [],
    lockHolds: item?.lockHolds ?? [],
    gas,
    ...zeroEnergy,
    // Nor does it do without a guardian or a second person.
    guardian: {
      required: (row.guardRequired ?? 1) > 0,
      present: guardians >= Math.max(row.guardRequired ?? 1, 1),
    },
    blockingConflicts: row.conflicts,
    dualRequired: asksTwoPeople({
      workType: row.workType,
      byPolicy: row.dualByPolicy,
      byMeasure: row.dualByMeasure,
    }),
  }
}

async function gasOf(tx: Tx, row: Row, { tenantId, at }: Asked): Promise<InterlockTicket['gas']> {
  const site = { ...row, baseTypes: readBaseTypes(row.baseTypes) }
  const needed = neededGas(gasPlacesOf(readGasPlaces(row.gasPlaces), site), gasCodesOf(row.gasCodes))
  const gas = await loadGas(tx, row.id, {
    controlled: gasIsRequired(site, gasDemand(row.gasRequired, row.gasContinuous)),
    needed,
    limitMin: isAtWork(row) && (row.gasRepeatMin ?? 0) > 0 ? (row.gasRepeatMin ?? 0) : (row.gasPreMin ?? 0),
    at,
  })
  const policy = { continuous: row.gasContinuous === 1, changedAt: row.policyChanged?.getTime() ?? null }
  if (!policy.continuous) return gas
  const watch = await loadGasWatch(tx, { ...row, tenantId }, policy, needed, at)
  return { ...gas, unheard: unheardGas(needed, watch, at) }
}

/** What R10 asks of zero energy at `at`, epoch ms: where it had to be proven again and was not, and when the next is due. */
async function zeroEnergyOf(
  tx: Tx,
  workId: string,
  at: number,
): Promise<Pick<InterlockTicket, 'proofsDue' | 'provenUntil'>> {
  const due = await reVerifications(tx, workId)
  const proofsDue = due.flatMap(({ pointCode, reVerifyDue }) => {
    const gap = reVerifyGap({ reVerifyDue: reVerifyDue.getTime() }, at)
    return gap === null ? [] : [`${pointCode} ${gap}`]
  })
  return { proofsDue, provenUntil: due[0]?.reVerifyDue.getTime() ?? null }
}

/** How many guardians are at their post who may be one, as G15 counts them (R10). */
async function guardiansThere(tx: Tx, workId: string, at: number): Promise<number> {
  const { rows } = await sql<PresentPerson>`
    select ${presenceColumns} from lo_work_person p join lo_work w on w.id = p.work_id ${policyJoin} ${presenceJoins}
    where p.work_id = ${workId} and p.role_tag = 'GUARD' and p.state = 1 and p.del_flag = 0
      and p.check_in_time is not null and p.away_since is null and p.on_state <> 2
      and not exists (${lostPost(at)})`.execute(tx)
  const gaps = await presenceGaps(tx, rows, at)
  return new Set(rows.filter(({ id }) => gaps.get(id) === null).map(({ personId }) => personId)).size
}

const isAtWork = (row: Row): boolean =>
  row.workStatus === workStatus.executing && row.execPhase === execPhase.working
