import type { BoardLimits } from '@suoan/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Progress, Radio, Table, Tabs } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { durationText } from '@suoan/console-base/status/wire-time.ts'
import { useIsNarrow } from '@suoan/console-base/use-width.ts'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { Answered } from '@suoan/console-base/states/Answered.tsx'
import { limitsQuery } from './board-queries.ts'
import { limitLook, lateness, latenesses } from './limit-look.ts'
import type { Lateness } from './limit-look.ts'

type Work = BoardLimits['works'][number]
type Step = BoardLimits['steps'][number]

const colours = { late: 'var(--danger)', soon: 'var(--warn)', fine: 'var(--series-1)' } as const
const pagination = { pageSize: 5, hideOnSinglePage: true, showSizeChanger: false } as const

/** What runs out of time: tickets under way, and steps of approval (5-screens.md §9.3). */
export function LimitTables() {
  const navigate = useNavigate()
  const limits = useQuery(limitsQuery)
  const [shown, setShown] = useState<Lateness>('all')
  const [tab, setTab] = useState('works')
  const isNarrow = useIsNarrow()
  const open = (id: string, no: string) => (
    <Button type="link" size="small" className="link" onClick={() => void navigate(`/isps/loWorkView/${id}`)}>
      {no}
    </Button>
  )
  const filter = (
    <Radio.Group
      aria-label="时限"
      optionType="button"
      size="small"
      options={[...latenesses]}
      value={shown}
      onChange={(event) => {
        const chosen = latenesses.find(({ value }) => value === event.target.value)
        if (chosen) setShown(chosen.value)
      }}
    />
  )
  const none = (text: string) => (
    <EmptyState text={shown === 'all' ? text : '没有符合所选时限的事项，可改选“所有”'} />
  )
  return (
    <section className="card" aria-label="限时监管">
      <Tabs
        activeKey={tab}
        onChange={setTab}
        items={[
          { key: 'works', label: '作业限时监管' },
          { key: 'steps', label: '审批节点限时监管' },
        ]}
      />
      <div className="board-filter">{filter}</div>
      <Answered query={limits} rows={6}>
        {({ works, steps }) =>
          tab === 'works' ? (
            <Table<Work>
              size="middle"
              bordered
              rowKey="id"
              dataSource={works.filter((row) => limitLook(row.used).is(shown))}
              pagination={pagination}
              {...(isNarrow ? {} : { scroll: { x: 780 } })}
              locale={{ emptyText: none('现在没有待执行或执行中的作业') }}
              columns={[
                ...(isNarrow
                  ? [
                      {
                        title: '作业',
                        key: 'no',
                        render: (_: unknown, row: Work) =>
                          folded(open(row.id, row.workNo), row.workTypeText, row.leader, row.node),
                      },
                    ]
                  : [
                      {
                        title: '票号',
                        key: 'no',
                        width: 170,
                        render: (_: unknown, row: Work) => open(row.id, row.workNo),
                      },
                      { title: '作业类型', dataIndex: 'workTypeText', width: 130 },
                      { title: '负责人', dataIndex: 'leader', width: 90, render: orDash },
                      { title: '开始时间', dataIndex: 'startTime', width: 150, render: toMinute },
                      { title: '当前节点', dataIndex: 'node', width: 90 },
                    ]),
                {
                  title: '办理时长',
                  key: 'used',
                  ...(isNarrow ? { width: 130 } : {}),
                  render: (_, { used }) => (
                    <Progress
                      percent={Math.min(100, used)}
                      status="normal"
                      strokeColor={colours[limitLook(used).look]}
                      format={() => `${used}%`}
                      aria-label={`已用时限 ${used}%`}
                    />
                  ),
                },
              ]}
            />
          ) : (
            <Table<Step>
              size="middle"
              bordered
              rowKey="id"
              dataSource={steps.filter((row) => lateness(row.overMinutes, shown))}
              pagination={pagination}
              {...(isNarrow ? {} : { scroll: { x: 700 } })}
              locale={{ emptyText: none('现在没有等待审核或审批的工作票') }}
              columns={[
                ...(isNarrow
                  ? [
                      {
                        title: '工作票',
                        key: 'no',
                        render: (_: unknown, row: Step) =>
                          folded(open(row.workId, row.workNo), row.node, row.handler),
                      },
                    ]
                  : [
                      {
                        title: '票号',
                        key: 'no',
                        width: 170,
                        render: (_: unknown, row: Step) => open(row.workId, row.workNo),
                      },
                      { title: '处理人', dataIndex: 'handler', width: 120, render: orDash },
                      { title: '到达时间', dataIndex: 'sinceTime', width: 150, render: toMinute },
                      { title: '当前节点', dataIndex: 'node', width: 90 },
                    ]),
                {
                  title: '超时时间',
                  dataIndex: 'overMinutes',
                  render: (over: Step['overMinutes']) =>
                    over === null ? (
                      '无时限'
                    ) : over > 0 ? (
                      <span className="limit-late">已超时 {durationText(over * 60_000)}</span>
                    ) : (
                      `还有 ${durationText(-over * 60_000)}`
                    ),
                },
              ]}
            />
          )
        }
      </Answered>
    </section>
  )
}

/** A phone has no room for a column each. */
const folded = (link: ReactNode, ...facts: readonly (string | null)[]) => (
  <>
    {link}
    <br />
    <small className="task-no">{facts.filter(Boolean).join(' · ')}</small>
  </>
)

const toMinute = (time: string) => time.slice(0, 16)
const orDash = (text: string | null) => text ?? '—'
