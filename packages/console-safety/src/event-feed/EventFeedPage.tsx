import {
  DownloadOutlined,
  FilterOutlined,
  PauseOutlined,
  CaretRightOutlined,
  StarFilled,
  StarOutlined,
} from '@ant-design/icons'
import {
  eventFeedEndpoints as calls,
  feedKindTexts,
  feedKinds,
  lockLog,
  type FeedEvent,
} from '@suoan/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Input, Select, Table, Tag } from 'antd'
import { Suspense, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { feedback, showFailure } from '@suoan/console-base/feedback.ts'
import { useFreshness, useLive } from '@suoan/console-base/realtime/live-store.ts'
import { call } from '@suoan/console-base/request/call.ts'
import { requestFile } from '@suoan/console-base/request/client.ts'
import { saveFile } from '@suoan/console-base/request/save-file.ts'
import { runAction } from '@suoan/console-base/resource/run-action.ts'
import { DictSelect } from '@suoan/console-base/resource/widgets/DictSelect.tsx'
import { RefPicker } from '@suoan/console-base/resource/widgets/RefPicker.tsx'
import { useCan } from '@suoan/console-base/session/Can.tsx'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { LoadingState } from '@suoan/console-base/states/LoadingState.tsx'
import { StatusBadge } from '@suoan/console-base/status/StatusBadge.tsx'
import { useNow } from '@suoan/console-base/status/use-now.ts'
import { useIsMobile } from '@suoan/console-base/use-width.ts'
import { levelLook } from '../status/level-look.ts'
import { keyOf, latencyText, mostRows, newSince, withNewest, withOlder, type FeedRows } from './feed-rows.ts'
import '@suoan/console-base/resource/resource.css'
import './event-feed.css'

const LockDrawer = lazyPart('LockDrawer', () => import('../locks/LockDrawer.tsx').then((m) => m.LockDrawer))
const RecordDrawer = lazyPart('RecordDrawer', () => import('./RecordDrawer.tsx').then((m) => m.RecordDrawer))
const DecisionDrawer = lazyPart('DecisionDrawer', () =>
  import('./DecisionDrawer.tsx').then((m) => m.DecisionDrawer),
)

const pageSize = 50
/** Older than this it is no live picture any more, ms. */
const staleMs = 60_000
const feedKey = ['resource', 'eventFeed'] as const
const names = ['kinds', 'areaId', 'levels', 'object', 'userId', 'marked'] as const
type Name = (typeof names)[number]

/** 日志看板: what happens in the plant as it happens, newest first; can be stopped to be read, and asked. */
export default function EventFeedPage() {
  const [params, setParams] = useSearchParams()
  const client = useQueryClient()
  const navigate = useNavigate()
  const isMobile = useIsMobile()
  const isLive = useLive((live) => live.isOpen)
  const now = useNow(5_000)
  const mayExport = useCan('lo:eventFeed:export')
  const [frozen, setFrozen] = useState<FeedRows | null>(null)
  const [shown, setShown] = useState<FeedEvent | null>(null)
  const [lockId, setLockId] = useState<string | null>(null)
  const [decisionId, setDecisionId] = useState<string | null>(null)
  const [isFiltering, setFiltering] = useState(false)
  const asked: Partial<Record<Name, string>> = {}
  for (const name of names) {
    const value = params.get(name)
    if (value) asked[name] = value
  }
  const isAsked = Object.keys(asked).length > 0
  const change = (name: Name, value: string) => {
    const next = new URLSearchParams(params)
    if (value === '') next.delete(name)
    else next.set(name, value)
    setFrozen(null)
    setParams(next, { replace: true })
  }
  const input = { ...asked, ...(asked.marked === '1' ? { marked: '1' as const } : { marked: '0' as const }) }
  const key = [...feedKey, asked]
  const feed = useQuery<FeedRows>({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const page = await call(calls.list, { ...input, limit: pageSize }, { signal, quiet: true })
      return withNewest(client.getQueryData<FeedRows>(key), page)
    },
    refetchInterval: useFreshness(),
  })
  const older = useMutation({
    meta: { quiet: true },
    mutationFn: (cursor: string) => call(calls.list, { ...input, cursor, limit: pageSize }, { quiet: true }),
    onSuccess: (page) =>
      client.setQueryData<FeedRows>(key, (before) => (before ? withOlder(before, page) : before)),
    onError: showFailure,
  })
  const exporting = useMutation({
    meta: { quiet: true },
    mutationFn: async () => {
      const blob = await requestFile({ method: 'GET', path: calls.exportCsv.path, query: input, quiet: true })
      saveFile(blob, '日志看板.csv')
    },
    onError: showFailure,
  })
  const open = (event: FeedEvent) => {
    if (event.source === 'workTrans' && event.objectId)
      return void navigate(`/isps/loWorkView/${event.objectId}`)
    if (event.source === 'devicePresence' && event.objectId)
      return void navigate(`/isps/loDeviceList?deviceSn=${encodeURIComponent(event.objectId)}`)
    if (event.objectId) return setLockId(event.objectId)
    setShown(event)
  }
  const rows = frozen ?? feed.data
  const waiting = frozen !== null && feed.data !== undefined ? newSince(frozen, feed.data) : 0
  const isStale = feed.data !== undefined && now - feed.dataUpdatedAt > staleMs && feed.isError
  const kinds = feedKinds.filter((kind) => feed.data?.kinds.includes(kind) ?? true)
  return (
    <div className="card event-feed">
      <header className="feed-head">
        <h2>日志看板</h2>
        <span className="feed-state" aria-live="polite">
          {frozen !== null ? (
            <StatusBadge
              look={{
                text: waiting > 0 ? `已暂停，有 ${waiting} 条新事件` : '已暂停',
                icon: 'pause',
                tone: 'warning',
              }}
            />
          ) : isStale ? (
            <StatusBadge look={{ text: '连接中断', icon: 'warn', tone: 'error' }} />
          ) : isLive ? (
            <StatusBadge look={{ text: '实时', icon: 'done', tone: 'success' }} />
          ) : (
            <StatusBadge look={{ text: '定时读取', icon: 'late', tone: 'default' }} />
          )}
          <small>数据时间 {rows ? rows.readTime.slice(11) : '--:--:--'}</small>
        </span>
        <span className="feed-tools">
          <Button
            icon={frozen === null ? <PauseOutlined /> : <CaretRightOutlined />}
            disabled={!feed.data}
            onClick={() => setFrozen(frozen === null ? (feed.data ?? null) : null)}
          >
            {frozen === null ? '暂停' : '继续'}
          </Button>
          {mayExport && (
            <Button
              icon={<DownloadOutlined />}
              loading={exporting.isPending}
              onClick={() => exporting.mutate()}
            >
              导出
            </Button>
          )}
        </span>
      </header>
      <div className="feed-filters" role="search">
        <Input.Search
          key={asked.object ?? ''}
          allowClear
          defaultValue={asked.object ?? ''}
          maxLength={100}
          aria-label="对象：锁具、设备或工作票"
          placeholder="锁具、设备或工作票"
          onSearch={(value) => change('object', value.trim())}
        />
        {isMobile && (
          <Button
            icon={<FilterOutlined />}
            aria-expanded={isFiltering}
            onClick={() => setFiltering(!isFiltering)}
          >
            筛选
          </Button>
        )}
        {(!isMobile || isFiltering) && (
          <>
            <Select
              mode="multiple"
              allowClear
              maxTagCount="responsive"
              aria-label="类别"
              placeholder="全部类别"
              value={asked.kinds?.split(',') ?? []}
              options={kinds.map((kind) => ({ value: kind, label: feedKindTexts[kind] }))}
              onChange={(values: string[]) => change('kinds', values.join(','))}
            />
            <div>
              <RefPicker
                field={lockLog.fields.areaId}
                withDialog={false}
                aria-label="区域（含下级）"
                placeholder="全部区域"
                {...(asked.areaId === undefined ? {} : { value: asked.areaId })}
                onChange={(value) => change('areaId', typeof value === 'string' ? value : '')}
              />
            </div>
            <div>
              <DictSelect
                code="lo_alarm_level"
                multiple
                aria-label="级别（只看报警与警告）"
                placeholder="全部级别"
                value={asked.levels?.split(',') ?? []}
                onChange={(values) => change('levels', [values].flat().join(','))}
              />
            </div>
            <div>
              <RefPicker
                field={lockLog.fields.userId}
                withDialog={false}
                aria-label="人员"
                placeholder="全部人员"
                {...(asked.userId === undefined ? {} : { value: asked.userId })}
                onChange={(value) => change('userId', typeof value === 'string' ? value : '')}
              />
            </div>
            <Button
              icon={asked.marked === '1' ? <StarFilled /> : <StarOutlined />}
              aria-pressed={asked.marked === '1'}
              onClick={() => change('marked', asked.marked === '1' ? '' : '1')}
            >
              我的书签
            </Button>
          </>
        )}
        {isAsked && (
          <Button type="link" onClick={() => setParams({}, { replace: true })}>
            清空条件
          </Button>
        )}
      </div>
      {isStale && (
        <Alert
          className="gap-bottom"
          type="error"
          showIcon
          title="数据很久没有更新，以下不是现在的情况；请检查网络"
          action={<Button onClick={() => void feed.refetch()}>重新读取</Button>}
        />
      )}
      {feed.isPending ? (
        <LoadingState rows={8} />
      ) : !rows ? (
        <ErrorState error={feed.error} onRetry={() => void feed.refetch()} />
      ) : rows.kinds.length === 0 ? (
        <EmptyState text="您没有查看锁具日志、指令、工作票或报警的权限，请联系管理员授权" />
      ) : rows.events.length === 0 ? (
        <EmptyState
          text={
            isAsked ? '近 92 天没有符合条件的事件' : '近 92 天还没有事件；锁具上线、工作票流转后会出现在这里'
          }
        />
      ) : isMobile ? (
        <FeedCards rows={rows} onOpen={open} />
      ) : (
        <FeedTable
          rows={rows}
          onOpen={open}
          onRecord={setShown}
          onDecision={setDecisionId}
          onMarked={() => void client.invalidateQueries({ queryKey: feedKey })}
        />
      )}
      {rows?.cursor && frozen === null && (
        <Button
          block
          className="feed-more"
          loading={older.isPending}
          onClick={() => {
            if (rows.cursor) older.mutate(rows.cursor)
          }}
        >
          显示更早的事件
        </Button>
      )}
      {rows?.isFull && (
        <p className="feed-note">
          只保留最新 {mostRows} 条；更早的请缩小条件，或到锁具日志、报警、工作票中查询。
        </p>
      )}
      <Suspense fallback={null}>
        {lockId && <LockDrawer id={lockId} onClose={() => setLockId(null)} />}
        {shown && <RecordDrawer event={shown} onClose={() => setShown(null)} />}
        {decisionId && <DecisionDrawer decisionId={decisionId} onClose={() => setDecisionId(null)} />}
      </Suspense>
    </div>
  )
}

interface TableProps {
  readonly rows: FeedRows
  onOpen(event: FeedEvent): void
  onRecord(event: FeedEvent): void
  onDecision(decisionId: string): void
  onMarked(): void
}

function FeedTable({ rows, onOpen, onRecord, onDecision, onMarked }: TableProps) {
  const maySeeDecision = useCan('lo:decision:list')
  const navigate = useNavigate()
  const mark = (event: FeedEvent) =>
    void runAction(async () => {
      await call(calls.mark, { source: event.source, id: event.id, on: !event.marked })
      void feedback().message.success(event.marked ? '已取消书签' : '已加书签，可在“我的书签”中找到')
      onMarked()
    })
  return (
    <Table<FeedEvent>
      size="small"
      rowKey={keyOf}
      pagination={false}
      scroll={{ x: 1146 }}
      sticky
      rowClassName={(event) => ((event.level ?? 0) >= 3 ? 'feed-urgent' : '')}
      dataSource={[...rows.events]}
      columns={[
        {
          title: '时间',
          key: 'time',
          width: 112,
          render: (_, { time, historical }) => (
            <span className="feed-time">
              {time.slice(5)}
              {historical && <Tag>补传</Tag>}
            </span>
          ),
        },
        { title: '类别', key: 'kind', width: 88, render: (_, { kind }) => feedKindTexts[kind] },
        {
          title: '事件',
          key: 'event',
          width: 150,
          render: (_, event) => (
            <span className="feed-event">
              <b>{event.event}</b>
              {event.level !== null && <StatusBadge look={levelLook(event.level)} />}
            </span>
          ),
        },
        {
          title: '对象',
          key: 'object',
          width: 180,
          render: (_, event) =>
            event.object === null ? (
              '—'
            ) : (
              <Button type="link" className="feed-link" onClick={() => onOpen(event)}>
                {event.object}
              </Button>
            ),
        },
        { title: '区域', key: 'area', width: 96, render: (_, { area }) => area ?? '—' },
        { title: '人员', key: 'person', width: 76, render: (_, { person }) => person ?? '—' },
        {
          title: '工作票',
          key: 'work',
          width: 148,
          render: (_, { workId, workNo }) =>
            workId === null ? (
              '—'
            ) : (
              <Button
                type="link"
                className="feed-link"
                onClick={() => void navigate(`/isps/loWorkView/${workId}`)}
              >
                {workNo ?? '打开'}
              </Button>
            ),
        },
        {
          title: '结果',
          key: 'result',
          width: 92,
          render: (_, { result, isBad }) => <span className={isBad ? 'feed-bad' : ''}>{result ?? '—'}</span>,
        },
        {
          title: '来源 / 延迟',
          key: 'origin',
          width: 92,
          render: (_, { origin, latencySec }) => (
            <span className="feed-origin">
              <span>{origin ?? '—'}</span>
              <small>{latencyText(latencySec)}</small>
            </span>
          ),
        },
        {
          title: '操作',
          key: 'actions',
          width: 112,
          fixed: 'right',
          render: (_, event) => (
            <span className="feed-actions">
              <Button
                type="text"
                size="small"
                icon={event.marked ? <StarFilled /> : <StarOutlined />}
                aria-label={event.marked ? '取消书签' : '加书签'}
                aria-pressed={event.marked}
                onClick={() => mark(event)}
              />
              {event.source !== 'workTrans' && (
                <Button type="link" size="small" onClick={() => onRecord(event)}>
                  原始记录
                </Button>
              )}
              {event.decisionId !== null && maySeeDecision && (
                <Button type="link" size="small" onClick={() => onDecision(event.decisionId ?? '')}>
                  判定
                </Button>
              )}
            </span>
          ),
        },
      ]}
    />
  )
}

function FeedCards({ rows, onOpen }: Pick<TableProps, 'rows' | 'onOpen'>) {
  return (
    <ul className="feed-cards">
      {rows.events.map((event) => (
        <li key={keyOf(event)}>
          <button type="button" onClick={() => onOpen(event)}>
            <span className="feed-event">
              <b>{event.event}</b>
              {event.level !== null && <StatusBadge look={levelLook(event.level)} />}
              <small>{event.time.slice(5)}</small>
            </span>
            <span>{event.object ?? '—'}</span>
            <small>
              {[
                feedKindTexts[event.kind],
                event.area,
                event.person,
                event.workNo,
                event.historical ? '补传' : null,
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
            {event.result !== null && <small className={event.isBad ? 'feed-bad' : ''}>{event.result}</small>}
          </button>
        </li>
      ))}
    </ul>
  )
}
