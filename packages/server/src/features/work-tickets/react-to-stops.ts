import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { advanceBySystem } from './advance-ticket.ts'

/**
 * Work that begins in the very moment a stop order is given did not see it (G16): it is stopped as soon as it stands.
 * Whoever opens a lock to rescue stops the ticket behind it (L7).
 */
export function reactToStops(ctx: Context): () => void {
  const stops = [
    ctx.events.on('ticket.moved', async ({ tenantId, workId, status, phase }) => {
      if (status !== 20 || ![20, 22, 23].includes(phase)) return
      const { rows } = await sql<{ reason: string }>`
        select s.reason from lo_work w join lo_stop_order s on s.tenant_id = w.tenant_id and s.state = 1
          and w.area_code like s.area_code || '%'
        where w.id = ${workId} and w.tenant_id = ${tenantId} limit 1`.execute(ctx.db)
      const [order] = rows
      if (!order) return
      const reason = `停工指令：${order.reason}`
      await advanceBySystem(ctx, tenantId, workId, { type: 'suspend', reason })
    }),
    ctx.events.on('lock.rescued', async ({ tenantId, workId }) => {
      const { rows } = await sql<{
        id: string
      }>`select id from lo_work where id = ${workId} and tenant_id = ${tenantId}
        and work_status = 20 and exec_phase in (20, 22, 23)`.execute(ctx.db)
      if (rows.length > 0)
        await advanceBySystem(ctx, tenantId, workId, { type: 'suspend', reason: '救援开锁，全体人员撤离' })
    }),
  ]
  return () => stops.forEach((stop) => stop())
}
