import { Table } from 'antd'

interface Props {
  readonly columns: readonly { readonly dataIndex: string; readonly isTotal?: string }[]
  /** Sums by column; null where the source could not add them up. */
  readonly totals: Readonly<Record<string, string>> | null | undefined
  /** How many rows the query has found. */
  readonly rows: number
}

/** 合计 below a report: of all rows that the query finds, as its first words say, not of the page (decision 1020). */
export function TotalsRow({ columns, totals, rows }: Props) {
  if (!columns.some(({ isTotal }) => isTotal === '1')) return null
  const said = `合计（全部 ${rows.toLocaleString('en')} 条）`
  if (!totals)
    return (
      <Table.Summary.Row>
        <Table.Summary.Cell index={0} colSpan={columns.length}>
          {`${said}没有算出：合计字段中有不是数字的内容，请联系管理员检查字段类型`}
        </Table.Summary.Cell>
      </Table.Summary.Row>
    )
  return (
    <Table.Summary.Row className="report-totals">
      {columns.map(({ dataIndex, isTotal }, at) => {
        const sum = isTotal === '1' ? grouped(totals[dataIndex] ?? '') : ''
        return (
          <Table.Summary.Cell key={dataIndex} index={at} align="center">
            <strong>{[at === 0 ? said : '', sum].filter(Boolean).join(' ')}</strong>
          </Table.Summary.Cell>
        )
      })}
    </Table.Summary.Row>
  )
}

/** Digits in groups of three; a text, as a sum may have more digits than a number keeps. */
const grouped = (figures: string): string =>
  figures.replace(/^-?\d+/, (whole) => whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ','))
