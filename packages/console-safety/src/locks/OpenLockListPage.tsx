import { BellOutlined, ReloadOutlined } from '@ant-design/icons'
import type { LockRow } from '@suoan/contract'
import { lock, lockEndpoints, lockOnoff, permissionOf } from '@suoan/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Space, Table, Tabs } from 'antd'
import { Suspense, useMemo, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { LockBadge } from '../status/LockBadge.tsx'
import { useFreshness } from '@suoan/console-base/realtime/live-store.ts'
import { call } from '@suoan/console-base/request/call.ts'
import {
  initialListState,
  isAsked,
  listQuery,
  readListState,
  writeListState,
  type ListState,
} from '@suoan/console-base/resource/list-state.ts'
import { AdvancedButton } from '@suoan/console-base/resource/parts/AdvancedButton.tsx'
import { ExportButton } from '@suoan/console-base/resource/parts/ExportButton.tsx'
import { useCan, useHiddenParts } from '@suoan/console-base/session/Can.tsx'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { KeptNote } from '@suoan/console-base/states/KeptNote.tsx'
import { LoadingState } from '@suoan/console-base/states/LoadingState.tsx'
import { useIsMobile } from '@suoan/console-base/use-width.ts'
import '@suoan/console-base/resource/resource.css'
import './locks.css'
import { ExtensionNote, OpenRowActions } from './OpenRowActions.tsx'
import { remindOpeners } from './remind-openers.ts'
import { SessionBar } from './SessionBar.tsx'
import { WouldOpen } from './WouldOpen.tsx'

const OpenDialog = lazyPart('OpenDialog', () => import('./OpenDialog.tsx').then((m) => m.OpenDialog))
const ExtendDialog = lazyPart('ExtendDialog', () => import('./ExtendDialog.tsx').then((m) => m.ExtendDialog))
const CommandDialog = lazyPart('CommandDialog', () =>
  import('./CommandDialog.tsx').then((m) => m.CommandDialog),
)

const FilterChips = lazyPart('FilterChips', () =>
  import('@suoan/console-base/resource/parts/FilterChips.tsx').then((m) => m.FilterChips),
)

const areaOf = (row: LockRow) => row.areaId_dictText ?? row.areaId ?? '—'
const openerOf = (row: LockRow) => row.openUserId_dictText ?? row.openUserId ?? '—'
const ticketOf = (row: LockRow) =>
  row.openWorkNo ?? row.workNo ?? row.currWorkId_dictText ?? row.currWorkId ?? '—'

/** Columns of the sheet for the next shift. */
const handover = ['lockId', 'areaCode', 'openTime', 'openUserId', 'openMethod', 'limitSec', 'workNo', 'state']

/** The page has no query form: everything is asked by the advanced query. */
const noForm: readonly string[] = []

/** 开锁列表: locks that are open now, and locks that I may open now. */
export default function OpenLockListPage() {
  const [params, setParams] = useSearchParams()
  const tab = params.get('tab') === 'openable' ? 'openable' : 'opening'
  const isMobile = useIsMobile()
  const mayOpen = useCan('lo:lock:open')
  const mayRemind = useCan('lo:warn:ack')
  const [extending, setExtending] = useState<LockRow | null>(null)
  const [opening, setOpening] = useState<LockRow | null>(null)
  const [sent, setSent] = useState<string | null>(null)
  const hidden = useHiddenParts(permissionOf(lock, 'column:'))
  const state = useMemo(() => readListState(params, lock, noForm, hidden), [params, hidden])
  const change = (next: ListState, nextTab = tab) => {
    const address = writeListState(next, lock)
    address.set('tab', nextTab)
    setParams(address, { replace: true })
  }
  // How long a lock is open orders the list, and all of it is shown.
  const { superQueryParams, superQueryMatchType } = listQuery(state, lock)
  const asked = superQueryParams === undefined ? {} : { superQueryParams, superQueryMatchType }
  const list = useQuery({
    queryKey: ['resource', 'lock', 'openList', tab, asked],
    queryFn: ({ signal }) =>
      call(lockEndpoints.openList, { ...asked, tab, pageNo: '1', pageSize: '200' }, { signal, quiet: true }),
    refetchInterval: useFreshness(),
  })
  // What is open now as its sessions: who opened it, when, and how long it may be open (W07, hand-over of a shift).
  const sessions = (list.data?.records ?? []).flatMap(({ sessionId }) => sessionId ?? [])
  const actionOf = (row: LockRow): ReactNode => {
    if (tab === 'openable')
      return (
        mayOpen &&
        (row.wouldOpen?.allow === false ? (
          <Button type="text" onClick={() => setOpening(row)}>
            查看原因
          </Button>
        ) : (
          <Button type="primary" onClick={() => setOpening(row)}>
            开锁
          </Button>
        ))
      )
    return (
      <OpenRowActions
        row={row}
        onSent={setSent}
        onExtend={() => setExtending(row)}
        onChanged={() => void list.refetch()}
      />
    )
  }
  const empty = (
    <EmptyState
      text={
        isAsked(state)
          ? '没有符合条件的锁'
          : tab === 'opening'
            ? '现在没有开着的锁'
            : '现在没有您可以开的锁；工作票执行中、您在可开人员中时才会出现'
      }
    >
      {isAsked(state) && <Button onClick={() => change(initialListState(lock))}>清空条件</Button>}
    </EmptyState>
  )
  return (
    <div className="card">
      <Tabs
        activeKey={tab}
        onChange={(key) => change(state, key)}
        tabBarExtraContent={
          <Button icon={<ReloadOutlined />} loading={list.isFetching} onClick={() => void list.refetch()}>
            刷新
          </Button>
        }
        items={[
          { key: 'opening', label: '正在开启' },
          { key: 'openable', label: '可开启' },
        ]}
      />
      <Space wrap className="toolbar">
        <AdvancedButton
          resource={lock}
          state={state}
          onApply={(rules, match) => change({ ...state, rules, match, unapplied: [] })}
        />
        {tab === 'opening' && sessions.length > 0 && mayRemind && (
          <Button icon={<BellOutlined />} onClick={() => void remindOpeners(sessions)}>
            全部提醒
          </Button>
        )}
        {tab === 'opening' && sessions.length > 0 && (
          <ExportButton
            resource={lockOnoff}
            listNow={() => ({ wire: { ...lockOnoff.sort }, selection: sessions, total: sessions.length })}
            columnsNow={() => handover}
            name="正在开启的锁"
          />
        )}
      </Space>
      {isAsked(state) && (
        <Suspense fallback={null}>
          <FilterChips
            resource={lock}
            state={state}
            onChange={(conditions) => change({ ...state, ...conditions })}
          />
        </Suspense>
      )}
      <KeptNote query={list} />
      {list.isPending ? (
        <LoadingState rows={5} />
      ) : !list.data ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : isMobile ? (
        <>
          {list.data.records.length === 0 && empty}
          <ul className="lock-cards">
            {list.data.records.map((row) => (
              <li key={row.id}>
                <div>
                  <strong>
                    {row.lockCode} {row.lockName}
                  </strong>
                  <LockBadge lock={row} />
                  <small>
                    {[areaOf(row), ticketOf(row), tab === 'opening' ? openerOf(row) : '—']
                      .filter((each) => each !== '—')
                      .join(' · ')}
                  </small>
                  {tab === 'opening' && <SessionBar row={row} fetchedAt={list.dataUpdatedAt} />}
                  <ExtensionNote row={row} />
                  {tab === 'openable' && <WouldOpen row={row} />}
                </div>
                {actionOf(row)}
              </li>
            ))}
          </ul>
        </>
      ) : (
        <Table<LockRow>
          size="middle"
          bordered
          rowKey="id"
          pagination={list.data.records.length > 20 ? { pageSize: 20 } : false}
          scroll={{ x: 900 }}
          dataSource={list.data.records}
          locale={{ emptyText: empty }}
          columns={[
            { title: '锁具', key: 'lock', render: (_, row) => `${row.lockCode} ${row.lockName}` },
            { title: '状态', key: 'state', width: 210, render: (_, row) => <LockBadge lock={row} /> },
            { title: '区域', key: 'area', width: 130, render: (_, row) => areaOf(row) },
            ...(tab === 'opening'
              ? [
                  {
                    title: '开启人',
                    key: 'user',
                    width: 100,
                    render: (_: unknown, row: LockRow) => openerOf(row),
                  },
                  {
                    title: '时长 / 限时',
                    key: 'bar',
                    width: 180,
                    render: (_: unknown, row: LockRow) => (
                      <>
                        <SessionBar row={row} fetchedAt={list.dataUpdatedAt} />
                        <ExtensionNote row={row} />
                      </>
                    ),
                  },
                ]
              : []),
            {
              title: '工作票',
              key: 'work',
              width: 190,
              render: (_, row) => ticketOf(row),
            },
            ...(tab === 'openable'
              ? [
                  {
                    title: '能否开启',
                    key: 'would',
                    width: 320,
                    render: (_: unknown, row: LockRow) => <WouldOpen row={row} />,
                  },
                ]
              : []),
            {
              title: '操作',
              key: 'actions',
              width: tab === 'opening' ? 220 : 110,
              render: (_, row) => actionOf(row),
            },
          ]}
        />
      )}
      <Suspense fallback={null}>
        {extending && (
          <ExtendDialog
            row={extending}
            onClose={() => setExtending(null)}
            onDone={() => void list.refetch()}
          />
        )}
        {opening && <OpenDialog lock={opening} onClose={() => setOpening(null)} />}
        {sent && <CommandDialog cmdId={sent} label="关锁" lock="" onClose={() => setSent(null)} />}
      </Suspense>
    </div>
  )
}
