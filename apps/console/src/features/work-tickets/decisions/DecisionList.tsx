import type { Resource, TicketRow } from '@suoan/contract'
import { workExamine, workExamineEndpoints, workReview, workReviewEndpoints } from '@suoan/contract'
import { ReloadOutlined } from '@ant-design/icons'
import { Button, Pagination, Table, Tabs } from 'antd'
import { Age } from '../../../marks/Age.tsx'
import { TicketMark } from '../../../marks/TicketMark.tsx'
import { useNow } from '../../../marks/use-now.ts'
import { durationText, parseWireTime } from '../../../marks/wire-time.ts'
import { EmptyState } from '../../../shell/states/EmptyState.tsx'
import { ErrorState } from '../../../shell/states/ErrorState.tsx'
import { LoadingState } from '../../../shell/states/LoadingState.tsx'
import { useIsMobile } from '../../../shell/use-width.ts'
import { TicketDesk } from '../TicketDesk.tsx'
import { textOf } from '../text-of.ts'
import '../../../resource/resource.css'
import '../tickets.css'
import { usePlace } from '../use-place.ts'
import { useTicketList } from '../use-ticket-list.ts'
import type { Stage } from './pending-row.ts'

type Row = Record<string, unknown> & { id: string; workId: string; ticket: TicketRow | null }

const stages: Readonly<
  Record<Stage, { resource: Resource; endpoint: { path: string }; verb: string; status: string }>
> = {
  review: {
    resource: workReview,
    endpoint: workReviewEndpoints.myList,
    verb: '审核',
    status: 'reviewStatus',
  },
  examine: {
    resource: workExamine,
    endpoint: workExamineEndpoints.myList,
    verb: '审批',
    status: 'approveStatus',
  },
}

/** 工作票审核 and 工作票审批: the steps that wait for me, and those I have decided. */
export function DecisionList({ stage }: { stage: Stage }) {
  return (
    <TicketDesk>
      <List stage={stage} />
    </TicketDesk>
  )
}

function List({ stage }: { stage: Stage }) {
  const { resource, endpoint, verb } = stages[stage]
  const list = useTicketList<Row>(resource, endpoint, 'pending')
  const { openView } = usePlace()
  const isMobile = useIsMobile()
  const { query, state } = list
  const isPending = list.tab === 'pending'
  const empty = (
    <EmptyState text={isPending ? `没有等待您${verb}的工作票` : `您还没有${verb}过工作票`}>
      {isPending && <Button onClick={() => list.setTab('done')}>查看已{verb}</Button>}
    </EmptyState>
  )
  const pager = {
    current: state.pageNo,
    pageSize: state.pageSize,
    total: list.total,
    showSizeChanger: false,
    onChange: list.setPage,
  }
  return (
    <div className="card">
      <Tabs
        activeKey={list.tab}
        onChange={list.setTab}
        tabBarExtraContent={
          <Button
            icon={<ReloadOutlined />}
            onClick={list.again}
            loading={query.isFetching && !query.isPending}
          >
            刷新
          </Button>
        }
        items={[
          { key: 'pending', label: `待${verb}` },
          { key: 'done', label: `已${verb}` },
        ]}
      />
      {query.isPending ? (
        <LoadingState rows={6} />
      ) : query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : isMobile ? (
        <>
          <div className="ticket-cards">
            {list.rows.map((row) => (
              <button key={row.id} type="button" className="ticket-card" onClick={() => openView(row.workId)}>
                <span className="ticket-card-head">
                  <b>{row.ticket?.workName ?? '—'}</b>
                  {row.ticket && <TicketMark ticket={row.ticket} />}
                </span>
                <span className="ticket-card-no">
                  {row.ticket?.workNo} · 第 {textOf(row, 'round')} 轮 ·{' '}
                  {isPending ? <Left row={row} /> : textOf(row, stages[stage].status)}
                </span>
              </button>
            ))}
          </div>
          {list.rows.length === 0 ? empty : <Pagination {...pager} simple align="center" />}
        </>
      ) : (
        <Table<Row>
          size="middle"
          bordered
          rowKey="id"
          loading={query.isPlaceholderData}
          dataSource={list.rows}
          scroll={{ x: 1150 }}
          locale={{ emptyText: empty }}
          pagination={pager}
          columns={[
            {
              title: '票号',
              key: 'no',
              width: 190,
              render: (_, row) => (
                <Button type="link" className="link" onClick={() => openView(row.workId)}>
                  {row.ticket?.workNo ?? '—'}
                </Button>
              ),
            },
            {
              title: '作业名称',
              key: 'name',
              minWidth: 150,
              render: (_, row) => row.ticket?.workName ?? '—',
            },
            {
              title: '类型 / 级别',
              key: 'type',
              width: 190,
              render: (_, row) =>
                row.ticket ? `${textOf(row.ticket, 'workType')} / ${textOf(row.ticket, 'workLevel')}` : '—',
            },
            {
              title: '区域',
              key: 'area',
              width: 120,
              render: (_, row) => (row.ticket ? textOf(row.ticket, 'areaId') : '—'),
            },
            {
              title: '申请人',
              key: 'applicant',
              width: 90,
              render: (_, row) => (row.ticket ? textOf(row.ticket, 'applicantId') : '—'),
            },
            {
              title: '计划开始',
              key: 'start',
              width: 150,
              render: (_, row) => String(row.ticket?.['planStart'] ?? '—').slice(0, 16),
            },
            { title: '轮次', key: 'round', width: 70, render: (_, row) => `第 ${textOf(row, 'round')} 轮` },
            isPending
              ? {
                  title: '等待 / 时限',
                  key: 'wait',
                  width: 150,
                  render: (_: unknown, row: Row) => <Left row={row} />,
                }
              : {
                  title: '结果',
                  key: 'result',
                  width: 150,
                  render: (_: unknown, row: Row) =>
                    `${textOf(row, stages[stage].status)} ${String(row['actTime'] ?? '').slice(5, 16)}`,
                },
            {
              title: '操作',
              key: 'actions',
              width: 90,
              fixed: 'right',
              align: 'center',
              render: (_, row) => (
                <Button type="link" className="link" onClick={() => openView(row.workId)}>
                  {isPending ? verb : '查看'}
                </Button>
              ),
            },
          ]}
        />
      )}
    </div>
  )
}

/** Since when a row waits, and how much of its time is left. */
function Left({ row }: { row: Row }) {
  const now = useNow()
  const due = parseWireTime(row['dueTime'])
  return (
    <span>
      <Age at={row['arriveTime']} />
      {due !== null && (
        <small style={{ color: due < now ? '#cf1322' : 'inherit' }}>
          {due < now ? `，已超时 ${durationText(now - due)}` : `，剩余 ${durationText(due - now)}`}
        </small>
      )}
    </span>
  )
}
