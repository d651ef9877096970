import { fileEndpoints } from '@suoan/contract'
import { failUnseen } from '../fail.ts'
import { sendExport } from '../exports/send-export.ts'
import { isAnswered } from '../http/is-answered.ts'
import type { Feature } from '../http/route.ts'
import { declareOrphanFiles } from './clear-orphans.ts'
import { clearSpool } from './spool.ts'
import { storeUpload } from './store-upload.ts'
import { reportKey, sendReport, sendStored, wantedPath } from './send-stored.ts'

export { discardFile } from './clear-orphans.ts'
export { receiveFile } from './store-upload.ts'

/** Uploads and downloads (4-api.md §6.1, §6.2; security.md V16, V17), and the error reports of imports. */
export const files: Feature = ({ app, ctx, bind }) => {
  declareOrphanFiles(ctx)
  app.addHook('onReady', () => clearSpool(ctx.config))
  bind(fileEndpoints.upload, (call) => storeUpload(ctx, call))
  bind(fileEndpoints.download, async ({ input, actor, request, reply }) => {
    const path = input['*']
    const report = /^logs\/\d{8}\/([A-Za-z]+ImportExcelErrorLog[0-9a-f]{32}\.(?:txt|xlsx))$/.exec(path)?.[1]
    const job = /^exports\/(\d{1,32})\.xlsx$/.exec(path)?.[1]
    if (job !== undefined) await sendExport(ctx, { actor, request, reply, id: job })
    else if (report === undefined) await sendStored(ctx, { actor, request, reply, path, width: input.w })
    else await sendReport(ctx, { actor, reply, path: report })
    if (isAnswered(reply)) return null
    if (job !== undefined) throw failUnseen([['export_job', 'id']], [job], 'PATH_UNKNOWN')
    throw report === undefined
      ? failUnseen([['stored_file', 'path']], [wantedPath(path)], 'PATH_UNKNOWN')
      : failUnseen([['sheet_report', 'file_name']], [reportKey(report)], 'PATH_UNKNOWN')
  })
}
