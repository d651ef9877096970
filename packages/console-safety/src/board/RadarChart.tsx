import type { BoardIndex } from '@suoan/contract'
import { RadarChart as Radar } from 'echarts/charts'
import { RadarComponent } from 'echarts/components'
import { use as install } from 'echarts/core'
import { useMemo } from 'react'
import { Chart } from './Chart.tsx'
import { conductOf } from './conduct-of.ts'
import { percentOf } from './day-figures.ts'
import { useAxes } from './use-axes.ts'

install([Radar, RadarComponent])

const colours = { own: 'var(--series-1)', team: 'var(--series-3)', depart: 'var(--series-2)' } as const

/**
 * A shape for each over the axes with something to judge. The library draws what is unknown as nothing, so whoever has no
 * figure on one of the axes is not drawn; the table below tells what there is.
 */
export function RadarChart({ axes: all }: { axes: BoardIndex['axes'] }) {
  const { text, axis } = useAxes()
  const axes = useMemo(() => all.filter((each) => conductOf.some(({ key }) => each[key].of > 0)), [all])
  const option = useMemo(
    () => ({
      legend: { bottom: 0, textStyle: text },
      tooltip: {},
      radar: {
        radius: '58%',
        center: ['50%', '46%'],
        indicator: axes.map(({ title }) => ({ name: title, max: 100 })),
        // Two and two: four signs in a line are cut off at the side of a narrow card.
        axisName: {
          color: axis.axisLabel.color,
          formatter: (name: string) => `${name.slice(0, 2)}\n${name.slice(2)}`,
        },
        axisLine: axis.axisLine,
        splitLine: axis.splitLine,
        splitArea: { show: false },
      },
      series: [
        {
          type: 'radar',
          data: conductOf
            .filter(({ key }) => axes.every((each) => each[key].of > 0))
            .map(({ key, label }) => ({
              name: label,
              value: axes.map((each) => percentOf(each[key].done, each[key].of)),
              itemStyle: { color: colours[key] },
              areaStyle: { opacity: 0.08 },
            })),
        },
      ],
    }),
    [axes, text, axis],
  )
  return <Chart className="chart radar" option={option} label="规范指数雷达图，数值见下表" />
}
