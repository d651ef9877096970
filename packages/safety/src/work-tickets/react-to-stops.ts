import { stopCause } from '@suoan/domain/dictionaries'
import { isTicketIn } from '@suoan/domain/work-ticket'
import { sql } from 'kysely'
import type { Context } from '@suoan/platform/context'
import { oneByOne } from '@suoan/platform/reactions'
import { stopReaches, stopText } from '../areas/index.ts'
import { ticketIn } from '../ticket-sets.ts'
import { takeSystemEvent } from './take-system-event.ts'

/**
 * Work that begins in the very moment a stop order is given did not see it (G16): it is stopped as soon as it stands.
 * Whoever opens a lock to rescue stops the ticket behind it (L7).
 */
export function reactToStops(ctx: Context): void {
  ctx.reactions.declare({
    name: 'tickets.stopOrders',
    title: '作业开始后核对停工指令',
    event: 'ticket.moved',
    key: ({ workId }) => workId,
    wants: (_, moves) => moves.filter((moved) => moved.hasEntered && isTicketIn('atWork', moved)),
    handle: oneByOne(async (reacting, { tenantId, workId }) => {
      const { rows } = await sql<{ reason: string }>`
        select ${stopText} as reason from lo_work w join lo_stop_order s on s.tenant_id = w.tenant_id and s.state = 1
          and ${stopReaches} join lo_area a on a.id = s.area_id
        where w.id = ${workId} and w.tenant_id = ${tenantId} order by s.order_time limit 1`.execute(
        reacting.tx,
      )
      for (const { reason } of rows)
        await takeSystemEvent(reacting, {
          tenantId,
          workId,
          event: { type: 'suspend', reason: `停工指令：${reason}`, cause: stopCause.stopOrder },
        })
    }),
  })
  ctx.reactions.declare({
    name: 'tickets.rescues',
    title: '救援开锁后停止作业',
    event: 'lock.rescued',
    key: ({ workId }) => workId,
    handle: oneByOne(async (reacting, { tenantId, workId }) => {
      const { rows } = await sql<{ id: string }>`select w.id from lo_work w
        where w.id = ${workId} and w.tenant_id = ${tenantId} and ${ticketIn('atWork')}`.execute(reacting.tx)
      if (rows.length > 0)
        await takeSystemEvent(reacting, {
          tenantId,
          workId,
          event: { type: 'suspend', reason: '救援开锁，全体人员撤离', cause: stopCause.injury },
        })
    }),
  })
}
