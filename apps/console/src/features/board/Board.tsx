import { ReloadOutlined, WarningFilled } from '@ant-design/icons'
import { boardEndpoints } from '@suoan/contract'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Skeleton } from 'antd'
import { Suspense } from 'react'
import { useNavigate } from 'react-router'
import { lazyPart } from '../../chunk/lazy-part.tsx'
import { useNow } from '../../marks/use-now.ts'
import { ageText } from '../../marks/wire-time.ts'
import { call } from '../../request/call.ts'
import { ErrorState } from '../../shell/states/ErrorState.tsx'
import { StopOrders } from '../../stop-orders/StopOrders.tsx'
import './board.css'
import { kpisOf, staleAfterMs } from './kpis.ts'
import { LatestEvents } from './LatestEvents.tsx'
import { TodoList } from './TodoList.tsx'

const BoardCharts = lazyPart('BoardCharts', () => import('./BoardCharts.tsx').then((m) => m.default))

const refreshMs = 30_000
const key = ['resource', 'board'] as const

/** Figures that lead to their lists, two charts, what waits for me and the latest events; says how old it all is. */
export function Board() {
  const navigate = useNavigate()
  const now = useNow(5_000)
  const summary = useQuery({
    queryKey: [...key, 'summary'],
    queryFn: ({ signal }) => call(boardEndpoints.summary, {}, { signal, quiet: true }),
    refetchInterval: refreshMs,
  })
  const trend = useQuery({
    queryKey: [...key, 'trend'],
    queryFn: ({ signal }) => call(boardEndpoints.trend, {}, { signal, quiet: true }),
    refetchInterval: refreshMs,
  })
  if (summary.isError && !summary.data)
    return (
      <div className="card">
        <ErrorState error={summary.error} onRetry={() => void summary.refetch()} />
      </div>
    )
  const age = summary.dataUpdatedAt ? Math.max(0, now - summary.dataUpdatedAt) : 0
  const isOld = summary.dataUpdatedAt > 0 && age > staleAfterMs
  return (
    <div className="board">
      {isOld && (
        <Alert
          type="error"
          banner
          title={`数据已 ${Math.floor(age / 1000)} 秒没有更新，可能不是最新的`}
          action={
            <Button size="small" onClick={() => void summary.refetch()}>
              立即刷新
            </Button>
          }
        />
      )}
      <StopOrders />
      <div className="board-age">
        {summary.dataUpdatedAt > 0 && (
          <>
            {isOld && <WarningFilled />} 数据更新于{' '}
            {ageText(summary.dataUpdatedAt, Math.max(now, summary.dataUpdatedAt))}
          </>
        )}
        <Button
          type="text"
          size="small"
          icon={<ReloadOutlined />}
          aria-label="刷新"
          loading={summary.isFetching}
          onClick={() => {
            void summary.refetch()
            void trend.refetch()
          }}
        />
      </div>
      {summary.data ? (
        <div className="kpis">
          {kpisOf(summary.data).map((kpi) => (
            <button
              key={kpi.key}
              type="button"
              className={`kpi ${kpi.isAlarm && kpi.value > 0 ? 'kpi-alarm' : ''}`}
              onClick={() => void navigate(kpi.to)}
            >
              <span>
                {kpi.isAlarm && kpi.value > 0 && <WarningFilled />} {kpi.label}
              </span>
              <b>
                {kpi.value}
                {kpi.unit && <small> {kpi.unit}</small>}
              </b>
            </button>
          ))}
        </div>
      ) : (
        <div className="card">
          <Skeleton active paragraph={{ rows: 3 }} />
        </div>
      )}
      {trend.data ? (
        <Suspense fallback={<div className="card chart" />}>
          <BoardCharts trend={trend.data} />
        </Suspense>
      ) : trend.isError ? (
        <div className="card">
          <ErrorState error={trend.error} onRetry={() => void trend.refetch()} />
        </div>
      ) : (
        <div className="card">
          <Skeleton active paragraph={{ rows: 6 }} />
        </div>
      )}
      <div className="board-charts">
        <TodoList />
        <LatestEvents />
      </div>
    </div>
  )
}
