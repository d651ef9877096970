import { sessionEndpoints } from '@suoan/contract'
import { useQuery } from '@tanstack/react-query'
import { Skeleton, Statistic } from 'antd'
import { Suspense } from 'react'
import { lazyPart } from '../../chunk/lazy-part.tsx'
import { call } from '../../request/call.ts'
import { ErrorState } from '../../shell/states/ErrorState.tsx'

const VisitChart = lazyPart('VisitChart', () => import('./VisitChart.tsx').then((m) => m.VisitChart))

/** 最近一周访问量统计: sign-ins and addresses (5-screens.md §9.2). */
export function Visits() {
  const info = useQuery({
    queryKey: ['board', 'visits'],
    queryFn: async ({ signal }) => {
      const options = { signal, quiet: true }
      const [totals, days] = await Promise.all([
        call(sessionEndpoints.loginInfo, {}, options),
        call(sessionEndpoints.visitInfo, {}, options),
      ])
      return { totals, days }
    },
    staleTime: 60_000,
  })
  return (
    <section className="card">
      <h3>最近一周访问量统计</h3>
      {info.isPending ? (
        <Skeleton active />
      ) : !info.data ? (
        <ErrorState error={info.error} onRetry={() => void info.refetch()} />
      ) : (
        <>
          <div className="board-numbers">
            <Statistic title="今日IP" value={info.data.totals.todayIp} />
            <Statistic title="今日访问" value={info.data.totals.todayVisitCount} />
            <Statistic title="总访问量" value={info.data.totals.totalVisitCount} />
          </div>
          <Suspense fallback={<div className="chart" />}>
            <VisitChart days={info.data.days} />
          </Suspense>
        </>
      )}
    </section>
  )
}
