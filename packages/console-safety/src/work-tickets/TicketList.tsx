import { PlusOutlined, ReloadOutlined } from '@ant-design/icons'
import type { TicketRow } from '@suoan/contract'
import { work, workTicketEndpoints as tickets } from '@suoan/contract'
import { Badge, Button, Pagination, Table, Tabs } from 'antd'
import type { TableProps } from 'antd'
import { Suspense, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { isAsked } from '@suoan/console-base/resource/list-state.ts'
import { AdvancedButton } from '@suoan/console-base/resource/parts/AdvancedButton.tsx'
import { useLatest } from '@suoan/console-base/resource/use-latest.ts'
import { useListKeys } from '@suoan/console-base/resource/use-list-keys.ts'
import { Age } from '@suoan/console-base/status/Age.tsx'
import { TicketBadge } from '../status/TicketBadge.tsx'
import { QueryForm } from '@suoan/console-base/resource/parts/QueryForm.tsx'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { LoadingState } from '@suoan/console-base/states/LoadingState.tsx'
import { useIsMobile } from '@suoan/console-base/use-width.ts'
import { useCan } from '@suoan/console-base/session/Can.tsx'
import { CardList } from './CardList.tsx'
import { kindText, textOf } from './text-of.ts'
import { TicketRowActions } from './TicketRowActions.tsx'
import '@suoan/console-base/resource/resource.css'
import './tickets.css'
import { usePlace } from './use-place.ts'
import { useTicketList } from './use-ticket-list.ts'
import { WindowBar } from './WindowBar.tsx'

const FilterChips = lazyPart('FilterChips', () =>
  import('@suoan/console-base/resource/parts/FilterChips.tsx').then((m) => m.FilterChips),
)
const ListHelp = lazyPart('ListHelp', () =>
  import('@suoan/console-base/resource/parts/ListHelp.tsx').then((m) => m.ListHelp),
)

const tabs = [
  { key: 'todo', label: '待办' },
  { key: 'draft', label: '草稿' },
  { key: 'review', label: '审核中' },
  { key: 'execution', label: '执行中' },
  { key: 'done', label: '已完成' },
  { key: 'expired', label: '已过期' },
  { key: 'all', label: '全部' },
]

const emptyTexts: Readonly<Record<string, string>> = {
  todo: '没有待您处理的工作票',
  draft: '没有草稿',
  review: '没有审核中的工作票',
  execution: '没有执行中的工作票',
  done: '还没有完成的工作票',
  expired: '没有过期的工作票',
  all: '还没有工作票',
}

/** 我的工作票 or 全部工作票: tabs over the two axes of state, a table, cards on a phone (3-domain.md §6.2). */
export function TicketList({ whose }: { whose: 'mine' | 'all' }) {
  const isMine = whose === 'mine'
  const list = useTicketList(work, isMine ? tickets.myList : tickets.allList, isMine ? 'todo' : 'all')
  const place = usePlace()
  const isMobile = useIsMobile()
  const mayAdd = useCan('lo:work:add') && isMine
  const isFiltered = isAsked(list.state)
  const empty = (
    <EmptyState text={isFiltered ? '没有符合条件的工作票' : (emptyTexts[list.tab] ?? '暂无数据')}>
      {isFiltered ? (
        <Button onClick={list.reset}>清空条件</Button>
      ) : mayAdd ? (
        <Button onClick={() => place.openEdit('new')}>新建工作票</Button>
      ) : list.tab !== 'all' ? (
        <Button onClick={() => list.setTab('all')}>查看全部</Button>
      ) : null}
    </EmptyState>
  )
  const box = useRef<HTMLDivElement>(null)
  const [isHelped, setHelped] = useState(false)
  const doings = useLatest({
    add: mayAdd ? () => place.openEdit('new') : null,
    open: (id: string) => place.openView(id),
    help: () => setHelped(true),
  })
  useListKeys(box, true, doings)
  return (
    <div className="card" ref={box}>
      <Tabs
        activeKey={list.tab}
        items={isMine ? tabs : tabs.filter((tab) => tab.key !== 'todo')}
        onChange={list.setTab}
        size={isMobile ? 'small' : 'middle'}
      />
      <QueryForm
        resource={work}
        names={['workNo', 'workName', 'workType', 'workLevel', 'areaCode', 'leaderId', 'planStart']}
        filters={list.state.filters}
        loading={list.query.isFetching && !list.query.isPending}
        onSearch={list.search}
        onReset={list.reset}
      />
      <div className="ticket-toolbar">
        {mayAdd && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => place.openEdit('new')}>
            新建
          </Button>
        )}
        <Button icon={<ReloadOutlined />} onClick={list.again}>
          刷新
        </Button>
        <AdvancedButton resource={work} state={list.state} onApply={list.setRules} />
      </div>
      {isFiltered && (
        <Suspense fallback={null}>
          <FilterChips resource={work} state={list.state} onChange={list.setConditions} />
        </Suspense>
      )}
      <Rows list={list} isMobile={isMobile} empty={empty} whose={whose} />
      {isHelped && (
        <Suspense fallback={null}>
          <ListHelp onClose={() => setHelped(false)} />
        </Suspense>
      )}
    </div>
  )
}

type List = ReturnType<typeof useTicketList<TicketRow>>

function Rows({
  list,
  isMobile,
  empty,
  whose,
}: {
  list: List
  isMobile: boolean
  empty: ReactNode
  whose: 'mine' | 'all'
}) {
  const { query, state } = list
  if (query.isPending) return <LoadingState rows={6} />
  if (query.isError && !query.data)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  const pagination = {
    current: state.pageNo,
    pageSize: state.pageSize,
    total: list.total,
    showSizeChanger: true,
    pageSizeOptions: [10, 20, 30],
    showTotal: (all: number, [from, to]: [number, number]) => `${from}-${to} 共 ${all} 条`,
  }
  if (isMobile)
    return (
      <>
        <CardList rows={list.rows} empty={empty} />
        {list.total > state.pageSize && (
          <Pagination {...pagination} simple align="center" onChange={list.setPage} />
        )}
      </>
    )
  return (
    <Table<TicketRow>
      size="middle"
      bordered
      rowKey="id"
      // The arrows move the focus over rows (use-list-keys.ts).
      onRow={() => ({ tabIndex: -1 })}
      columns={[...columns(whose), actions]}
      dataSource={list.rows}
      loading={query.isPlaceholderData}
      scroll={{ x: 1110 }}
      locale={{ emptyText: empty }}
      pagination={{ ...pagination, onChange: list.setPage }}
    />
  )
}

type Columns = NonNullable<TableProps<TicketRow>['columns']>

/** Columns of one's own tickets; of all tickets with who applied, under who leads and in which department. */
const columns = (whose: 'mine' | 'all'): Columns => [
  {
    title: '票号 / 作业名称',
    key: 'workNo',
    render: (_, row) => (
      <>
        <NumberLink row={row} />
        <br />
        <span className="cell-whole">{row.workName}</span>
      </>
    ),
  },
  {
    title: '类型 / 级别',
    key: 'type',
    width: 116,
    render: (_, row) => (
      <>
        {kindText(row)}
        <br />
        <small>{textOf(row, 'workLevel')}</small>
      </>
    ),
  },
  { title: '状态', key: 'status', width: 166, render: (_, row) => <TicketBadge ticket={row} /> },
  { title: '区域', key: 'area', width: 88, render: (_, row) => textOf(row, 'areaId') },
  { title: '计划时间', key: 'window', width: 150, render: (_, row) => <WindowBar ticket={row} /> },
  {
    title: whose === 'all' ? '负责人 / 申请人' : '负责人',
    key: 'leader',
    width: whose === 'all' ? 124 : 74,
    render: (_, row) =>
      whose === 'all' ? (
        <>
          {textOf(row, 'leaderId')}
          <br />
          <small>
            {textOf(row, 'applicantId')} · {textOf(row, 'workDepartId')}
          </small>
        </>
      ) : (
        textOf(row, 'leaderId')
      ),
  },
  {
    title: '在场',
    key: 'onSite',
    width: 54,
    align: 'center',
    render: (_, row) => (
      <Badge count={row.onSiteCount} showZero color={row.onSiteCount > 0 ? '#d46b08' : '#8c8c8c'} />
    ),
  },
  {
    title: '更新',
    key: 'updated',
    width: 86,
    render: (_, row) => <Age at={row.updateTime ?? row.createTime} />,
  },
]
const actions: Columns[number] = {
  title: '操作',
  key: 'actions',
  width: 116,
  align: 'center',
  fixed: 'right',
  render: (_, row) => <TicketRowActions row={row} />,
}

function NumberLink({ row }: { row: TicketRow }) {
  const { openView } = usePlace()
  return (
    <Button type="link" className="link" onClick={() => openView(row.id)}>
      {row.workNo}
    </Button>
  )
}
