import type { TicketProgress } from '@suoan/contract'
import { itemState } from '@suoan/domain/dictionaries'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import type { Context } from '@suoan/platform/context'
import { ticketIn } from '../ticket-sets.ts'

/** What the rows of a list show of a ticket beyond its own columns. */
export const noProgress: TicketProgress = {
  total: 0,
  verified: 0,
  restored: 0,
  gasDue: null,
  openQuestions: 0,
}

const proved = [itemState.verified, itemState.lifted, itemState.awaitingRelock]

/**
 * How far the points of these tickets are, when their gas must be sampled again (the timer that would stop the work), and how
 * many questions of signers wait for an answer; in one statement for the page.
 */
export async function progressOf(
  { db }: Context,
  tenantId: number,
  ids: readonly string[],
): Promise<ReadonlyMap<string, TicketProgress>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Omit<TicketProgress, 'gasDue'> & { id: string; gasDue: Date | null }>`
    select w.id, coalesce(p.total, 0) as total, coalesce(p.verified, 0) as verified, coalesce(p.restored, 0) as restored,
      (select min(t.due_time) from lo_timer t where t.subject_id = w.id and t.tenant_id = w.tenant_id
        and t.kind = 'ticket.gasDue' and t.key = 'over' and ${ticketIn('executing')}) as gas_due,
      (select count(*)::int from lo_work_question q where q.work_id = w.id and q.round = w.round and q.answer is null
        and q.del_flag = 0 and ${ticketIn('awaitingDecision')}) as open_questions
    from lo_work w left join lateral (
      select count(*)::int as total,
        count(*) filter (where i.state = any(${proved}::int[]))::int as verified,
        count(*) filter (where i.state = ${itemState.restored})::int as restored
      from lo_work_point i where i.work_id = w.id) p on true
    where w.tenant_id = ${tenantId} and w.id = any(${[...ids]}::text[])`.execute(db)
  return new Map(
    rows.map(({ id, gasDue, ...row }) => [
      id,
      { ...row, gasDue: gasDue === null ? null : shanghaiTime(gasDue.getTime()) },
    ]),
  )
}
