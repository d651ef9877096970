import { useQuery } from '@tanstack/react-query'
import { Statistic } from 'antd'
import { Suspense } from 'react'
import { lazyPart } from '../../chunk/lazy-part.tsx'
import { Answered } from './Answered.tsx'
import { visitsQuery } from './visits-query.ts'

const VisitChart = lazyPart('VisitChart', () => import('./VisitChart.tsx').then((m) => m.VisitChart))

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
            <Suspense fallback={<div className="chart" />}>
              <VisitChart days={data.days} />
            </Suspense>
          </>
        )}
      </Answered>
    </section>
  )
}
