import { boardEndpoints } from '@suoan/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Progress, Skeleton, Table } from 'antd'
import { useNavigate } from 'react-router'
import { call } from '../../request/call.ts'
import { EmptyState } from '../../shell/states/EmptyState.tsx'
import { ErrorState } from '../../shell/states/ErrorState.tsx'
import { StopOrders } from '../../stop-orders/StopOrders.tsx'
import './board.css'
import { LatestEvents } from './LatestEvents.tsx'
import { sharesOf } from './monitor-shares.ts'

type Point = Readonly<Record<string, unknown>>

const textOf = (value: unknown) => (Array.isArray(value) ? value.join('、') : String(value ?? '')) || '—'

/** 监控: how the locks are, which points are isolated and by whom, and what happens now. */
export function Monitor() {
  const navigate = useNavigate()
  const summary = useQuery({
    queryKey: ['resource', 'board', 'summary'],
    queryFn: ({ signal }) => call(boardEndpoints.summary, {}, { signal, quiet: true }),
    refetchInterval: 30_000,
  })
  const points = useQuery({
    queryKey: ['resource', 'board', 'isolated'],
    queryFn: ({ signal }) => call(boardEndpoints.isolated, {}, { signal, quiet: true }),
    refetchInterval: 30_000,
  })
  return (
    <div className="board">
      <StopOrders />
      <section className="card">
        <h3>锁具状态（离线的锁按最近一次上报）</h3>
        {summary.isPending ? (
          <Skeleton active />
        ) : !summary.data ? (
          <ErrorState error={summary.error} onRetry={() => void summary.refetch()} />
        ) : summary.data.locks.total === 0 ? (
          <EmptyState text="还没有锁具；登记锁具后，这里显示在线与开闭情况">
            <Button type="primary" onClick={() => void navigate('/isps/loLockList')}>
              去登记锁具
            </Button>
          </EmptyState>
        ) : (
          <div className="board-gauges">
            {sharesOf(summary.data).map((share) => (
              <button key={share.label} type="button" onClick={() => void navigate(share.to)}>
                <Progress
                  type="dashboard"
                  percent={share.percent}
                  status="normal"
                  strokeColor={share.isGood ? '#389e0d' : '#d46b08'}
                  format={() => `${share.count}/${share.of}`}
                />
                <span>{share.label}</span>
              </button>
            ))}
          </div>
        )}
      </section>
      <section className="card">
        <h3>当前隔离点{points.data ? `（${points.data.length}）` : ''}</h3>
        {points.isError && !points.data ? (
          <ErrorState error={points.error} onRetry={() => void points.refetch()} />
        ) : (
          <Table<Point>
            size="middle"
            bordered
            rowKey={(row) => String(row['pointId'])}
            loading={points.isPending}
            dataSource={points.data ?? []}
            pagination={{ pageSize: 5, hideOnSinglePage: true }}
            scroll={{ x: 900 }}
            locale={{ emptyText: <EmptyState text="现在没有隔离点；作业票上锁后会列在这里" /> }}
            columns={[
              {
                title: '隔离点',
                key: 'point',
                render: (_, row) => `${textOf(row['pointCode'])} ${textOf(row['pointName'])}`,
              },
              { title: '区域', dataIndex: 'areaName', width: 140, render: textOf },
              { title: '设备', dataIndex: 'equipName', width: 140, render: textOf },
              { title: '锁具', dataIndex: 'lockCodes', width: 140, render: textOf },
              { title: '作业票', dataIndex: 'workNos', width: 170, render: textOf },
              { title: '上锁人', dataIndex: 'holders', width: 140, render: textOf },
              { title: '开始时间', dataIndex: 'since', width: 170, render: textOf },
            ]}
          />
        )}
      </section>
      <LatestEvents />
    </div>
  )
}
