import type { BoardTrend } from '@suoan/contract'
import { Empty, theme } from 'antd'
import { useMemo } from 'react'
import { hourSeries, statusStacks } from './chart-data.ts'
import { Chart } from './Chart.tsx'

const grid = { left: 8, right: 16, top: 40, bottom: 8, containLabel: true }
const colours: Readonly<Record<number, string>> = {
  0: 'var(--series-none)',
  1: 'var(--series-1)',
  2: 'var(--primary-strong)',
  3: 'var(--danger)',
  4: 'var(--series-3)',
  5: 'var(--warn)',
  20: 'var(--series-2)',
  30: 'var(--ok)',
  40: 'var(--series-4)',
}

/** Openings and closings per hour; tickets by type and status. */
export default function BoardCharts({ trend }: { trend: BoardTrend }) {
  const { token } = theme.useToken()
  const { text, axis } = useMemo(
    () => ({
      text: { color: token.colorText },
      axis: {
        axisLabel: { color: token.colorTextSecondary },
        axisLine: { lineStyle: { color: token.colorBorder } },
        splitLine: { lineStyle: { color: token.colorSplit } },
      },
    }),
    [token],
  )
  const hours = useMemo(() => hourSeries(trend.byHour), [trend])
  const stacks = useMemo(() => statusStacks(trend.tickets), [trend])
  const hourOption = useMemo(
    () => ({
      grid,
      legend: { top: 0, textStyle: text },
      tooltip: { trigger: 'axis' },
      xAxis: { type: 'category', data: hours.labels, ...axis, splitLine: { show: false } },
      yAxis: { type: 'value', minInterval: 1, ...axis },
      series: [
        { name: '开锁', type: 'bar', data: hours.opened, itemStyle: { color: 'var(--series-2)' } },
        { name: '关锁', type: 'bar', data: hours.closed, itemStyle: { color: 'var(--series-1)' } },
      ],
    }),
    [hours, text, axis],
  )
  const stackOption = useMemo(
    () => ({
      grid,
      legend: { top: 0, type: 'plain', textStyle: text },
      tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' } },
      xAxis: { type: 'category', data: stacks.types, ...axis, splitLine: { show: false } },
      yAxis: { type: 'value', minInterval: 1, ...axis },
      series: stacks.series.map((series) => ({
        name: series.name,
        type: 'bar',
        stack: 'tickets',
        barMaxWidth: 48,
        data: series.data,
        itemStyle: { color: colours[series.status] ?? 'var(--series-none)' },
      })),
    }),
    [stacks, text, axis],
  )
  return (
    <div className="board-charts">
      <section className="card">
        <h3>每小时开锁与关锁</h3>
        {hours.isEmpty ? (
          <Nothing text="今天还没有开关锁记录" />
        ) : (
          <Chart option={hourOption} label="每小时开锁与关锁次数柱状图" />
        )}
      </section>
      <section className="card">
        <h3>工作票：类型与状态</h3>
        {stacks.isEmpty ? (
          <Nothing text="还没有工作票" />
        ) : (
          <Chart option={stackOption} label="各类型工作票按状态的堆叠柱状图" />
        )}
      </section>
    </div>
  )
}

function Nothing({ text }: { text: string }) {
  return <Empty className="chart-empty" image={Empty.PRESENTED_IMAGE_SIMPLE} description={text} />
}
