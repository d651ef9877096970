import { execPhase, itemState, lockStatus, stateTrust } from '@suoan/domain/dictionaries'
import {
  reachOf,
  readingOf,
  type ClosureFact,
  type HoldFact,
  type PointFact,
} from '@suoan/domain/work-ticket'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { personName } from '../../person-name.ts'
import { ticketIn } from '../../ticket-sets.ts'
import { insideFor } from './inside-for.ts'

type PointRow = Omit<
  PointFact,
  'closure' | 'proof' | 'kind' | 'verifyMethods' | 'enabled' | 'mandatory' | 'predecessors'
> & {
  pointStatus: number
  mandatory: number
  predecessors: string[] | null
  verifyMethods: string | null
  verifierId: string | null
  verifierName: string | null
  verifyTime: Date | null
  verifyMethod: string | null
  verifyValue: string | null
  verifyUnit: string | null
  verifyResult: number | null
  reVerifyDue: Date | null
  lockId: string | null
  lockCode: string | null
  lockStatus: ClosureFact['lockStatus'] | null
  stateTrust: ClosureFact['trust'] | null
  powerType: number | null
  commType: string | null
  stateTime: Date | null
  lastCloseTime: Date | null
  confirmMaxAge: number | null
  heartbeatSec: number | null
  claimPhoto: string | null
  visualCheckTime: Date | null
  witnessId: string | null
}

/** The ticket's isolation items in order, each with the closure its lock reports and its zero-energy proof. */
export async function loadPoints(tx: Tx, workId: string): Promise<PointFact[]> {
  const { rows } = await sql<PointRow>`
    select i.point_id, p.point_code, p.point_name, p.point_type, p.lock_count, p.status as point_status,
      i.order_num as "order", i.mandatory, i.state, i.predecessors, i.planned_lock_id, i.release_group,
      i.residual_done, i.isolator_id, (t.state = 2) as tag_hung, (t.state >= 1 or not exists (select 1 from lo_work w join lo_work_type k on k.tenant_id = w.tenant_id
        and k.type_code = w.work_type and k.level_code = w.work_level and k.del_flag = 0
        where w.id = i.work_id and k.tag_print_required = 1)) as tag_printed,
      p.verify_methods, coalesce(p.verify_limit, '') as verify_limit,
      i.verifier_id, vu.realname as verifier_name, i.verify_time, i.verify_method, i.verify_value, i.verify_unit,
      i.verify_result, i.re_verify_due, i.claim_photo, i.witness_id, i.visual_check_time,
      l.id as lock_id, l.lock_code, l.lock_status, l.state_trust, l.state_time, y.power_type, y.comm_type,
      y.confirm_max_age, y.heartbeat_sec, l.last_close_time,
      array(select o.work_no from lo_work_point x join lo_work o on o.id = x.work_id
        where x.point_id = i.point_id and x.work_id <> i.work_id and x.state not in (${itemState.waiting}, ${itemState.restored}) and x.del_flag = 0 and ${ticketIn('live', 'o')}
        order by 1) as used_by
    from lo_work_point i
    join lo_point p on p.id = i.point_id
    left join lo_work_tag t on t.work_id = i.work_id and t.point_id = i.point_id
    left join sys_user vu on vu.id = i.verifier_id
    left join lo_lock l on l.id = i.actual_lock_id
    left join lo_lock_type y on y.id = l.lock_type_id
    where i.work_id = ${workId} order by i.order_num`.execute(tx)
  return rows.map((row) => ({
    pointId: row.pointId,
    pointCode: row.pointCode,
    pointName: row.pointName,
    // A drain or vent carries no lock: it is operated and verified only.
    kind: row.lockCount === 0 ? 'residual' : 'isolate',
    lockCount: row.lockCount,
    pointType: row.pointType,
    order: row.order,
    mandatory: row.mandatory === 1,
    state: row.state,
    predecessors: row.predecessors ?? [],
    plannedLockId: row.plannedLockId,
    closure: closureOf(row),
    tagHung: row.tagHung === true,
    tagPrinted: row.tagPrinted === true,
    residualDone: row.residualDone,
    isolatorId: row.isolatorId,
    proof: proofOf(row),
    verifyMethods: (row.verifyMethods ?? '').split(',').filter((method) => method !== ''),
    verifyLimit: row.verifyLimit,
    releaseGroup: row.releaseGroup,
    enabled: row.pointStatus === 1,
    usedBy: row.usedBy,
  }))
}

function closureOf(row: PointRow): ClosureFact | null {
  if (row.lockId === null) return null
  const at = (time: Date | null) => time?.getTime() ?? null
  return {
    lockId: row.lockId,
    lockCode: row.lockCode ?? '',
    lockStatus: row.lockStatus ?? 0,
    trust: row.stateTrust ?? 9,
    reach: reachOf(row),
    closedAt: at(row.lastCloseTime),
    confirmedAt: at(row.stateTime),
    confirmMaxAgeMin: row.confirmMaxAge ?? 10,
    heartbeatSec: row.heartbeatSec ?? 600,
    visualCheckAt: at(row.visualCheckTime),
    claimPhoto: row.claimPhoto !== null,
    claimById: row.isolatorId,
    witnessId: row.witnessId,
  }
}

function proofOf(row: PointRow): PointFact['proof'] {
  if (row.verifierId === null || row.verifyTime === null) return null
  return {
    verifierId: row.verifierId,
    verifierName: row.verifierName ?? '',
    at: row.verifyTime.getTime(),
    method: row.verifyMethod ?? '',
    ...readingOf(row.verifyValue ?? '', row.verifyUnit ?? ''),
    result: row.verifyResult === 1,
    reVerifyDue: row.reVerifyDue?.getTime() ?? null,
  }
}

/** Every hold in force on the ticket's points, whoever placed it, and the ticket's own holds on boxes. */
export async function loadHolds(tx: Tx, workId: string): Promise<HoldFact[]> {
  const { rows } = await sql<HoldFact>`
    select h.id as hold_id, h.point_id, h.work_id, w.work_no, h.user_id, ${personName('h.user_id')} as user_name, h.lock_id,
      l.lock_code, h.hold_type, h.state, coalesce(i.release_group, 1) as release_group,
      coalesce(l.lock_status = ${lockStatus.closed} and l.state_trust <> ${stateTrust.unknown}, false) as lock_shut,
      (w.exec_phase = ${execPhase.releasing}) as releasing, ${insideFor('h.user_id', 'h.tenant_id')} as inside_for
    from lo_point_hold h
    join lo_work w on w.id = h.work_id
    left join lo_lock l on l.id = h.lock_id
    left join lo_work_point i on i.work_id = ${workId} and i.point_id = h.point_id
    where h.state in (1, 2, 3)
      and (h.work_id = ${workId} or h.point_id in (select point_id from lo_work_point where work_id = ${workId}))`.execute(
    tx,
  )
  return rows
}
