import type { BoardVolume } from '@suoan/contract'
import { useMemo } from 'react'
import { Chart } from './Chart.tsx'
import { useAxes } from './use-axes.ts'

/** One bar for each hour, day or month. */
export function VolumeChart({ volume, name }: { volume: BoardVolume; name: string }) {
  const { grid, axis, primary } = useAxes()
  const option = useMemo(
    () => ({
      grid: { ...grid, top: 16 },
      tooltip: { trigger: 'axis' },
      xAxis: {
        type: 'category',
        data: volume.buckets.map(({ label }) => labelText(volume.unit, label)),
        ...axis,
        splitLine: { show: false },
      },
      yAxis: { type: 'value', minInterval: 1, ...axis },
      series: [
        {
          name,
          type: 'bar',
          barMaxWidth: 40,
          data: volume.buckets.map(({ count }) => count),
          itemStyle: { color: primary },
        },
      ],
    }),
    [volume, name, grid, axis, primary],
  )
  return <Chart option={option} label={`${name}柱状图`} />
}

function labelText(unit: BoardVolume['unit'], label: string): string {
  switch (unit) {
    case 'hour':
      return `${label.slice(11)}时`
    case 'day':
      return label.slice(5)
    case 'month':
      return `${Number(label.slice(5))}月`
  }
}
