import { ReloadOutlined } from '@ant-design/icons'
import type { Resource } from '@suoan/contract'
import { workExamine, workExamineEndpoints, workReview, workReviewEndpoints } from '@suoan/contract'
import { Button, Pagination, Table, Tabs } from 'antd'
import '../../../resource/resource.css'
import { EmptyState } from '../../../shell/states/EmptyState.tsx'
import { ErrorState } from '../../../shell/states/ErrorState.tsx'
import { LoadingState } from '../../../shell/states/LoadingState.tsx'
import { useIsMobile } from '../../../shell/use-width.ts'
import '../approval/approval.css'
import { TicketDesk } from '../TicketDesk.tsx'
import '../tickets.css'
import { usePlace } from '../use-place.ts'
import { useTicketList } from '../use-ticket-list.ts'
import { DecisionCard } from './DecisionCard.tsx'
import { decisionColumns, type DecisionRow, type DecisionTab } from './decision-columns.tsx'
import type { Stage } from './pending-row.ts'

const stages: Readonly<Record<Stage, { resource: Resource; endpoint: { path: string }; verb: string }>> = {
  review: { resource: workReview, endpoint: workReviewEndpoints.myList, verb: '审核' },
  examine: { resource: workExamine, endpoint: workExamineEndpoints.myList, verb: '审批' },
}

const emptyTexts: Readonly<Record<DecisionTab, (verb: string) => string>> = {
  pending: (verb) => `没有等待您${verb}的工作票`,
  done: (verb) => `您还没有${verb}过工作票`,
  delegated: () => '您没有委托他人处理的工作票',
  overdue: (verb) => `没有超过时限的${verb}，很好`,
}

/** 工作票审核 and 工作票审批 (3-domain.md §6.2): what waits for me, what is late, what I decided or handed on. */
export function DecisionList({ stage }: { stage: Stage }) {
  return (
    <TicketDesk>
      <List stage={stage} />
    </TicketDesk>
  )
}

function List({ stage }: { stage: Stage }) {
  const { resource, endpoint, verb } = stages[stage]
  const list = useTicketList<DecisionRow>(resource, endpoint, 'pending')
  const { openView } = usePlace()
  const isMobile = useIsMobile()
  const { query, state } = list
  const tab = (list.tab in emptyTexts ? list.tab : 'pending') as DecisionTab
  const empty = (
    <EmptyState text={emptyTexts[tab](verb)}>
      {tab !== 'done' && <Button onClick={() => list.setTab('done')}>查看已{verb}</Button>}
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
        activeKey={tab}
        onChange={list.setTab}
        tabBarExtraContent={
          <Button
            icon={<ReloadOutlined />}
            aria-label="刷新"
            onClick={list.again}
            loading={query.isFetching && !query.isPending}
          >
            {isMobile ? '' : '刷新'}
          </Button>
        }
        items={[
          { key: 'pending', label: `待${verb}` },
          { key: 'overdue', label: '已超时' },
          { key: 'done', label: `已${verb}` },
          { key: 'delegated', label: '已委托' },
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
              <DecisionCard
                key={row.id}
                row={row}
                stage={stage}
                tab={tab}
                onOpen={() => openView(row.workId)}
              />
            ))}
          </div>
          {list.rows.length === 0 ? empty : <Pagination {...pager} simple align="center" />}
        </>
      ) : (
        <Table<DecisionRow>
          size="middle"
          bordered
          rowKey="id"
          loading={query.isPlaceholderData}
          dataSource={list.rows}
          scroll={{ x: 1120 }}
          locale={{ emptyText: empty }}
          pagination={pager}
          columns={decisionColumns({ stage, tab, verb, openView })}
        />
      )}
    </div>
  )
}
