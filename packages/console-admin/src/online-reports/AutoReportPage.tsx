import { reportCell, ReportFilterForm, reportRowKey, useReport, type ReportRow } from '@suoan/ui/report-popup'
import { Alert, Button, Table, Typography } from 'antd'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { feedback } from '@suoan/console-base/feedback.ts'
import '@suoan/console-base/resource/resource.css'
import { reportPageSource } from './report-source.ts'

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
  const report = useReport(reportPageSource, id, param, {
    onInitFailed: setBroken,
    onQueryInfoFailed: (text) => void feedback().message.warning(text),
  })
  const { head, fields, page } = report
  if (broken !== null)
    return (
      <div className="card">
        <Alert type="error" showIcon title={`报表没有打开：${broken}`} />
      </div>
    )
  return (
    <div className="card">
      <Typography.Title level={5} style={{ marginTop: 0 }}>
        {head?.cgRpConfigName ?? '报表加载中…'}
      </Typography.Title>
      {fields.length > 0 && <ReportFilterForm fields={fields} onSearch={report.search} />}
      {report.failure !== null && (
        <Alert
          className="selection"
          type="error"
          showIcon
          title={report.failure}
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
        loading={report.isLoading}
        rowKey={(row) => reportRowKey(head?.columns ?? [], row)}
        dataSource={[...report.rows]}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: '没有符合条件的数据，请换个条件再查' }}
        columns={(head?.columns ?? []).map((column) => ({
          key: column.dataIndex,
          dataIndex: column.dataIndex,
          title: column.title,
          align: 'center' as const,
          sorter: true,
          render: (_: unknown, row: ReportRow) => head && reportCell(head, column, row),
        }))}
        pagination={{
          current: page.pageNo,
          pageSize: page.pageSize,
          total: report.total,
          showSizeChanger: true,
          showTotal: (all, [from, to]) => `${from}-${to} 共 ${all} 条`,
        }}
        onChange={({ current = 1, pageSize = 10 }, _filters, sorter) => {
          const [by] = Array.isArray(sorter) ? sorter : [sorter]
          const sort =
            by?.order && by.columnKey
              ? {
                  column: String(by.columnKey),
                  order: by.order === 'ascend' ? ('asc' as const) : ('desc' as const),
                }
              : null
          report.setPage({ pageNo: pageSize === page.pageSize ? current : 1, pageSize, sort })
        }}
      />
    </div>
  )
}
