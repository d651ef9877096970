import { Tabs } from 'antd'
import './board.css'
import { lazyChart } from './lazy-chart.tsx'
import { LimitTables } from './LimitTables.tsx'
import { LockGauges } from './LockGauges.tsx'
import { QuickLinks } from '../home/QuickLinks.tsx'
import { StatRow } from './StatRow.tsx'
import { StopOrders } from '../../stop-orders/StopOrders.tsx'

const YearChart = lazyChart('YearChart', () => import('./WatchCharts.tsx').then((m) => m.YearChart))
const TrafficChart = lazyChart('TrafficChart', () => import('./WatchCharts.tsx').then((m) => m.TrafficChart))

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
