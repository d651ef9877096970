import { defaultHazardPairs, findConflicts, type PlannedWork } from '@suoan/domain/isolation'
import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import type { Tx } from '../../context.ts'
import type { WorkRow } from './ticket-row.ts'

type PlanRow = Omit<PlannedWork, 'start' | 'end' | 'hazards' | 'adjacentCodes' | 'readOnly'> & {
  start: Date
  end: Date
  hazards: string | null
  adjacentCodes: string[] | null
}

const planColumns = sql`
  w.id as work_id, w.work_no, w.work_type, w.plan_start as start, coalesce(w.valid_end, w.plan_end) as end, w.area_code,
  w.hazards, a.adjacent_codes,
  (select coalesce(jsonb_agg(jsonb_build_object('pointId', p.id, 'pointCode', p.point_code, 'position', p.safe_pos)), '[]')
    from lo_work_point i join lo_point p on p.id = i.point_id where i.work_id = w.id) as points,
  (select coalesce(jsonb_agg(jsonb_build_object('equipId', e.id, 'equipCode', e.equip_code)), '[]')
    from lo_equip e where coalesce(w.equip_ids, '[]'::jsonb) ? e.id) as equipment,
  (select coalesce(jsonb_agg(distinct jsonb_build_object('userId', u.id, 'name', u.realname)), '[]')
    from lo_work_person p join sys_user u on u.id = p.user_id
    where p.work_id = w.id and p.state = 1 and p.role_tag in ('WORK', 'GUARD', 'LEAD')) as people,
  (select coalesce(jsonb_agg(jsonb_build_object('lockId', l.id, 'lockCode', l.lock_code)), '[]')
    from lo_work_lock x join lo_lock l on l.id = x.lock_id
    where x.work_id = w.id and x.use_type in (1, 4) and x.state < 3) as locks`

/**
 * Finds the clashes of a ticket with every other live one and stores them (3-domain.md §4.5.3–4.5.4). A clash that is
 * gone is closed; a decision already made on a clash that is still there is kept. `editedEnd`: the end an approver is
 * about to give it (epoch ms).
 */
export async function detectConflicts(tx: Tx, work: WorkRow, now: number, editedEnd?: number): Promise<void> {
  const own = await sql<PlanRow>`select ${planColumns} from lo_work w left join lo_area a on a.id = w.area_id
    where w.id = ${work.id}`.execute(tx)
  const stored = own.rows[0]
  if (!stored) return
  const plan = editedEnd === undefined ? stored : { ...stored, end: new Date(editedEnd) }
  const others =
    await sql<PlanRow>`select ${planColumns} from lo_work w left join lo_area a on a.id = w.area_id
    where w.tenant_id = ${work.tenantId} and w.id <> ${work.id} and w.del_flag = 0 and w.void_flag = 0
      and (w.work_status in (1, 2, 4, 20) or (w.work_status = 40 and w.close_flag = 0))
      and w.plan_start < ${plan.end} and coalesce(w.valid_end, w.plan_end) > ${plan.start}`.execute(tx)
  const found = findConflicts(plannedOf(plan), others.rows.map(plannedOf), defaultHazardPairs)
  const known = await tx
    .selectFrom('loWorkConflict')
    .select(['id', 'otherWorkId', 'ruleCode', 'detail'])
    .where('workId', '=', work.id)
    .where('state', '<>', 2)
    .execute()
  const sameAs = (row: { otherWorkId: string | null; ruleCode: string | null; detail: string | null }) =>
    found.find(
      (each) =>
        each.otherWorkId === row.otherWorkId && each.ruleCode === row.ruleCode && each.reason === row.detail,
    )
  const gone = known.filter((row) => !sameAs(row)).map((row) => row.id)
  if (gone.length > 0)
    await tx.updateTable('loWorkConflict').set({ state: 2 }).where('id', 'in', gone).execute()
  for (const conflict of found) {
    const kept = known.find((row) => sameAs(row) === conflict)
    if (kept) continue
    await tx
      .insertInto('loWorkConflict')
      .values({
        id: newId(),
        tenantId: work.tenantId,
        workId: work.id,
        otherWorkId: conflict.otherWorkId,
        kind: conflict.kind,
        ruleCode: conflict.ruleCode,
        severity: conflict.severity,
        overlapFrom: new Date(conflict.overlapFrom),
        overlapTo: new Date(conflict.overlapTo),
        detail: conflict.reason,
        state: 0,
        createTime: new Date(now),
      })
      .execute()
  }
  const worst = Math.max(0, ...found.map((each) => each.severity))
  await tx
    .updateTable('loWork')
    .set({ conflictState: worst === 3 ? 2 : 0 })
    .where('id', '=', work.id)
    .execute()
}

function plannedOf(row: PlanRow): PlannedWork {
  return {
    ...row,
    start: row.start.getTime(),
    end: row.end.getTime(),
    readOnly: row.workType === '30',
    hazards: (row.hazards ?? '').split(','),
    adjacentCodes: row.adjacentCodes ?? [],
  }
}
