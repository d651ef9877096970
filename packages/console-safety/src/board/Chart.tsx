import { BarChart, LineChart } from 'echarts/charts'
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { init, use as install } from 'echarts/core'
import type { EChartsCoreOption } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import { useIsDark } from '@suoan/console-base/settings/use-is-dark.ts'
import { withColours } from './with-colours.ts'

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
  const isDark = useIsDark()
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
    // The variables of the page follow the theme after the effects of what stands in it.
    queueMicrotask(() => {
      const look = getComputedStyle(document.documentElement)
      shown.current?.setOption(
        {
          // Our own words for the picture; the library would put its figures in their place.
          aria: { enabled: true, label: { description: label }, decal: { show: true } },
          ...withColours(option, (name) => look.getPropertyValue(name).trim()),
        },
        true,
      )
    })
  }, [option, label, isDark])
  return <div ref={box} className={className} role="img" aria-label={label} />
}
