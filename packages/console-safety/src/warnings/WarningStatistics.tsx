import { warningStatisticsEndpoints, type WarningGroup } from '@suoan/contract'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { systemClock } from '@suoan/kit/clock'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Alert, DatePicker, Progress, Table } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { Answered } from '@suoan/console-base/states/Answered.tsx'
import { durationText } from '@suoan/console-base/status/wire-time.ts'

const dayMs = 86_400_000
const wire = 'YYYY-MM-DD'
const parts = [
  { key: 'byArea', title: '按区域', column: '区域' },
  { key: 'byPerson', title: '按人员', column: '开锁人' },
  { key: 'byCause', title: '按原因', column: '原因' },
  { key: 'byType', title: '按类型', column: '类型' },
] as const

/** Where, by whom and why locks are left open: unclosed-lock warnings of a period, the most frequent first. */
export function WarningStatistics() {
  const [range, setRange] = useState(() => {
    const now = systemClock.now()
    return {
      beginDate: shanghaiTime(now - 29 * dayMs).slice(0, 10),
      endDate: shanghaiTime(now).slice(0, 10),
    }
  })
  const statistics = useQuery({
    queryKey: ['resource', 'uncloseLock', 'statistics', range],
    queryFn: ({ signal }) => call(warningStatisticsEndpoints.statistics, range, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <DatePicker.RangePicker
        className="warning-gap warning-period"
        allowClear={false}
        value={[dayjs(range.beginDate, wire), dayjs(range.endDate, wire)]}
        onChange={(days) => {
          const [begin, end] = days ?? []
          if (begin && end) setRange({ beginDate: begin.format(wire), endDate: end.format(wire) })
        }}
      />
      <Answered query={statistics} rows={6}>
        {(data) =>
          data.total === 0 ? (
            <EmptyState text="这段时间没有未关锁警告" />
          ) : (
            <>
              <p className="hint">
                共 {data.total} 条警告，其中 {data.live} 条尚未关闭
              </p>
              {data.isCut && (
                <Alert
                  className="gap-bottom"
                  type="warning"
                  showIcon
                  title="警告超过 5000 条，只统计了最近的 5000 条；请缩短时间范围"
                />
              )}
              <div className="warning-statistics">
                {parts.map(({ key, title, column }) => (
                  <section key={key} aria-label={title}>
                    <h3>{title}</h3>
                    <Groups rows={data[key]} column={column} total={data.total} />
                  </section>
                ))}
              </div>
            </>
          )
        }
      </Answered>
    </>
  )
}

function Groups({ rows, column, total }: { rows: readonly WarningGroup[]; column: string; total: number }) {
  return (
    <Table<WarningGroup>
      size="small"
      rowKey="key"
      dataSource={[...rows]}
      pagination={rows.length > 8 ? { pageSize: 8, simple: true } : false}
      columns={[
        { title: column, key: 'name', render: (_, row) => <span className="cell-whole">{row.name}</span> },
        {
          title: '警告',
          key: 'count',
          width: 120,
          render: (_, row) => (
            <>
              {row.count}
              {row.live > 0 && <small>（未关 {row.live}）</small>}
              <Progress
                percent={Math.round((row.count / total) * 100)}
                size="small"
                showInfo={false}
                strokeColor="var(--primary-strong)"
                aria-label={`${row.name} 占 ${Math.round((row.count / total) * 100)}%`}
              />
            </>
          ),
        },
        { title: '三级', dataIndex: 'urgent', width: 56, align: 'right' },
        {
          title: '最长',
          key: 'longest',
          width: 110,
          align: 'right',
          render: (_, row) => durationText(row.longestSec * 1000),
        },
      ]}
    />
  )
}
