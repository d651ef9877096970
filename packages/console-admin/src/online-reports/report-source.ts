import { onlineReportEndpoints as calls } from '@suoan/contract'
import { call } from '@suoan/console-base/request/call.ts'
import { failureText } from '@suoan/console-base/request/failure.ts'
import { requestFile } from '@suoan/console-base/request/client.ts'
import { RequestFailure } from '@suoan/console-base/request/failure.ts'
import { saveExport } from '@suoan/console-base/resource/save-export.ts'
import type { ReportQuery, ReportSource } from '@suoan/ui/report-popup'

/** The reports of the server, by their codes: what a popup is fed by. */
export const reportSource: ReportSource = {
  failureText,
  head: (code, signal) => call(calls.looks, { code }, { signal }),
  queryInfo: (id, signal) => call(calls.queryInfo, { id }, { signal }),
  data: (id, query, signal) => call(calls.data, { ...query, id }, { signal }),
}

/** The same by id, for a page: it asks for the parameters of the statement too, that came with `param` unless others are typed. */
export const reportPageSource = (param: Readonly<Record<string, string>>): ReportSource => ({
  ...reportSource,
  head: (id, signal) => call(calls.columns, { id }, { signal }),
  async queryInfo(id, signal) {
    const [params, fields] = await Promise.all([
      call(calls.paramsInfo, { id }, { signal }),
      reportSource.queryInfo(id, signal),
    ])
    return [
      ...params.map(({ paramName, paramTxt, paramValue }) => {
        const usual = param[paramName] ?? paramValue
        return {
          label: `${paramTxt || paramName}${usual === '' ? '' : `（默认 ${usual}）`}`,
          field: `self_${paramName}`,
          view: 'text',
          mode: 'single' as const,
          hidden: '0' as const,
        }
      }),
      ...fields,
    ]
  },
})

/** Saves what a query of a report finds as `{name}.xls`, or `.xlsx` when it is long. */
export async function exportReport(id: string, name: string, query: ReportQuery): Promise<void> {
  let came = 0
  await saveExport(`export-report-${id}`, name, ({ signal, onProgress }) =>
    requestFile(
      {
        method: 'GET',
        path: calls.exportXls.path.replace(':id', encodeURIComponent(id)),
        query,
        signal,
        // What breaks off in the middle is no matter of the network of whoever exports: said below.
        quiet: true,
      },
      (bytes) => {
        came = bytes
        onProgress(bytes)
      },
    ).catch((error: unknown) => {
      if (came > 0 && error instanceof RequestFailure && error.kind === 'offline')
        throw new RequestFailure(
          'business',
          '导出中断：数据源没有给出全部数据，文件没有保存，请稍后重新导出',
          0,
        )
      throw error
    }),
  )
}
