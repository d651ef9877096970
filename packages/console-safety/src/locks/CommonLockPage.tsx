import {
  AimOutlined,
  LockOutlined,
  MoreOutlined,
  ReloadOutlined,
  StarFilled,
  StarOutlined,
} from '@ant-design/icons'
import { lock as lockResource, lockEndpoints, type CommonLock } from '@suoan/contract'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Dropdown, Input } from 'antd'
import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { showFailure } from '@suoan/console-base/feedback.ts'
import { useFreshness } from '@suoan/console-base/realtime/live-store.ts'
import { call } from '@suoan/console-base/request/call.ts'
import { runAction } from '@suoan/console-base/resource/run-action.ts'
import { RefPicker } from '@suoan/console-base/resource/widgets/RefPicker.tsx'
import { useCan } from '@suoan/console-base/session/Can.tsx'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { KeptNote } from '@suoan/console-base/states/KeptNote.tsx'
import { LoadingState } from '@suoan/console-base/states/LoadingState.tsx'
import { Age } from '@suoan/console-base/status/Age.tsx'
import { usePosition } from '../position/use-position.ts'
import { LockBadge } from '../status/LockBadge.tsx'
import { custodyActions } from './custody-actions.ts'
import { distanceText } from './distance-text.ts'
import { WouldOpen } from './WouldOpen.tsx'
import '@suoan/console-base/resource/resource.css'
import './locks.css'
import './common-locks.css'

const OpenDialog = lazyPart('OpenDialog', () => import('./OpenDialog.tsx').then((m) => m.OpenDialog))
const CommandDialog = lazyPart('CommandDialog', () =>
  import('./CommandDialog.tsx').then((m) => m.CommandDialog),
)
const CustodyDialog = lazyPart('CustodyDialog', () =>
  import('./CustodyDialog.tsx').then((m) => m.CustodyDialog),
)

const pageSize = 20
const listKey = ['resource', 'lock', 'commonList'] as const
/** What somebody who stands before a broken or missing lock records. */
const faults = custodyActions.filter(({ key }) => key === 'repair' || key === 'reportLost')

interface Place {
  readonly lng: number
  readonly lat: number
}

/** 公用锁具: shared locks and one's own favourites, with one answer each: may I open it now, and if not, why. */
export default function CommonLockPage() {
  const [params, setParams] = useSearchParams()
  const words = params.get('keyword') ?? ''
  const areaId = params.get('areaId') ?? ''
  const [place, setPlace] = useState<Place | null>(null)
  const position = usePosition(true)
  const [opening, setOpening] = useState<CommonLock | null>(null)
  const [sent, setSent] = useState<{ cmdId: string; lock: string } | null>(null)
  const [fault, setFault] = useState<{ action: (typeof faults)[number]; row: CommonLock } | null>(null)
  const change = (name: 'keyword' | 'areaId', value: string) => {
    const next = new URLSearchParams(params)
    if (value === '') next.delete(name)
    else next.set(name, value)
    setParams(next, { replace: true })
  }
  const asked = {
    ...(words === '' ? {} : { keyword: words }),
    ...(areaId === '' ? {} : { areaId }),
    ...(place === null ? {} : { near: '1' as const, ...place }),
  }
  const list = useInfiniteQuery({
    queryKey: [...listKey, asked],
    queryFn: ({ signal, pageParam }) =>
      call(lockEndpoints.commonList, { ...asked, pageNo: pageParam, pageSize }, { signal, quiet: true }),
    initialPageParam: 1,
    getNextPageParam: ({ current, pages }) => (current < pages ? current + 1 : undefined),
    refetchInterval: useFreshness(),
    // What may be opened changes with the minute: answers of an hour ago are none.
    gcTime: 60_000,
  })
  const near = async () => {
    if (place !== null) return setPlace(null)
    const here = await position.read()
    if (here !== null && here !== 'missing') setPlace(here)
  }
  const rows = list.data?.pages.flatMap(({ records }) => records) ?? []
  const total = list.data?.pages.at(-1)?.total ?? 0
  const isAsked = words !== '' || areaId !== '' || place !== null
  return (
    <div className="card common-locks">
      <header className="common-head">
        <h2>
          公用锁具 <small>{list.data ? `${total} 把` : ''}</small>
        </h2>
        <Button
          type="text"
          icon={<ReloadOutlined />}
          aria-label="刷新"
          loading={list.isFetching && !list.isFetchingNextPage}
          onClick={() => void list.refetch()}
        />
      </header>
      <div className="common-filters" role="search">
        <Input.Search
          key={words}
          allowClear
          size="large"
          defaultValue={words}
          maxLength={100}
          aria-label="按编号、名称或拼音首字母查找"
          placeholder="编号、名称或拼音首字母"
          onSearch={(value) => change('keyword', value.trim())}
        />
        <div className="common-area">
          <RefPicker
            field={lockResource.fields.areaId}
            withDialog={false}
            aria-label="区域（含下级）"
            placeholder="全部区域"
            {...(areaId === '' ? {} : { value: areaId })}
            onChange={(value) => change('areaId', typeof value === 'string' ? value : '')}
          />
        </div>
        <Button
          size="large"
          icon={<AimOutlined />}
          type={place === null ? 'default' : 'primary'}
          ghost={place !== null}
          aria-pressed={place !== null}
          loading={position.isReading}
          onClick={() => void near()}
        >
          附近
        </Button>
      </div>
      {position.problem !== '' && (
        <Alert className="gap-bottom" type="warning" showIcon title={position.problem} />
      )}
      <KeptNote query={list} />
      {list.isPending ? (
        <LoadingState rows={6} />
      ) : !list.data ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : rows.length === 0 ? (
        <EmptyState
          text={
            place !== null && words === '' && areaId === ''
              ? '没有登记了位置的公用锁具；请取消“附近”，或在锁具、区域中填写经纬度'
              : isAsked
                ? '没有符合条件的公用锁具'
                : '还没有公用锁具。箱柜门禁锁、集体锁箱启用后会出现在这里；其他常用的锁可在“锁具管理”的“更多”中收藏'
          }
        >
          {isAsked && (
            <Button
              onClick={() => {
                setParams({}, { replace: true })
                setPlace(null)
              }}
            >
              清空条件
            </Button>
          )}
        </EmptyState>
      ) : (
        <ul className="common-grid">
          {rows.map((row) => (
            <LockCard
              key={row.id}
              row={row}
              onOpen={() => setOpening(row)}
              onSent={(cmdId) => setSent({ cmdId, lock: nameOf(row) })}
              onFault={(action) => setFault({ action, row })}
            />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button
          block
          size="large"
          className="common-more"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          再显示 {Math.min(pageSize, total - rows.length)} 把
        </Button>
      )}
      <Suspense fallback={null}>
        {opening && <OpenDialog lock={opening} onClose={() => setOpening(null)} />}
        {sent && <CommandDialog {...sent} label="关锁" onClose={() => setSent(null)} />}
        {fault && (
          <CustodyDialog
            action={fault.action}
            lockId={fault.row.id}
            lock={nameOf(fault.row)}
            onClose={() => setFault(null)}
            onDone={() => void list.refetch()}
          />
        )}
      </Suspense>
    </div>
  )
}

const nameOf = (row: CommonLock) => `${row.lockCode} ${row.lockName}`

interface CardProps {
  readonly row: CommonLock
  onOpen(): void
  onSent(cmdId: string): void
  onFault(action: (typeof faults)[number]): void
}

/** One lock: where and how it is, whether it would open, and one main thing to press. */
function LockCard({ row, onOpen, onSent, onFault }: CardProps) {
  const mayOpen = useCan('lo:lock:open')
  const mayClose = useCan('lo:lock:close')
  const mayRecord: Readonly<Record<string, boolean>> = {
    repair: useCan('lo:lock:repair'),
    reportLost: useCan('lo:lock:reportLost'),
  }
  const reports = faults.filter(
    ({ key, from }) => mayRecord[key] && from.some((state) => state === row.custody),
  )
  const allowed = row.wouldOpen?.allow === true
  return (
    <li className="common-lock" aria-label={nameOf(row)}>
      <div className="common-name">
        <span>
          <strong>{row.lockCode}</strong>
          <span>{row.lockName}</span>
        </span>
        <Star row={row} />
      </div>
      <LockBadge lock={row} />
      <p className="common-facts">
        <span>{row.areaId_dictText ?? '未登记区域'}</span>
        {row.distanceM !== null && <span>{distanceText(row.distanceM, row.distanceTo)}</span>}
        {row.lastUseTime !== null && (
          <span>
            上次使用 <Age at={row.lastUseTime} />
            {row.lastUser === null ? '' : ` ${row.lastUser}`}
          </span>
        )}
      </p>
      <div className="common-answer">
        <WouldOpen row={row} />
        {allowed && row.workNo ? <small>凭票 {row.workNo}</small> : null}
      </div>
      <div className="common-actions">
        {mayOpen && (
          <Button size="large" type={allowed ? 'primary' : 'default'} onClick={onOpen}>
            {allowed ? '开锁' : '查看原因'}
          </Button>
        )}
        {mayClose && (
          <Button
            size="large"
            icon={<LockOutlined />}
            onClick={() =>
              void runAction(async () => {
                const { cmdId } = await call(lockEndpoints.close, { lockId: row.id })
                if (cmdId !== '') onSent(cmdId)
              })
            }
          >
            关锁
          </Button>
        )}
        {reports.length > 0 && (
          <Dropdown
            trigger={['click']}
            menu={{
              items: reports.map(({ key, label, danger }) => ({ key, label, danger })),
              onClick: ({ key }) => {
                const action = reports.find((each) => each.key === key)
                if (action) onFault(action)
              },
            }}
          >
            <Button size="large" icon={<MoreOutlined />} aria-label={`${row.lockCode} 报修或报失`} />
          </Dropdown>
        )}
      </div>
    </li>
  )
}

/** The caller's own mark; it changes at once and comes back where the server refuses. */
function Star({ row }: { readonly row: CommonLock }) {
  const client = useQueryClient()
  const mark = useMutation({
    meta: { quiet: true },
    mutationFn: (on: boolean) => call(lockEndpoints.favorite, { lockId: row.id, on }, { quiet: true }),
    onError: showFailure,
    onSettled: () => client.invalidateQueries({ queryKey: listKey }),
  })
  const isOn = mark.isPending ? mark.variables : row.favorite
  return (
    <Button
      type="text"
      size="large"
      className={isOn ? 'common-star is-on' : 'common-star'}
      icon={isOn ? <StarFilled /> : <StarOutlined />}
      aria-pressed={isOn}
      aria-label={isOn ? `取消收藏 ${row.lockCode}` : `收藏 ${row.lockCode}`}
      onClick={() => mark.mutate(!row.favorite)}
    />
  )
}
