import { Alert, App, Button } from 'antd'
import { pickerWidths, RecordPicker, type Chosen } from '../pickers/index.ts'
import { isShown, reportCell, reportRowKey } from './report.ts'
import type { ReportRow, ReportSource } from './report.ts'
import { reportColumns } from './report-columns.ts'
import { ReportFilterForm } from './ReportFilterForm.tsx'
import { useReport } from './use-report.ts'
import './report-popup.css'

interface Props {
  readonly source: ReportSource
  readonly code: string
  readonly param: Readonly<Record<string, string>>
  readonly multiple: boolean
  onConfirm(rows: readonly ReportRow[]): void
  onCancel(): void
}

/** The popup of a report, 1200 wide and titled with its name: a query, a bar of what is chosen, a table (5-screens.md §13.10). */
export function ReportDialog({ source, code, param, multiple, onConfirm, onCancel }: Props) {
  const { message, modal } = App.useApp()
  const report = useReport(source, code, param, {
    onInitFailed: (text) => {
      // 2-data-entry.md §8.
      modal.error({
        title: '出错了',
        content: `Popup初始化失败，请检查你的配置或稍后重试！${text}`,
        okText: '确定',
        onOk: onCancel,
      })
    },
    onQueryInfoFailed: (text) => void message.warning(text),
  })
  const { head, fields, page } = report
  if (head === null) return null
  const choiceOf = (row: ReportRow): Chosen => {
    const key = reportRowKey(head.columns, row)
    const [first] = head.columns.filter(isShown)
    return { key, label: first ? reportCell(head, first, row) : key }
  }
  const hasQuery = fields.length > 0
  return (
    <RecordPicker<ReportRow>
      title={head.cgRpConfigName}
      width={pickerWidths.popup}
      multiple={multiple}
      initial={[]}
      choiceOf={choiceOf}
      rows={report.rows}
      total={report.total}
      loading={report.isLoading}
      empty={hasQuery ? '没有符合条件的数据，请换个条件再查' : '报表中没有数据'}
      instead={
        report.failure === null ? null : (
          <Alert
            type="error"
            showIcon
            title={report.failure}
            action={
              <Button size="small" onClick={report.reload}>
                重试
              </Button>
            }
          />
        )
      }
      search={hasQuery ? <ReportFilterForm fields={fields} onSearch={report.search} /> : null}
      {...(hasQuery ? {} : { onRefresh: report.reload })}
      pageNo={page.pageNo}
      pageSize={page.pageSize}
      onPage={(no, size) =>
        report.setPage({ ...page, pageNo: size === page.pageSize ? no : 1, pageSize: size })
      }
      onSort={(sort) => report.setPage({ ...page, pageNo: 1, sort })}
      columns={reportColumns(head)}
      onConfirm={(chosen) => {
        if (chosen.length === 0 || (!multiple && chosen.length > 1)) {
          void message.warning('请选择一条记录')
          return
        }
        onConfirm(report.rowsOf(chosen.map(({ key }) => key)))
      }}
      onCancel={onCancel}
    />
  )
}
