import { useQuery } from '@tanstack/react-query'
import { Statistic } from 'antd'
import { Answered } from '@suoan/console-base/states/Answered.tsx'
import { lazyChart } from './lazy-chart.tsx'
import { visitsQuery } from './visits-query.ts'

const VisitChart = lazyChart('VisitChart', () => import('./VisitChart.tsx').then((m) => m.VisitChart))

/** 最近一周访问量统计: sign-ins and addresses (5-screens.md §9.2). */
export function Visits() {
  const info = useQuery(visitsQuery)
  return (
    <section className="card visits-coming">
      <h3>最近一周访问量统计</h3>
      <Answered query={info} rows={9}>
        {(data) => (
          <>
            <div className="board-numbers">
              <Statistic title="今日IP" value={data.totals.todayIp} />
              <Statistic title="今日访问" value={data.totals.todayVisitCount} />
              <Statistic title="总访问量" value={data.totals.totalVisitCount} />
            </div>
            <VisitChart days={data.days} />
          </>
        )}
      </Answered>
    </section>
  )
}
