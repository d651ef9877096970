import { FullscreenOutlined } from '@ant-design/icons'
import { boardEndpoints } from '@suoan/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { Suspense, useState } from 'react'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { call } from '@suoan/console-base/request/call.ts'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { KeptNote } from '@suoan/console-base/states/KeptNote.tsx'
import { usePageParams } from '@suoan/console-base/tabs/dialog-page.ts'
import { PrintBoard } from '../papers/PrintBoard.tsx'
import './board.css'
import { planQuery } from './board-queries.ts'
import { Figures } from './Figures.tsx'
import { lazyChart } from './lazy-chart.tsx'
import { LatestEvents } from './LatestEvents.tsx'
import { TodoList } from './TodoList.tsx'
import { WatchLists } from './WatchLists.tsx'

const loadCharts = () => import('./BoardCharts.tsx').then((m) => m.default)
const BoardCharts = lazyChart('BoardCharts', loadCharts, 'card board-charts-coming')
export const ahead = [loadCharts]

const loadPlan = () => import('./plan/PlanCard.tsx').then((m) => m.PlanCard)
const PlanCard = lazyPart('PlanCard', loadPlan)
const planComing = <div className="card board-plan-coming" />
// The plan stands in the first window of the board: its code comes with the board's. What cannot be had is told in its place.
loadPlan().catch(() => {})

interface Props {
  /** Shows it as it hangs on a wall; not on a phone. */
  readonly onBigScreen?: (() => void) | undefined
}

/** Figures that lead to their lists, the plan of an area, two charts, what needs somebody, what waits for me and the latest events; says how old it all is. */
export function Board({ onBigScreen }: Props) {
  const [params] = usePageParams()
  // On its way while the code of the plan is. Its answer says how high the plan stands: what is below comes with it, and stays where it is.
  const plan = useQuery(planQuery(params.get('area')))
  // Once: while the plan of another area is awaited, everything stays and the plan alone says that it comes.
  const [isAnswered, setAnswered] = useState(false)
  if (!plan.isPending && !isAnswered) setAnswered(true)
  const trend = useQuery({
    queryKey: ['resource', 'board', 'trend'],
    queryFn: ({ signal }) => call(boardEndpoints.trend, {}, { signal, quiet: true }),
    refetchInterval: 30_000,
  })
  return (
    <div className="board">
      <Figures
        onRefresh={() => void trend.refetch()}
        actions={
          <>
            <PrintBoard />
            {onBigScreen && (
              <Button icon={<FullscreenOutlined />} onClick={onBigScreen}>
                大屏
              </Button>
            )}
          </>
        }
      />
      {!isAnswered ? (
        planComing
      ) : (
        <Suspense fallback={planComing}>
          <PlanCard />
          {trend.data ? (
            <>
              <KeptNote query={trend} />
              <BoardCharts trend={trend.data} />
            </>
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
        </Suspense>
      )}
    </div>
  )
}
