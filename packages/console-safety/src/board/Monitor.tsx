import type { IsolatedPoint } from '@suoan/contract'
import { useQuery } from '@tanstack/react-query'
import { Table } from 'antd'
import { useIsNarrow } from '@suoan/console-base/use-width.ts'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { StopOrders } from '../stop-orders/StopOrders.tsx'
import { Answered } from '@suoan/console-base/states/Answered.tsx'
import { isolatedQuery } from './board-queries.ts'
import './board.css'
import { LatestEvents } from './LatestEvents.tsx'
import { LockGauges } from './LockGauges.tsx'

const listOf = (names: readonly string[]) => names.join('、') || '—'
const nameOf = (name: string | null) => name ?? '—'

/** 监控: how the locks are, which points are isolated and by whom, and what happens now. */
export function Monitor() {
  const isNarrow = useIsNarrow()
  const points = useQuery(isolatedQuery)
  return (
    <div className="board">
      <StopOrders />
      <section className="card">
        <h3>锁具状态（离线的锁按最近一次上报）</h3>
        <LockGauges />
      </section>
      <section className="card">
        <h3>当前隔离点{points.data ? `（${points.data.length}）` : ''}</h3>
        <Answered query={points} rows={6}>
          {(rows) => (
            <Table<IsolatedPoint>
              size="middle"
              bordered
              rowKey="pointId"
              dataSource={rows}
              pagination={{ pageSize: 5, hideOnSinglePage: true }}
              {...(isNarrow ? {} : { scroll: { x: 1100 } })}
              locale={{ emptyText: <EmptyState text="现在没有隔离点；工作票上锁后会列在这里" /> }}
              columns={
                isNarrow
                  ? [
                      {
                        title: '隔离点',
                        key: 'point',
                        render: (_, row) => (
                          <>
                            {row.pointCode} {row.pointName}
                            <br />
                            <small className="task-no">
                              {[row.areaName, row.equipName].filter(Boolean).join(' · ')}
                            </small>
                          </>
                        ),
                      },
                      {
                        title: '上锁人与工作票',
                        key: 'by',
                        width: 160,
                        render: (_, row) => (
                          <>
                            {listOf(row.holders)}
                            <br />
                            <small className="task-no">{listOf(row.workNos)}</small>
                          </>
                        ),
                      },
                    ]
                  : [
                      {
                        title: '隔离点',
                        key: 'point',
                        render: (_, row) => `${row.pointCode} ${row.pointName}`,
                      },
                      { title: '区域', dataIndex: 'areaName', width: 140, render: nameOf },
                      { title: '设备', dataIndex: 'equipName', width: 140, render: nameOf },
                      { title: '锁具', dataIndex: 'lockCodes', width: 140, render: listOf },
                      { title: '工作票', dataIndex: 'workNos', width: 190, render: listOf },
                      { title: '上锁人', dataIndex: 'holders', width: 140, render: listOf },
                      { title: '开始时间', dataIndex: 'since', width: 170 },
                    ]
              }
            />
          )}
        </Answered>
      </section>
      <LatestEvents />
    </div>
  )
}
