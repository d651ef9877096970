import { boardEndpoints } from '@suoan/contract'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { call } from '@suoan/console-base/request/call.ts'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import './board.css'
import { Figures } from './Figures.tsx'
import { lazyChart } from './lazy-chart.tsx'
import { LatestEvents } from './LatestEvents.tsx'
import { TodoList } from './TodoList.tsx'
import { WatchLists } from './WatchLists.tsx'

const BoardCharts = lazyChart(
  'BoardCharts',
  () => import('./BoardCharts.tsx').then((m) => m.default),
  'card board-charts-coming',
)

const PlanCard = lazyChart(
  'PlanCard',
  () => import('./plan/PlanCard.tsx').then((m) => m.PlanCard),
  'card board-plan-coming',
)

/** Figures that lead to their lists, the plan of an area, two charts, what needs somebody, what waits for me and the latest events; says how old it all is. */
export function Board() {
  const trend = useQuery({
    queryKey: ['resource', 'board', 'trend'],
    queryFn: ({ signal }) => call(boardEndpoints.trend, {}, { signal, quiet: true }),
    refetchInterval: 30_000,
  })
  return (
    <div className="board">
      <Figures onRefresh={() => void trend.refetch()} />
      <PlanCard />
      {trend.data ? (
        <BoardCharts trend={trend.data} />
      ) : trend.isError ? (
        <div className="card">
          <ErrorState error={trend.error} onRetry={() => void trend.refetch()} />
        </div>
      ) : (
        <div className="card board-charts-coming">
          <Skeleton active paragraph={{ rows: 8 }} />
        </div>
      )}
      <WatchLists />
      <div className="board-charts">
        <TodoList />
        <LatestEvents />
      </div>
    </div>
  )
}
