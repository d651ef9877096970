import { DownloadOutlined } from '@ant-design/icons'
import {
  isShown,
  reportColumns,
  ReportFilterForm,
  reportRowKey,
  reportWidth,
  useReport,
  type ReportRow,
} from '@suoan/ui/report-popup'
import { Alert, Button, Space, Table, Typography } from 'antd'
import { useMemo, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { feedback } from '@suoan/console-base/feedback.ts'
import { runAction } from '@suoan/console-base/resource/run-action.ts'
import { useCan } from '@suoan/console-base/session/Can.tsx'
import '@suoan/console-base/resource/resource.css'
import { exportReport, reportPageSource } from './report-source.ts'
import { TotalsRow } from './TotalsRow.tsx'

/** A report as a page, `/online/cgreport/:code`; the last part is its id (5-screens.md §12.7, 4-api.md §9.1). */
export default function AutoReportPage() {
  const { code: id = '' } = useParams()
  const [asked] = useSearchParams()
  // Parameters of the statement may stand in the address: a menu entry leads to one view of a report.
  const param = Object.fromEntries([...asked].filter(([, value]) => value !== ''))
  return <Report key={`${id}?${asked.toString()}`} id={id} param={param} />
}

function Report({ id, param }: { readonly id: string; readonly param: Readonly<Record<string, string>> }) {
  const [broken, setBroken] = useState<string | null>(null)
  const [source] = useState(() => reportPageSource(param))
  const report = useReport(source, id, param, {
    onInitFailed: setBroken,
    onQueryInfoFailed: (text) => void feedback().message.warning(text),
  })
  const mayExport = useCan('system:report:export')
  const { head, fields, page, rows } = report
  const keys = useMemo(() => keysOf(rows, (row) => reportRowKey(head?.columns ?? [], row)), [rows, head])
  if (broken !== null)
    return (
      <div className="card">
        <Alert type="error" showIcon title={`报表没有打开：${broken}`} />
      </div>
    )
  const shown = (head?.columns ?? []).filter(isShown)
  return (
    <div className="card">
      <Typography.Title level={5} style={{ marginTop: 0 }}>
        {head?.cgRpConfigName ?? '报表加载中…'}
      </Typography.Title>
      {fields.length > 0 && <ReportFilterForm fields={fields} onSearch={report.search} />}
      {mayExport && head !== null && (
        <Space className="toolbar" wrap>
          <Button
            icon={<DownloadOutlined />}
            onClick={() => void runAction(() => exportReport(id, head.cgRpConfigName, report.query))}
          >
            导出
          </Button>
        </Space>
      )}
      {report.failure !== null && (
        <Alert
          className="selection"
          type="error"
          showIcon
          title={rows.length === 0 ? report.failure : `${report.failure}。下面仍是上次查到的数据`}
          action={
            <Button size="small" onClick={report.reload}>
              重试
            </Button>
          }
        />
      )}
      <Table<ReportRow>
        size="middle"
        bordered
        loading={report.isLoading && report.failure === null && broken === null}
        rowKey={(row) => keys.get(row) ?? ''}
        dataSource={[...rows]}
        scroll={{ x: reportWidth(shown.length) }}
        locale={{
          emptyText: report.failure === null ? '没有符合条件的数据，请换个条件再查' : '数据没有取到',
        }}
        columns={head === null ? [] : reportColumns(head)}
        summary={() =>
          rows.length > 0 && <TotalsRow columns={shown} totals={report.totals} rows={report.total} />
        }
        pagination={{
          current: page.pageNo,
          pageSize: page.pageSize,
          total: report.total,
          showSizeChanger: true,
          showTotal: (all, [from, to]) => `${from}-${to} 共 ${all} 条`,
        }}
        onChange={({ current = 1, pageSize = 10 }, _filters, sorter, { action }) => {
          const [by] = Array.isArray(sorter) ? sorter : [sorter]
          const sort =
            by?.order && by.columnKey
              ? {
                  column: String(by.columnKey),
                  order: by.order === 'ascend' ? ('asc' as const) : ('desc' as const),
                }
              : null
          const isTurned = action === 'paginate' && pageSize === page.pageSize
          report.setPage({ pageNo: isTurned ? current : 1, pageSize, sort })
        }}
      />
    </div>
  )
}

/** A key for every row: rows that are alike in every column are several all the same. */
function keysOf(
  rows: readonly ReportRow[],
  keyOf: (row: ReportRow) => string,
): ReadonlyMap<ReportRow, string> {
  const met = new Map<string, number>()
  return new Map(
    rows.map((row) => {
      const key = keyOf(row)
      const before = met.get(key) ?? 0
      met.set(key, before + 1)
      return [row, before === 0 ? key : `${key} ${before}`]
    }),
  )
}
