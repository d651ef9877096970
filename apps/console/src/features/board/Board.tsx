import { boardEndpoints } from '@suoan/contract'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { Suspense } from 'react'
import { lazyPart } from '../../chunk/lazy-part.tsx'
import { call } from '../../request/call.ts'
import { ErrorState } from '../../shell/states/ErrorState.tsx'
import './board.css'
import { Figures } from './Figures.tsx'
import { LatestEvents } from './LatestEvents.tsx'
import { TodoList } from './TodoList.tsx'

const BoardCharts = lazyPart('BoardCharts', () => import('./BoardCharts.tsx').then((m) => m.default))

/** Figures that lead to their lists, two charts, what waits for me and the latest events; says how old it all is. */
export function Board() {
  const trend = useQuery({
    queryKey: ['resource', 'board', 'trend'],
    queryFn: ({ signal }) => call(boardEndpoints.trend, {}, { signal, quiet: true }),
    refetchInterval: 30_000,
  })
  return (
    <div className="board">
      <Figures onRefresh={() => void trend.refetch()} />
      {trend.data ? (
        <Suspense fallback={<div className="card board-charts-coming" />}>
          <BoardCharts trend={trend.data} />
        </Suspense>
      ) : trend.isError ? (
        <div className="card">
          <ErrorState error={trend.error} onRetry={() => void trend.refetch()} />
        </div>
      ) : (
        <div className="card board-charts-coming">
          <Skeleton active paragraph={{ rows: 8 }} />
        </div>
      )}
      <div className="board-charts">
        <TodoList />
        <LatestEvents />
      </div>
    </div>
  )
}
