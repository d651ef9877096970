import { actorOf } from '../http/access.ts'
import { requestParams } from '../http/bind.ts'
import { closedSignal } from '../http/closed-signal.ts'
import { originOf, recordAudit } from './audit.ts'
import { takePlace } from './export-places.ts'
import { exportedCells, planExport } from './export-plan.ts'
import type { VerbHandler } from './mounted-resource.ts'
import { sheetMediaType, streamSheet } from './sheet-writer.ts'
import type { SheetCell } from './sheet.ts'

/**
 * Rows of the largest .xls. The format wants to know its end before its first byte; what is longer goes as .xlsx, whose
 * first byte leaves with the first rows, and which holds a million of them in one sheet.
 */
export const MOST_XLS_ROWS = 5_000

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
  const rows = await begun(exportedCells(mounted, plan, gone), leave)
  const format = isLong ? 'xlsx' : 'xls'
  const name = encodeURIComponent(`${resource.title}列表`)
  reply
    .header('content-type', sheetMediaType[format])
    .header('content-disposition', `attachment; filename*=UTF-8''${name}.${format}`)
  return await reply.send(streamSheet(format, plan.sheet, rows))
}

/**
 * The same rows, the first of them read by then, so that what fails there is an answer; `onEnd` is called when they are read or
 * nobody wants more. No generator: each layer of them costs a second for a million rows.
 */
async function begun(
  source: AsyncGenerator<SheetCell[]>,
  onEnd: () => void,
): Promise<AsyncIterable<SheetCell[]>> {
  let first: IteratorResult<SheetCell[]> | null = await source.next()
  const next = async (): Promise<IteratorResult<SheetCell[]>> => {
    if (first !== null) {
      const taken = first
      first = null
      return taken
    }
    try {
      const read = await source.next()
      if (read.done) onEnd()
      return read
    } catch (error) {
      onEnd()
      throw error
    }
  }
  const end = async (): Promise<IteratorResult<SheetCell[]>> => {
    try {
      return await source.return(undefined)
    } finally {
      onEnd()
    }
  }
  return { [Symbol.asyncIterator]: () => ({ next, return: end }) }
}
