import { Tabs } from 'antd'
import '@suoan/console-safety/board/board.css'
import { lazyChart } from '@suoan/console-safety/board/lazy-chart.tsx'
import { LimitTables } from '@suoan/console-safety/board/LimitTables.tsx'
import { LockGauges } from '@suoan/console-safety/board/LockGauges.tsx'
import { QuickLinks } from './QuickLinks.tsx'
import { StatRow } from '@suoan/console-safety/board/StatRow.tsx'
import { StopOrders } from '@suoan/console-safety/stop-orders/StopOrders.tsx'

const YearChart = lazyChart('YearChart', () =>
  import('@suoan/console-safety/board/WatchCharts.tsx').then((m) => m.YearChart),
)
const TrafficChart = lazyChart('TrafficChart', () =>
  import('@suoan/console-safety/board/WatchCharts.tsx').then((m) => m.TrafficChart),
)

/** 统计图表2: work of the plant and one's own, three things to watch, and what runs out of time (5-screens.md §9.3). */
export function SecondStyle() {
  return (
    <div className="board">
      <StopOrders />
      <StatRow cards="work" />
      <div className="board-watch">
        <section className="card" aria-label="监管">
          <Tabs
            items={[
              {
                key: 'work',
                label: '作业监管',
                children: <YearChart />,
              },
              {
                key: 'traffic',
                label: '开关锁监管',
                children: <TrafficChart />,
              },
              {
                key: 'locks',
                label: '锁具监管',
                children: (
                  <>
                    <h4>锁具状态（离线的锁按最近一次上报）</h4>
                    <LockGauges />
                  </>
                ),
              },
            ]}
          />
        </section>
        <QuickLinks most={8} />
      </div>
      <LimitTables />
    </div>
  )
}
