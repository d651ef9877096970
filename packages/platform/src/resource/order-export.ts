import { mostExportRows } from '@suoan/contract'
import { orderExport } from '../exports/export-jobs.ts'
import { actorOf } from '../http/access.ts'
import { requestParams } from '../http/bind.ts'
import { answered } from '../http/route.ts'
import { originOf } from './audit.ts'
import type { VerbHandler } from './mounted-resource.ts'

/**
 * `exportJob`: the export of `exportXls` in the background, with the same parameters and permission. `rowsExpected` is
 * what the list said of its length; it is only shown. Answers the id of the job.
 */
export const exportJob: VerbHandler = async (mounted, request) => {
  const input = requestParams(request)
  const told = Number(input['rowsExpected'])
  const rowsExpected = Number.isSafeInteger(told) && told >= 0 ? Math.min(told, mostExportRows) : null
  const id = await orderExport({
    mounted,
    actor: actorOf(request),
    input,
    rowsExpected,
    origin: originOf(request),
  })
  return answered({ id }, '已开始后台导出，完成后会通知您')
}
