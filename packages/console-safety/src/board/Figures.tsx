import { ReloadOutlined, WarningFilled } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useNow } from '@suoan/console-base/status/use-now.ts'
import { ageText } from '@suoan/console-base/status/wire-time.ts'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { StopOrders } from '../stop-orders/StopOrders.tsx'
import { summaryQuery } from './board-queries.ts'
import './board.css'
import { kpisOf, staleAfterMs } from './kpis.ts'

interface Props {
  onRefresh(): void
  /** What else can be done with the page, beside 区域停工. */
  readonly actions: ReactNode
}

/** Orders to stop, and the figures of this moment that lead to their lists; says how old they are (3-domain.md §6.1). */
export function Figures({ onRefresh, actions }: Props) {
  const navigate = useNavigate()
  const now = useNow(5_000)
  const summary = useQuery(summaryQuery)
  if (summary.isError && !summary.data)
    return (
      <>
        <StopOrders>{actions}</StopOrders>
        <div className="card">
          <ErrorState error={summary.error} onRetry={() => void summary.refetch()} />
        </div>
      </>
    )
  const age = summary.dataUpdatedAt ? Math.max(0, now - summary.dataUpdatedAt) : 0
  const isOld = summary.dataUpdatedAt > 0 && age > staleAfterMs
  return (
    <>
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
      <StopOrders
        beside={
          <div className="board-age">
            {summary.dataUpdatedAt > 0 && (
              <>
                {isOld && <WarningFilled />} 数据更新于{' '}
                {ageText(summary.dataUpdatedAt, Math.max(now, summary.dataUpdatedAt))}
              </>
            )}
            <Button
              type="text"
              icon={<ReloadOutlined />}
              aria-label="刷新"
              loading={summary.isFetching}
              onClick={() => {
                void summary.refetch()
                onRefresh()
              }}
            />
          </div>
        }
      >
        {actions}
      </StopOrders>
      <div className="kpis">
        {summary.data
          ? kpisOf(summary.data).map((kpi) => (
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
            ))
          : // As many and as high as the figures that come.
            Array.from({ length: 14 }, (_, at) => (
              <div key={at} className="kpi kpi-coming">
                <Skeleton active title={false} paragraph={{ rows: 2, width: ['60%', '40%'] }} />
              </div>
            ))}
      </div>
    </>
  )
}
