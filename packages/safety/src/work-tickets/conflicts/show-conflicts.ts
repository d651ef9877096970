import type { ConflictRow } from '@suoan/contract'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import { failUnseen } from '@suoan/platform/fail'
import { ticketIn } from '../../ticket-sets.ts'
import { detectConflicts } from '../detect-conflicts.ts'
import { lockTicket } from '../ticket-row.ts'
import { mustSee } from '../visible.ts'
import { pairDecision } from './stored-decisions.ts'

type StoredRow = Omit<ConflictRow, 'overlapFrom' | 'overlapTo' | 'decideTime'> & {
  overlapFrom: Date
  overlapTo: Date
  decideTime: Date | null
}

/**
 * The clashes of a ticket as they stand this moment, worst first, with what SAFETY has decided. They are looked for
 * anew and nothing is stored, so that a ticket approved a second ago is among them.
 */
export async function showConflicts(ctx: Context, actor: Actor, workId: string): Promise<ConflictRow[]> {
  await mustSee(ctx, actor, workId)
  return ctx.db.transaction().execute(async (tx) => {
    const work = await lockTicket(tx, actor.tenantId, workId)
    if (!work) throw failUnseen('lo_work', [workId])
    await sql`savepoint look`.execute(tx)
    await detectConflicts(tx, work, ctx.clock.now())
    const rows = await storedConflicts(tx, workId)
    await sql`rollback to savepoint look`.execute(tx)
    return rows
  })
}

async function storedConflicts(tx: Tx, workId: string): Promise<ConflictRow[]> {
  const { rows } = await sql<StoredRow>`
    select c.other_work_id, o.work_no as other_work_no, o.work_name as other_work_name, o.work_status as other_status,
      ${ticketIn('live', 'o')} as is_claimed, c.kind, c.rule_code, c.severity, c.overlap_from, c.overlap_to,
      c.detail, case c.state when 0 then coalesce(m.state, 0) else c.state end as state,
      coalesce(c.measures, m.measures) as measures, coalesce(c.decide_time, m.decide_time) as decide_time,
      (select u.realname from sys_user u where u.id = coalesce(c.decide_by, m.decide_by)) as decide_name
    from lo_work_conflict c ${pairDecision} join lo_work o on o.id = c.other_work_id
    where c.work_id = ${workId} and c.state <> 2
    order by c.severity desc, c.overlap_from, o.work_no, c.rule_code, c.detail`.execute(tx)
  return rows.map((row) => ({
    ...row,
    overlapFrom: shanghaiTime(row.overlapFrom.getTime()),
    overlapTo: shanghaiTime(row.overlapTo.getTime()),
    decideTime: row.decideTime === null ? null : shanghaiTime(row.decideTime.getTime()),
  }))
}
