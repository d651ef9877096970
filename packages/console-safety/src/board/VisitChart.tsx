import type { VisitDay } from '@suoan/contract'
import { theme } from 'antd'
import { useMemo } from 'react'
import { Chart } from './Chart.tsx'

/** Two lines over the last seven days. */
export function VisitChart({ days }: { days: readonly VisitDay[] }) {
  const { token } = theme.useToken()
  const option = useMemo(() => {
    const axis = {
      axisLabel: { color: token.colorTextSecondary },
      axisLine: { lineStyle: { color: token.colorBorder } },
    }
    return {
      grid: { left: 8, right: 16, top: 40, bottom: 8, containLabel: true },
      legend: { top: 0, textStyle: { color: token.colorText } },
      tooltip: { trigger: 'axis' },
      xAxis: { type: 'category', data: days.map(({ type }) => type), ...axis },
      yAxis: {
        type: 'value',
        minInterval: 1,
        ...axis,
        splitLine: { lineStyle: { color: token.colorSplit } },
      },
      series: [
        { name: 'IP', type: 'line', data: days.map(({ ip }) => ip), itemStyle: { color: 'var(--series-2)' } },
        {
          name: '访问',
          type: 'line',
          data: days.map(({ visit }) => visit),
          itemStyle: { color: 'var(--series-1)' },
        },
      ],
    }
  }, [days, token])
  return <Chart option={option} label="最近七天的访问次数与 IP 数折线图" />
}
