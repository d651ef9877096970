import { actorOf } from '../http/access.ts'
import { requestParams } from '../http/bind.ts'
import { closedSignal } from '../http/closed-signal.ts'
import { originOf, recordAudit } from './audit.ts'
import { takePlace } from './export-places.ts'
import { exportedCells, planExport } from './export-plan.ts'
import type { VerbHandler } from './mounted-resource.ts'
import { MOST_XLS_ROWS, sendSheet } from './send-sheet.ts'

/**
 * `exportXls` (4-api.md §6.4): the rows of the list's filters, or of `selections`, as a sheet that is written while it
 * is sent; memory does not grow with the rows. `exportFields` names the columns and their order, all of the sheet's by
 * default: clients of the family send the list's `field` with it and expect the whole sheet. `paramsStr` carries the same parameters as one JSON text. An error in
 * the first rows is an answer with its status; a later one breaks the connection, so that nobody takes a part for the
 * whole. Throws `BUSY` when as many exports run as there are connections for them: each holds one for as long as its
 * reader is slow.
 */
export const exportXls: VerbHandler = async (mounted, request, reply) => {
  const leave = takePlace(mounted.ctx.config.databaseExportPoolSize, [
    `person ${actorOf(request).userId}`,
    `address ${request.ip}`,
  ])
  try {
    return await sendRows(mounted, request, reply, leave)
  } catch (error) {
    leave()
    throw error
  }
}

async function sendRows(
  mounted: Parameters<VerbHandler>[0],
  request: Parameters<VerbHandler>[1],
  reply: Parameters<VerbHandler>[2],
  leave: () => void,
): Promise<unknown> {
  const { ctx, resource, store } = mounted
  const actor = actorOf(request)
  const plan = await planExport(mounted, actor, requestParams(request))
  const gone = closedSignal(reply)
  await recordAudit(ctx.pool, {
    actor,
    content: `${resource.title}：导出${plan.ids.length === 0 ? '' : ` 所选 ${plan.ids.length} 条`}`,
    operateType: 6,
    origin: originOf(request),
    now: ctx.clock.now(),
  })
  const isLong = await store.hasMoreThan(
    MOST_XLS_ROWS,
    { pool: ctx.exportPool, searchPool: ctx.pool },
    plan.scope,
    plan.query.filter,
    gone,
  )
  return await sendSheet(reply, {
    format: isLong ? 'xlsx' : 'xls',
    name: `${resource.title}列表`,
    sheet: plan.sheet,
    cells: exportedCells(mounted, plan, gone),
    onEnd: leave,
  })
}
