import { BarChart, LineChart } from 'echarts/charts'
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { init, use as install } from 'echarts/core'
import type { EChartsCoreOption } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'

install([
  BarChart,
  LineChart,
  GridComponent,
  TooltipComponent,
  LegendComponent,
  AriaComponent,
  CanvasRenderer,
])

/** A chart that fits its box; made and given up with the visibility of its tab. */
export function Chart({
  option,
  label,
  className = 'chart',
}: {
  option: EChartsCoreOption
  label: string
  className?: string
}) {
  const box = useRef<HTMLDivElement>(null)
  const shown = useRef<ReturnType<typeof init>>(undefined)
  useEffect(() => {
    if (!box.current) return
    const chart = init(box.current, null, { renderer: 'canvas' })
    shown.current = chart
    const watch = new ResizeObserver(() => chart.resize())
    watch.observe(box.current)
    return () => {
      watch.disconnect()
      chart.dispose()
      shown.current = undefined
    }
  }, [])
  useEffect(() => {
    shown.current?.setOption(
      {
        // Our own words for the picture; the library would put its figures in their place.
        aria: { enabled: true, label: { description: label }, decal: { show: true } },
        ...option,
      },
      true,
    )
  }, [option, label])
  return <div ref={box} className={className} role="img" aria-label={label} />
}
