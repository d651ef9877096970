import { BulbFilled, ProfileOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton, Table } from 'antd'
import { useNavigate } from 'react-router'
import { useNow } from '@suoan/console-base/status/use-now.ts'
import { useIsNarrow } from '@suoan/console-base/use-width.ts'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { KeptNote } from '@suoan/console-base/states/KeptNote.tsx'
import { todoQuery } from './board-queries.ts'
import './board.css'
import { bulbOf, taskLists } from './task-lists.ts'
import type { Task } from './task-lists.ts'
import { todoKinds } from './todo-kinds.ts'

const bulbs = {
  red: { colour: 'var(--danger)', text: '已到期' },
  yellow: { colour: 'var(--warn)', text: '三天内到期' },
  green: { colour: 'var(--ok)', text: '时限充足' },
} as const

/** 任务表格: what waits for me in four cards (5-screens.md §9.4). */
export function TaskBoard() {
  const navigate = useNavigate()
  const now = useNow(60_000)
  const isNarrow = useIsNarrow()
  const todo = useQuery(todoQuery)
  if (todo.isPending)
    return (
      <div className="card">
        <Skeleton active paragraph={{ rows: 8 }} />
      </div>
    )
  if (!todo.data)
    return (
      <div className="card">
        <ErrorState error={todo.error} onRetry={() => void todo.refetch()} />
      </div>
    )
  const lists = taskLists(todo.data, now)
  const cards = [
    {
      key: 'todo',
      title: '我的待办',
      hint: '等待您审核、审批和办理',
      rows: lists.todo,
      more: '/isps/loWorkReviewList',
    },
    { key: 'doing', title: '我的在办', hint: '您参加的作业', rows: lists.doing, more: '/isps/loWorkList' },
    { key: 'overdue', title: '我的挂账', hint: '已经到期', rows: lists.overdue, more: null },
    { key: 'urged', title: '我的督办', hint: '三天内到期', rows: lists.urged, more: null },
  ]
  return (
    <>
      <KeptNote query={todo} />
      <div className="board-charts">
        {cards.map(({ key, title, hint, rows, more }) => (
          <section key={key} className="card task-card" aria-label={title}>
            <header>
              <h3>
                <ProfileOutlined /> {title}【{rows.length}】<small>{hint}</small>
              </h3>
              {more && (
                <Button type="link" className="link" onClick={() => void navigate(more)}>
                  更多 »
                </Button>
              )}
            </header>
            <Table<Task>
              size="middle"
              rowKey={(row) => `${row.kind}${row.id}`}
              dataSource={rows}
              pagination={rows.length > 5 ? { pageSize: 5, size: 'small' } : false}
              locale={{ emptyText: <EmptyState text="暂无数据" /> }}
              columns={[
                {
                  title: '',
                  key: 'bulb',
                  width: 40,
                  align: 'center',
                  render: (_, row) => <Bulb task={row} />,
                },
                {
                  title: '剩余天数',
                  key: 'days',
                  width: isNarrow ? 76 : 90,
                  align: 'center',
                  render: (_, row) => row.daysLeft ?? '无时限',
                },
                ...(isNarrow
                  ? [
                      {
                        title: '工单',
                        key: 'work',
                        render: (_: unknown, row: Task) => (
                          <>
                            {row.title}
                            <br />
                            <small className="task-no">{row.workNo}</small>
                          </>
                        ),
                      },
                    ]
                  : [
                      { title: '工单标题', dataIndex: 'title', ellipsis: true },
                      { title: '工单编号', dataIndex: 'workNo', width: 170, ellipsis: true },
                    ]),
                {
                  title: '操作',
                  key: 'actions',
                  width: 70,
                  align: 'center',
                  render: (_, row) => (
                    <Button
                      type="link"
                      size="small"
                      className="link"
                      aria-label={`办理 ${row.title}`}
                      onClick={() => void navigate(todoKinds[row.kind].page(row))}
                    >
                      办理
                    </Button>
                  ),
                },
              ]}
            />
          </section>
        ))}
      </div>
    </>
  )
}

function Bulb({ task }: { task: Task }) {
  const bulb = bulbOf(task)
  return bulb && <BulbFilled style={{ color: bulbs[bulb].colour }} aria-label={bulbs[bulb].text} />
}
