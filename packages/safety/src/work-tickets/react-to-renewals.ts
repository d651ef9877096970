import { itemState } from '@suoan/domain/dictionaries'
import { sql } from 'kysely'
import type { Context, Tx } from '@suoan/platform/context'
import type { ReactionEvents } from '@suoan/contract/events'
import { oneByOne } from '@suoan/platform/reactions'
import { ticketIn } from '../ticket-sets.ts'
import { holdIn } from '../hold-sets.ts'

/**
 * A ticket that waits to take holds over stands on those of the old one (T46). When the old one gives a point back
 * (T43), the point is no longer safe for the waiting one either (T25): it is locked anew before anybody starts.
 */
export function reactToRenewals(ctx: Context): void {
  ctx.reactions.declare({
    name: 'tickets.renewals',
    title: '原票恢复隔离点后核对续票',
    event: 'ticket.moved',
    key: ({ workId }) => workId,
    wants: (_, moves) => moves.filter(({ transId }) => transId === 'T43'),
    handle: oneByOne(async ({ tx, emit }, { workId }) => {
      for (const event of await pointsGivenBack(tx, workId)) emit('ticket.advance', event)
    }),
  })
}

/**
 * Points that waiting tickets rely on and the old ticket has given back; of one old ticket, or of all. A lock is given back
 * when nobody's hold is left. A point without a lock (released residual energy) never had a hold: it is given back when the
 * old ticket has restored it since the waiting one released it.
 */
export async function pointsGivenBack(
  tx: Tx,
  parentWorkId: string | null,
): Promise<ReactionEvents['ticket.advance'][]> {
  const { rows } = await sql<{ id: string; tenantId: number; pointId: string; pointCode: string }>`
    select w.id, w.tenant_id, i.point_id, p.point_code from lo_work w join lo_work_point i on i.work_id = w.id
    join lo_point p on p.id = i.point_id
    where ${parentWorkId === null ? sql`w.parent_work_id is not null` : sql`w.parent_work_id = ${parentWorkId}`}
      and ${ticketIn('isolating')} and i.state in (2, 3, 5)
      and case when p.lock_count = 0
        then exists (select 1 from lo_work_point o where o.work_id = w.parent_work_id and o.point_id = i.point_id
          and o.state = ${itemState.restored} and o.restore_time > i.isolate_time)
        else not exists (select 1 from lo_point_hold h where h.point_id = i.point_id and ${holdIn('isolationLock')} and h.work_id in (w.id, w.parent_work_id))
      end
    order by w.id, i.order_num desc`.execute(tx)
  return rows.map(({ id, tenantId, pointId, pointCode }) => {
    const reason = `原票已恢复隔离点 ${pointCode}，须重新上锁验证`
    return { tenantId, workId: id, event: { type: 'pointFail', pointId, reason } }
  })
}
