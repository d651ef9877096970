import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { advanceBySystem } from './advance-ticket.ts'

/**
 * A ticket that waits to take holds over stands on those of the old one (T46). When the old one gives a point back
 * (T43), the point is no longer safe for the waiting one either (T25): it is locked anew before anybody starts.
 */
export function reactToRenewals(ctx: Context): () => void {
  return ctx.events.on('ticket.moved', async ({ tenantId, workId, transId }) => {
    if (transId !== 'T43') return
    const { rows } = await sql<{ id: string; pointId: string; pointCode: string }>`
      select w.id, i.point_id, p.point_code from lo_work w join lo_work_point i on i.work_id = w.id
      join lo_point p on p.id = i.point_id
      where w.parent_work_id = ${workId} and w.tenant_id = ${tenantId} and w.del_flag = 0 and w.void_flag = 0
        and w.work_status = 4 and w.exec_phase in (10, 11, 12) and i.state in (2, 3, 5)
        and not exists (select 1 from lo_point_hold h where h.point_id = i.point_id and h.hold_type = 1
          and h.state in (1, 2) and h.work_id in (w.id, w.parent_work_id))
      order by i.order_num desc`.execute(ctx.db)
    for (const { id, pointId, pointCode } of rows) {
      const reason = `原票已恢复隔离点 ${pointCode}，须重新上锁验证`
      await advanceBySystem(ctx, tenantId, id, { type: 'pointFail', pointId, reason })
    }
  })
}
