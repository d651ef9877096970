import {
  CalendarOutlined,
  EnvironmentOutlined,
  FieldTimeOutlined,
  PlusOutlined,
  ReloadOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons'
import type { TicketRow } from '@suoan/contract'
import { work, workTicketEndpoints as tickets } from '@suoan/contract'
import { Badge, Button, Segmented, Skeleton, Tabs } from 'antd'
import { Suspense, useRef, useState } from 'react'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { isAsked } from '@suoan/console-base/resource/list-state.ts'
import { AdvancedButton } from '@suoan/console-base/resource/parts/AdvancedButton.tsx'
import type { ColumnOverrides } from '@suoan/console-base/resource/parts/ResourceTable.tsx'
import {
  ButtonRow,
  ExportButton,
  ListEnd,
  ResourceTable,
  sheetColumns,
  useColumns,
} from '@suoan/console-base/resource/resource-page.tsx'
import { useLatest } from '@suoan/console-base/resource/use-latest.ts'
import { useListKeys } from '@suoan/console-base/resource/use-list-keys.ts'
import { Age } from '@suoan/console-base/status/Age.tsx'
import { TicketBadge } from '../status/TicketBadge.tsx'
import { QueryForm } from '@suoan/console-base/resource/parts/QueryForm.tsx'
import { useIsMobile, useIsNarrow } from '@suoan/console-base/use-width.ts'
import { useCan } from '@suoan/console-base/session/Can.tsx'
import { CardList } from './CardList.tsx'
import { kindText, textOf } from './text-of.ts'
import { FromTemplate } from './FromTemplate.tsx'
import { TicketProgress } from './TicketProgress.tsx'
import { TicketRowActions } from './TicketRowActions.tsx'
import '@suoan/console-base/resource/resource.css'
import './tickets.css'
import { usePlace } from './use-place.ts'
import { useTicketList } from './use-ticket-list.ts'
import { readShown, showNames } from './views/shown-time.ts'
import { useShown } from './views/use-shown.ts'
import { WindowBar } from './WindowBar.tsx'

const FilterChips = lazyPart('FilterChips', () =>
  import('@suoan/console-base/resource/parts/FilterChips.tsx').then((m) => m.FilterChips),
)
const ListHelp = lazyPart('ListHelp', () =>
  import('@suoan/console-base/resource/parts/ListHelp.tsx').then((m) => m.ListHelp),
)

const PlannedViews = lazyPart('PlannedViews', () =>
  import('./views/PlannedViews.tsx').then((m) => m.PlannedViews),
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
  const [shown, setShown] = useShown()
  const isList = isMine || shown.show === 'list'
  const list = useTicketList(work, isMine ? tickets.myList : tickets.allList, isMine ? 'todo' : 'all', {
    names: showNames,
    isShown: isList,
  })
  const place = usePlace()
  const isMobile = useIsMobile()
  const isNarrow = useIsNarrow()
  const mayAdd = useCan('lo:work:add') && isMine
  const isFiltered = isAsked(list.state)
  const columns = useColumns(work, names, overrides[whose], {
    chosen: list.state.columns,
    density: list.state.density,
    change: list.setColumns,
  })
  const { viewed } = list
  const isShowingChips = isFiltered || columns.missing.length > 0 || viewed.view.problem !== null
  const empty = isFiltered ? (
    <Button onClick={list.reset}>没有符合条件的工作票，清空条件</Button>
  ) : mayAdd ? (
    <Button onClick={() => place.openEdit('new')}>新建工作票</Button>
  ) : list.tab !== 'all' ? (
    <Button onClick={() => list.setTab('all')}>查看全部</Button>
  ) : null
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
        names={['workNo', 'workName', 'workType', 'workLevel', 'areaId', 'leaderId', 'planStart']}
        filters={list.state.filters}
        loading={list.query.isFetching && !list.query.isPending}
        onSearch={list.search}
        onReset={list.reset}
      />
      <div className="list-head">
        <ButtonRow>
          {mayAdd && (
            <Button type="primary" icon={<PlusOutlined />} onClick={() => place.openEdit('new')}>
              新建
            </Button>
          )}
          {mayAdd && <FromTemplate onMade={place.openEdit} />}
          <Button icon={<ReloadOutlined />} onClick={list.again}>
            刷新
          </Button>
          <ExportButton
            resource={work}
            listNow={() => ({ ...list, wire: { ...list.wire, whose } })}
            columnsNow={() => sheetColumns(work, columns)}
            name={isMine ? '我的工作票' : '全部工作票'}
          />
          <AdvancedButton resource={work} state={list.state} onApply={list.setRules} />
        </ButtonRow>
        {!isMine && (
          <Segmented
            className="ticket-shows"
            aria-label="显示方式"
            value={shown.show}
            onChange={(show) => setShown({ ...readShown(new URLSearchParams({ show })), day: shown.day })}
            options={showOptions}
          />
        )}
        {isList && <ListEnd resource={work} list={viewed} columns={columns} />}
      </div>
      {isShowingChips && (
        <Suspense fallback={null}>
          <FilterChips
            resource={work}
            state={list.state}
            missing={columns.missing}
            onChange={list.setConditions}
            onForget={() =>
              list.setColumns({ shown: columns.names, pins: columns.preferences.pins }, list.state.density)
            }
            viewProblem={viewed.view.problem}
            onForgetView={viewed.forgetView}
          />
        </Suspense>
      )}
      {!isMine && shown.show !== 'list' ? (
        <Suspense fallback={<Skeleton active paragraph={{ rows: 10 }} />}>
          <PlannedViews
            shown={{ ...shown, show: shown.show }}
            onChange={setShown}
            asked={askedOf(list.wire)}
            wider={
              isFiltered
                ? { label: '清空条件', go: list.reset }
                : list.tab === 'all'
                  ? null
                  : { label: '查看全部', go: () => list.setTab('all') }
            }
          />
        </Suspense>
      ) : (
        <ResourceTable
          resource={work}
          list={list}
          names={columns.names}
          columns={columns.columns}
          density={columns.preferences.density}
          pins={columns.preferences.pins}
          {...(isNarrow ? {} : { onResize: columns.resize })}
          actions={noActions}
          ownActions={actions}
          cards={cards}
          selectable={false}
          emptyText={emptyTexts[list.tab] ?? '暂无数据'}
          empty={empty}
        />
      )}
      {isHelped && (
        <Suspense fallback={null}>
          <ListHelp onClose={() => setHelped(false)} />
        </Suspense>
      )}
    </div>
  )
}

const overridesOf = (whose: 'mine' | 'all'): ColumnOverrides<TicketRow> => ({
  workNo: {
    title: '票号 / 作业名称',
    beside: ['workName'],
    align: 'left',
    render: (row) => (
      <>
        <NumberLink row={row} />
        <br />
        <span className="cell-whole">{row.workName}</span>
      </>
    ),
  },
  workType: {
    title: '类型 / 级别',
    beside: ['workLevel'],
    width: 110,
    sorter: false,
    render: (row) => (
      <>
        {kindText(row)}
        <br />
        <small>{textOf(row, 'workLevel')}</small>
      </>
    ),
  },
  workStatus: { title: '状态', width: 150, sorter: false, render: (row) => <TicketBadge ticket={row} /> },
  progress: { title: '进度', width: 128, sorter: false, render: (row) => <TicketProgress row={row} /> },
  areaId: { title: '区域', width: 80, sorter: false, render: (row) => textOf(row, 'areaId') },
  planStart: {
    title: '计划时间',
    width: 156,
    beside: ['planEnd'],
    render: (row) => <WindowBar ticket={row} />,
  },
  leaderId: {
    beside: whose === 'all' ? ['applicantId', 'workDepartId'] : [],
    title: whose === 'all' ? '负责人 / 申请人' : '负责人',
    width: whose === 'all' ? 116 : 74,
    sorter: false,
    render: (row) =>
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
  onSiteCount: {
    title: '在场',
    width: 54,
    sorter: false,
    align: 'center',
    render: (row) => (
      <Badge
        count={row.onSiteCount}
        showZero
        color={row.onSiteCount > 0 ? 'var(--solid-warn)' : 'var(--solid-none)'}
      />
    ),
  },
  updateTime: {
    title: '更新',
    width: 80,
    render: (row) => <Age at={row.updateTime ?? row.createTime} />,
  },
})
/** Columns of one's own tickets; of all tickets with who applied, under who leads and in which department. */
const overrides = { mine: overridesOf('mine'), all: overridesOf('all') }
const names = Object.keys(overrides.mine)
const actions = {
  width: 110,
  cell: (row: TicketRow) => <TicketRowActions row={row} />,
}
const cards = (rows: readonly TicketRow[]) => <CardList rows={rows} />
const noActions: never[] = []

const showOptions = [
  { value: 'list' as const, label: '列表', icon: <UnorderedListOutlined /> },
  { value: 'calendar' as const, label: '日历', icon: <CalendarOutlined /> },
  { value: 'time' as const, label: '时间图', icon: <FieldTimeOutlined /> },
  { value: 'plan' as const, label: '地图', icon: <EnvironmentOutlined /> },
]

/** What the other views ask: the same rows, without a page of them and its order. */
function askedOf(wire: Readonly<Record<string, string>>): Record<string, string> {
  const { pageNo: _page, pageSize: _size, column: _column, order: _order, ...asked } = wire
  return asked
}

function NumberLink({ row }: { row: TicketRow }) {
  const { openView } = usePlace()
  return (
    <Button type="link" className="link" onClick={() => openView(row.id)}>
      {row.workNo}
    </Button>
  )
}
