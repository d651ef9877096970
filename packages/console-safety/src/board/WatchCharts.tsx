import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { BoardTraffic } from '@suoan/contract'
import { useNow } from '@suoan/console-base/status/use-now.ts'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { Answered } from '@suoan/console-base/states/Answered.tsx'
import { trafficQuery, volumeQuery } from './board-queries.ts'
import { Chart } from './Chart.tsx'
import { rangeAt, sum } from './day-figures.ts'
import { useAxes } from './use-axes.ts'
import { VolumeChart } from './VolumeChart.tsx'

/** 本年作业量统计: a bar for each month. */
export function YearChart() {
  const [from, to] = rangeAt('year', useNow(60_000))
  const volume = useQuery(volumeQuery('tickets', from, to))
  return (
    <>
      <h4>本年作业量统计</h4>
      <Answered query={volume} rows={8}>
        {(data) =>
          sum(data.buckets.map(({ count }) => count)) === 0 ? (
            <div className="chart-empty">
              <EmptyState text="今年还没有计划的工作票；在“我的工作票”中新建后会出现在这里" />
            </div>
          ) : (
            <VolumeChart volume={data} name="本年作业量" />
          )
        }
      </Answered>
    </>
  )
}

/** 各区域开关锁统计: opened, closed and over the limit, side by side. */
export function TrafficChart() {
  const traffic = useQuery(trafficQuery)
  return (
    <>
      <h4>各区域开关锁统计（近 30 天，开锁最多的区域在前）</h4>
      <Answered query={traffic} rows={8}>
        {(rows) =>
          rows.length === 0 ? (
            <div className="chart-empty">
              <EmptyState text="近 30 天没有开锁记录；锁开启后会自动出现" />
            </div>
          ) : (
            <Grouped rows={rows} />
          )
        }
      </Answered>
    </>
  )
}

function Grouped({ rows }: { rows: readonly BoardTraffic[] }) {
  const { grid, text, axis } = useAxes()
  const option = useMemo(() => {
    const bar = (name: string, of: 'opened' | 'closed' | 'over', color: string) => ({
      name,
      type: 'bar',
      barMaxWidth: 28,
      data: rows.map((row) => row[of]),
      itemStyle: { color },
    })
    return {
      grid,
      legend: { top: 0, textStyle: text },
      tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' } },
      xAxis: {
        type: 'category',
        data: rows.map(({ areaName }) => areaName),
        ...axis,
        axisLabel: { ...axis.axisLabel, width: 96, overflow: 'truncate' },
        splitLine: { show: false },
      },
      yAxis: { type: 'value', minInterval: 1, ...axis },
      series: [
        bar('开锁', 'opened', 'var(--series-2)'),
        bar('已关锁', 'closed', 'var(--series-1)'),
        bar('超时', 'over', 'var(--danger)'),
      ],
    }
  }, [rows, grid, text, axis])
  return <Chart option={option} label="各区域开锁、已关锁与超时次数柱状图" />
}
