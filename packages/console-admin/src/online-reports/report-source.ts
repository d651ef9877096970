import { onlineReportEndpoints as calls } from '@suoan/contract'
import { call } from '@suoan/console-base/request/call.ts'
import { failureText } from '@suoan/console-base/request/failure.ts'
import type { ReportSource } from '@suoan/ui/report-popup'

/** The reports of the server, by their codes: what a popup is fed by. */
export const reportSource: ReportSource = {
  failureText,
  head: (code, signal) => call(calls.looks, { code }, { signal }),
  queryInfo: (id, signal) => call(calls.queryInfo, { id }, { signal }),
  data: (id, query, signal) => call(calls.data, { ...query, id }, { signal }),
}

/** The same by id, for a page: it asks for the parameters of the statement too. */
export const reportPageSource: ReportSource = {
  ...reportSource,
  async head(id, signal) {
    const { columns, dictOptions, cgreportHeadName } = await call(
      calls.columnsAndData,
      { id, pageSize: 1 },
      { signal },
    )
    return { cgRpConfigId: id, cgRpConfigName: cgreportHeadName, columns, dictOptions }
  },
  async queryInfo(id, signal) {
    const [params, fields] = await Promise.all([
      call(calls.paramsInfo, { id }, { signal }),
      reportSource.queryInfo(id, signal),
    ])
    return [
      ...params.map(({ paramName, paramTxt, paramValue }) => ({
        label: `${paramTxt || paramName}${paramValue === '' ? '' : `（默认 ${paramValue}）`}`,
        field: `self_${paramName}`,
        view: 'text',
        mode: 'single' as const,
        hidden: '0' as const,
      })),
      ...fields,
    ]
  },
}
