import { CheckOutlined, ReloadOutlined } from '@ant-design/icons'
import type { DecisionRow, Resource } from '@suoan/contract'
import { workExamine, workExamineEndpoints, workReview, workReviewEndpoints } from '@suoan/contract'
import { Button, Pagination, Table, Tabs } from 'antd'
import { Suspense, useMemo, useRef, useState } from 'react'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { isAsked, pageSizes } from '@suoan/console-base/resource/list-state.ts'
import { AdvancedButton } from '@suoan/console-base/resource/parts/AdvancedButton.tsx'
import { ButtonRow, ExportButton, ListEnd, useColumns } from '@suoan/console-base/resource/resource-page.tsx'
import { tableSize, useTableColumns } from '@suoan/console-base/resource/table-columns.tsx'
import { useLatest } from '@suoan/console-base/resource/use-latest.ts'
import { useListKeys } from '@suoan/console-base/resource/use-list-keys.ts'
import '@suoan/console-base/resource/resource.css'
import { useCan } from '@suoan/console-base/session/Can.tsx'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { OrError } from '@suoan/console-base/states/OrError.tsx'
import { LoadingState } from '@suoan/console-base/states/LoadingState.tsx'
import { useIsMobile, useIsNarrow } from '@suoan/console-base/use-width.ts'
import '../approval/approval.css'
import type { Stage } from '../approval/step-row.ts'
import { TicketDesk } from '../TicketDesk.tsx'
import '../tickets.css'
import { usePlace } from '../use-place.ts'
import { useTicketList } from '../use-ticket-list.ts'
import { AdoptManyDialog } from './AdoptManyDialog.tsx'
import { aloneBecause } from './alone-because.ts'
import { DecisionCard } from './DecisionCard.tsx'
import { decisionActions, decisionColumns, isDecisionTab, type DecisionTab } from './decision-columns.tsx'

const FilterChips = lazyPart('FilterChips', () =>
  import('@suoan/console-base/resource/parts/FilterChips.tsx').then((m) => m.FilterChips),
)

const ListHelp = lazyPart('ListHelp', () =>
  import('@suoan/console-base/resource/parts/ListHelp.tsx').then((m) => m.ListHelp),
)

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
  const isNarrow = useIsNarrow()
  const { query, state } = list
  const [selected, setSelected] = useState<readonly string[]>([])
  const [adopting, setAdopting] = useState(false)
  const mayDecide = useCan('lo:review:decide')
  const tab = isDecisionTab(list.tab) ? list.tab : 'pending'
  const { viewed } = list
  const drawn = useMemo(() => {
    const overrides = decisionColumns(tab)
    return { overrides, names: Object.keys(overrides), actions: decisionActions(tab, verb) }
  }, [tab, verb])
  const columns = useColumns(resource, drawn.names, drawn.overrides, {
    chosen: state.columns,
    density: state.density,
    change: list.setColumns,
  })
  const table = useTableColumns<DecisionRow>(resource, columns, drawn.actions)
  const box = useRef<HTMLDivElement>(null)
  const [isHelped, setHelped] = useState(false)
  const doings = useLatest({
    add: null,
    open: (id: string) => {
      const row = list.rows.find((each) => each.id === id)
      if (row) openView(row.workId)
    },
    help: () => setHelped(true),
  })
  useListKeys(box, true, doings)
  const isShowingChips = isAsked(state) || columns.missing.length > 0 || viewed.view.problem !== null
  const empty = (
    <EmptyState text={isAsked(state) ? '没有符合条件的工作票' : emptyTexts[tab](verb)}>
      {tab !== 'done' && <Button onClick={() => list.setTab('done')}>查看已{verb}</Button>}
    </EmptyState>
  )
  // Approvals are given one by one; a review of low risk may be adopted with others (§6.2).
  const mayAdopt = stage === 'review' && mayDecide && !isNarrow && (tab === 'pending' || tab === 'overdue')
  const chosen = list.rows.filter((row) => selected.includes(row.id) && aloneBecause(row) === null)
  const pager = {
    current: state.pageNo,
    pageSize: state.pageSize,
    total: list.total,
    showSizeChanger: true,
    pageSizeOptions: [...pageSizes],
    showTotal: (all: number, [from, to]: [number, number]) => `${from}-${to} 共 ${all} 条`,
    onChange: list.setPage,
  }
  return (
    <div className="card" ref={box}>
      <Tabs
        activeKey={tab}
        onChange={(key) => {
          setSelected([])
          list.setTab(key)
        }}
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
      <div className="list-head">
        <ButtonRow>
          <ExportButton
            resource={resource}
            listNow={() => list}
            columnsNow={() => resource.list}
            name={`工作票${verb}`}
          />
          <AdvancedButton resource={resource} state={state} onApply={list.setRules} />
        </ButtonRow>
        <ListEnd resource={resource} list={viewed} columns={columns} />
      </div>
      {isShowingChips && (
        <Suspense fallback={null}>
          <FilterChips
            resource={resource}
            state={state}
            missing={columns.missing}
            onChange={list.setConditions}
            onForget={() =>
              list.setColumns({ shown: columns.names, pins: columns.preferences.pins }, state.density)
            }
            viewProblem={viewed.view.problem}
            onForgetView={viewed.forgetView}
          />
        </Suspense>
      )}
      <OrError query={query}>
        {query.isPending ? (
          <LoadingState rows={6} />
        ) : isNarrow ? (
          <>
            <div className="ticket-cards">
              {list.rows.map((row) => (
                <DecisionCard key={row.id} row={row} tab={tab} onOpen={() => openView(row.workId)} />
              ))}
            </div>
            {list.rows.length === 0 ? empty : <Pagination {...pager} simple align="center" />}
          </>
        ) : (
          <>
            {mayAdopt && list.rows.length > 0 && (
              <div className="adopt-bar">
                <Button
                  type="primary"
                  icon={<CheckOutlined />}
                  disabled={chosen.length === 0}
                  onClick={() => setAdopting(true)}
                >
                  批量审核通过
                </Button>
                <span className="hint">
                  {chosen.length > 0
                    ? `已选择 ${chosen.length} 张`
                    : '勾选二级及以下、无冲突的工作票；其余请逐张打开审核'}
                </span>
              </div>
            )}
            <Table<DecisionRow>
              size={tableSize[columns.preferences.density]}
              // The arrows move the focus over rows (use-list-keys.ts).
              onRow={() => ({ tabIndex: -1 })}
              {...(mayAdopt
                ? {
                    rowSelection: {
                      selectedRowKeys: chosen.map((row) => row.id),
                      columnWidth: 44,
                      onChange: (keys) => setSelected(keys.map(String)),
                      getCheckboxProps: (row) => {
                        const alone = aloneBecause(row)
                        return {
                          disabled: alone !== null,
                          title: alone ?? '',
                          'aria-label': `选择 ${row.ticket?.workName ?? row.id}${alone === null ? '' : `：${alone}`}`,
                        }
                      },
                    },
                  }
                : {})}
              bordered
              rowKey="id"
              loading={query.isPlaceholderData}
              dataSource={list.rows}
              scroll={{ x: table.width }}
              locale={{ emptyText: empty }}
              pagination={pager}
              columns={table.columns}
            />
          </>
        )}
      </OrError>
      {isHelped && (
        <Suspense fallback={null}>
          <ListHelp onClose={() => setHelped(false)} />
        </Suspense>
      )}
      {adopting && (
        <AdoptManyDialog
          rows={chosen}
          onSent={list.again}
          onClose={() => {
            setAdopting(false)
            setSelected([])
          }}
        />
      )}
    </div>
  )
}
