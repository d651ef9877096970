import { stopOrderEndpoints } from '@suoan/contract'
import { stopCause } from '@suoan/domain/dictionaries'
import { sql } from 'kysely'
import type { Context } from '@suoan/platform/context'
import { answered, type Bind } from '@suoan/platform/http/route'
import { ticketIn } from '../../ticket-sets.ts'
import { giveStop, stopReaches, stopText } from '../../areas/index.ts'
import { advanceBySystem } from '../advance-ticket.ts'

/** 停工 of an area: from the moment the order stands nothing starts there; then every running ticket is stopped (T32). */
export function bindStopOrders(ctx: Context, bind: Bind): void {
  bind(stopOrderEndpoints.order, async ({ actor, input }) => {
    const id = await giveStop(ctx, actor, input)
    const { stopped, failed } = await stopWork(ctx, actor.tenantId, id)
    for (const error of failed)
      ctx.log.error({ err: error, stopId: id }, 'a stop order has not yet stopped a ticket')
    const rest = failed.length === 0 ? '' : `，另有 ${failed.length} 张正在继续停止，请到现场确认`
    return answered({ id, stopped }, `停工指令已下达，${stopped.length} 张执行中的工作票已停止${rest}`)
  })
}

/**
 * Stops every ticket at work that the order reaches; gives their numbers. Safe to repeat: what stands still is
 * left alone. One that cannot be stopped now does not keep the others running; the timer `area.stop` tries it again.
 */
export async function stopWork(
  ctx: Context,
  tenantId: number,
  stopId: string,
): Promise<{ stopped: string[]; failed: unknown[] }> {
  const { rows } = await sql<{ id: string; workNo: string; reason: string }>`
    select w.id, w.work_no, ${stopText} as reason from lo_stop_order s join lo_area a on a.id = s.area_id
      join lo_work w on w.tenant_id = s.tenant_id
      and ${stopReaches}
    where s.id = ${stopId} and s.tenant_id = ${tenantId} and s.state = 1 and ${ticketIn('atWork')}
    order by w.id`.execute(ctx.db)
  const stopped: string[] = []
  const failed: unknown[] = []
  for (const { id, workNo, reason } of rows) {
    try {
      const answer = await advanceBySystem(ctx, tenantId, id, {
        type: 'suspend',
        reason: `停工指令：${reason}`,
        cause: stopCause.stopOrder,
      })
      if (answer !== null) stopped.push(workNo)
    } catch (error) {
      // The next ticket must stop whatever is wrong with this one.
      failed.push(error)
    }
  }
  return { stopped, failed }
}
