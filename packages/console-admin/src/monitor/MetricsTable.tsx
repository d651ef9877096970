import { useQuery } from '@tanstack/react-query'
import { Table, Tag } from 'antd'
import { wireTimeOf } from '@suoan/console-base/status/wire-time.ts'
import { useIsNarrow } from '@suoan/console-base/use-width.ts'
import { fetchBare } from './fetch-bare.ts'
import { MonitorPage, updated } from './MonitorPage.tsx'

export interface MetricRow {
  /** Shown as the tag; the metric it is read from where that is another name. */
  readonly name: string
  readonly metric?: string
  readonly statistic?: 'COUNT' | 'TOTAL_TIME'
  readonly color: string
  readonly text: string
  readonly unit: string
  readonly show?: (value: number) => string
}

export const megabytes = (value: number): string => (value / 1024 / 1024).toFixed(1)
export const percent = (value: number): string => (value * 100).toFixed(1)
export const dateText = (value: number): string => wireTimeOf(value * 1000)
const plain = (value: number): string =>
  Number.isInteger(value) ? value.toLocaleString('en') : value.toFixed(3)

/** The table that the pages 服务器信息, JVM信息 and Tomcat信息 share (5-screens.md §8): every row is one metric. */
export function MetricsTable({ page, rows }: { readonly page: string; readonly rows: readonly MetricRow[] }) {
  const isNarrow = useIsNarrow()
  const names = [...new Set(rows.map(({ name, metric }) => metric ?? name))]
  const metrics = useQuery({
    queryKey: ['monitor-metrics', page],
    queryFn: async ({ signal }) =>
      new Map(
        await Promise.all(
          names.map(async (name) => [name, await fetchBare('metric', { name }, signal)] as const),
        ),
      ),
    staleTime: 0,
  })
  return (
    <MonitorPage query={metrics} bar={updated}>
      {(measured) => (
        <Table<MetricRow>
          rowKey="name"
          size="middle"
          pagination={false}
          dataSource={rows}
          columns={[
            ...(isNarrow
              ? [
                  {
                    title: '参数',
                    key: 'name',
                    render: (_: unknown, row: MetricRow) => (
                      <>
                        <div>{row.text}</div>
                        <NameTag {...row} />
                      </>
                    ),
                  },
                ]
              : [
                  {
                    title: '参数',
                    key: 'name',
                    width: '30%',
                    render: (_: unknown, row: MetricRow) => <NameTag {...row} />,
                  },
                  { title: '描述', dataIndex: 'text', width: '40%' },
                ]),
            {
              title: '当前值',
              key: 'value',
              width: '30%',
              render: (_, row) => `${(row.show ?? plain)(valueOf(measured, row))} ${row.unit}`.trim(),
            },
          ]}
        />
      )}
    </MonitorPage>
  )
}

const NameTag = ({ color, name }: MetricRow) => (
  <Tag color={color} style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
    {name}
  </Tag>
)

function valueOf(
  measured: ReadonlyMap<string, { readonly measurements: readonly Measurement[] }>,
  { name, metric, statistic }: MetricRow,
): number {
  const values = measured.get(metric ?? name)?.measurements ?? []
  return (values.find((each) => each.statistic === statistic) ?? values[0])?.value ?? 0
}

interface Measurement {
  readonly statistic: string
  readonly value: number
}
