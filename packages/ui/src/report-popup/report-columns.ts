import type { TableColumnsType } from 'antd'
import { isShown, reportCell, type ReportHead, type ReportRow } from './report.ts'

/** Width of a column before the table is wider than its place, px. */
const COLUMN = 140

/** The columns that a report shows, for the popup and for the page: texts of dictionaries, what is long is cut. */
export function reportColumns(head: ReportHead): TableColumnsType<ReportRow> {
  return head.columns.filter(isShown).map((column) => ({
    key: column.dataIndex,
    title: column.title,
    ellipsis: true,
    sorter: column.sorter === true || column.sorter === 'true',
    render: (_: unknown, row: ReportRow) => reportCell(head, column, row),
  }))
}

/** From which width on a table of so many columns moves sideways, px. */
export const reportWidth = (columns: number): number => Math.max(560, columns * COLUMN)
